import { z } from "zod";
import { get, post } from "@/server/kit/call/meta";
import { permitted, router } from "@/server/kit/call/procedure";
import { ById } from "@/server/kit/call/wire";
import { Import } from "@/server/kit/import/import.schema";
import { importProcedures } from "@/server/kit/import/import-procedures";
import { erpImporter, erpRecordKind } from "./erp-importer.service";
import { planPull } from "./erp-pull.service";
import { AskSchedule, ErpSync, Schedule, UpsertErpSync } from "./erp-sync.schema";
import { erpSyncService } from "./erp-sync.service";

const at = "/v1/backoffice/erp-sync";
const section = "4.15";
const may = { read: "erp-sync.read", write: "erp-sync.write" } as const;

export const erpSyncRouter = router({
  get: permitted(may.read, get(at, { section }))
    .output(ErpSync)
    .query(({ ctx }) => erpSyncService.get(ctx)),
  upsert: permitted(may.write, post(at, { section, status: 201, dto: "UpsertErpSyncDTO" }))
    .input(UpsertErpSync)
    .output(ErpSync)
    .mutation(({ ctx, input: { ifMatch, ...values } }) => erpSyncService.upsert(ctx, values, ifMatch)),
  schedule: permitted(may.read)
    .input(AskSchedule)
    .output(Schedule)
    .query(({ input }) => erpSyncService.schedule(input.cron)),
  plan: permitted(may.write, undefined, {
    unaudited: "A plan changes no record.",
    withoutKey: "it asks another server",
    dear: "import",
  })
    .input(z.object({}))
    .output(z.object({ plan: Import.nullable(), unchanged: z.int() }))
    .mutation(({ ctx }) => planPull(ctx, true)),
  recordKind: permitted(may.read)
    .input(ById)
    .output(z.enum(["company", "pers"]).nullable())
    .query(async ({ ctx, input }) => (await erpRecordKind(ctx, input.id)) ?? null),
  imports: router(importProcedures({ may, importer: erpImporter })),
});
