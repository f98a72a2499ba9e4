import type { Database } from "@/db/client";
import { alerts, levelAlerts, modelPers, pers, persAlerts } from "@/db/schema";
import { fixedId } from "@/server/kit/record/fixed-id";
import { staffCtx } from "@/server/kit/testing";
import { type Step, step } from "./sample-steps";

const id = fixedId("sample", "pers-alert");

/** The work on an alert; `prepareAlertDeskSamples` raises it. */
export const alertDeskSamples: Step[] = [
  step("alertDesk.assign", () => ({ id, userId: null })),
  step("alertDesk.acknowledge", () => ({ id })),
  step("alertDesk.snooze", () => ({ id, until: new Date(Date.now() + 3_600_000).toISOString() })),
  step("alertDesk.close", () => ({ id, reason: "defect", note: "Cable broken" })),
  step("alertDesk.reopen", () => ({ id }), "alert at the desk"),
  step("alertDesk.undo", (made) => ({ id, ifMatch: `"${made["alert at the desk"]?.version}"` })),
];

/** An alert that the caller has. */
export async function prepareAlertDeskSamples(db: Database) {
  const [model, device, level, alert] = ["model-pers", "pers", "level-alert", "alert"].map((of) =>
    fixedId("sample", of),
  );
  await db.insert(modelPers).values({ id: model, label: "Sampled PERS model" });
  await db.insert(pers).values({ id: device, nuSerialPersNumber: "SAMPLE-P1", modelPERSId: `${model}` });
  await db.insert(levelAlerts).values({ id: level, label: "Sampled level", color: "#c92a2a", rank: 1 });
  const rule = { alertLabel: "Sampled alert", code: "SAMPLED", topicAlert: "Battery", groupAlert: "Energy" };
  await db.insert(alerts).values({ id: alert, levelAlertId: `${level}`, ...rule });
  const { actor } = staffCtx(db);
  const assigneeId = actor.kind === "user" ? actor.id : null;
  const raised = { persId: `${device}`, alertId: `${alert}`, startedAt: "2026-01-01T00:00:00.000Z" };
  await db.insert(persAlerts).values({ id, ...raised, assigneeId });
}
