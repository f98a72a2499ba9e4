import type { Database } from "@/db/client";
import { bulkChanges, companies, vehicleModels } from "@/db/schema";
import { categoryId } from "@/seed/base";
import { ownerOf } from "@/server/kit/call/context";
import { fixedId } from "@/server/kit/record/fixed-id";
import { staffCtx } from "@/server/kit/testing";
import { id, type Step, step } from "./sample-steps";

const running = fixedId("sample", "bulk-change");
const runningOfCompany = fixedId("sample", "company-bulk-change");
const companyId = fixedId("sample", "company-of-bulk-changes");
const model = fixedId("sample", "model-of-the-company");
/** Made by `prepareAlertDeskSamples`. */
const [device, alert] = [fixedId("sample", "pers"), fixedId("sample", "pers-alert")];

/** Changes of many records, after the samples of the alert desk; `prepareBulkSamples` makes one that runs. */
export const bulkSamples: Step[] = [
  step("bulkChanges.run", () => ({ resource: "pers", ids: [device], set: { status: "maintenance" } }), "bulk change"),
  step("bulkChanges.undo", (made) => ({ id: id(made, "bulk change") })),
  step("bulkChanges.cancel", () => ({ id: running, keep: true })),
  step("bulkChanges.runDesk", () => ({ ids: [alert], action: "reopen" })),
  step(
    "companyBulkChanges.run",
    () => ({ companyId, resource: "vehicle-model", ids: [model, fixedId("sample", "model")], set: { year: 2026 } }),
    "company's bulk change",
  ),
  step("companyBulkChanges.undo", (made) => ({ companyId, id: id(made, "company's bulk change") })),
  step("companyBulkChanges.cancel", () => ({ companyId, id: runningOfCompany, keep: false })),
];

/** What changes no record. */
export const bulkPlanSamples: Step[] = [
  step("bulkChanges.plan", () => ({ resource: "pers", filters: {}, all: true, set: { status: "retired" } })),
  step("bulkChanges.planDesk", () => ({ ids: [alert], action: "acknowledge" })),
  step("companyBulkChanges.plan", () => ({ companyId, resource: "vehicle-model", ids: [model], set: { year: 2025 } })),
];

/** Bulk changes of the caller's that a worker has not begun, and a company of theirs. */
export async function prepareBulkSamples(db: Database) {
  const ctx = staffCtx(db);
  const at = new Date().toISOString();
  const begun: Omit<typeof bulkChanges.$inferInsert, "resource" | "set"> = {
    owner: ownerOf(ctx),
    actorType: "user",
    actorLabel: "Tess Ter",
    door: "screen",
    status: "running",
    planned: 600,
    same: 0,
    refusedCount: 0,
    refused: [],
    plannedAt: at,
    startedAt: at,
  };
  const company = { name: "Sampled changes", registerNumber: "CHANGES", companyCategoryId: categoryId("FLEET") };
  await db.insert(companies).values({ ...company, id: companyId });
  const bike = { nameVehicleModel: "Own model", vehicleType: "City", vehicleBrandId: fixedId("sample", "brand") };
  await db.insert(vehicleModels).values({ ...bike, id: model, companyId });
  await db.insert(bulkChanges).values([
    { ...begun, id: running, resource: "pers", set: { status: "retired" } },
    { ...begun, id: runningOfCompany, companyId, resource: "vehicle-model", set: { year: 2026 } },
  ]);
}
