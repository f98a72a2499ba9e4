import type { Database } from "@/db/client";
import { bulkChanges } from "@/db/schema";
import { ownerOf } from "@/server/kit/call/context";
import { fixedId } from "@/server/kit/record/fixed-id";
import { staffCtx } from "@/server/kit/testing";
import { id, type Step, step } from "./sample-steps";

const running = fixedId("sample", "bulk-change");
/** Made by `prepareAlertDeskSamples`. */
const [device, alert] = [fixedId("sample", "pers"), fixedId("sample", "pers-alert")];

/** Changes of many records, after the samples of the alert desk; `prepareBulkSamples` makes one that runs. */
export const bulkSamples: Step[] = [
  step("bulkChanges.run", () => ({ resource: "pers", ids: [device], set: { status: "maintenance" } }), "bulk change"),
  step("bulkChanges.undo", (made) => ({ id: id(made, "bulk change") })),
  step("bulkChanges.cancel", () => ({ id: running, keep: true })),
  step("bulkChanges.runDesk", () => ({ ids: [alert], action: "reopen" })),
];

/** What changes no record. */
export const bulkPlanSamples: Step[] = [
  step("bulkChanges.plan", () => ({ resource: "pers", filters: {}, all: true, set: { status: "retired" } })),
  step("bulkChanges.planDesk", () => ({ ids: [alert], action: "acknowledge" })),
];

/** A bulk change of the caller's that a worker has not begun. */
export async function prepareBulkSamples(db: Database) {
  const ctx = staffCtx(db);
  const at = new Date().toISOString();
  const counts = { planned: 600, same: 0, refusedCount: 0, refused: [] };
  await db.insert(bulkChanges).values({
    id: running,
    resource: "pers",
    owner: ownerOf(ctx),
    actorType: "user",
    actorLabel: "Tess Ter",
    door: "screen",
    set: { status: "retired" },
    status: "running",
    ...counts,
    plannedAt: at,
    startedAt: at,
  });
}
