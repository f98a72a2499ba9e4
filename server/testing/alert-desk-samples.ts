import type { Database } from "@/db/client";
import { alerts, levelAlerts, modelPers, pers, persAlerts } from "@/db/schema";
import { fixedId } from "@/server/kit/record/fixed-id";
import { staffCtx } from "@/server/kit/testing";
import { type Step, step } from "./sample-steps";

const id = fixedId("sample", "pers-alert");

/** What is done to an alert at a desk. @param at the company whose desk it is */
export const alertDeskActions = (router: string, id: string, at: { companyId?: string } = {}): Step[] => [
  step(`${router}.acknowledge`, () => ({ ...at, id })),
  step(`${router}.assign`, () => ({ ...at, id, userId: null })),
  step(`${router}.snooze`, () => ({ ...at, id, until: new Date(Date.now() + 3_600_000).toISOString() })),
  step(`${router}.close`, () => ({ ...at, id, reason: "defect", note: "Cable broken" })),
  step(`${router}.reopen`, () => ({ ...at, id }), `${router} alert`),
  step(`${router}.undo`, (made) => ({ ...at, id, ifMatch: `"${made[`${router} alert`]?.version}"` })),
];

/** The work on an alert; `prepareAlertDeskSamples` raises it. */
export const alertDeskSamples: Step[] = [...alertDeskActions("alertDesk", id)];

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
