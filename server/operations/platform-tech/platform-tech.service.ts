import { eq, getTableColumns } from "drizzle-orm";
import { portals, platformTechs as table } from "@/db/schema";
import { inTransaction, type KnownCtx } from "@/server/kit/call/context";
import { contains, equals, oneOf } from "@/server/kit/list/list-filters";
import { listService } from "@/server/kit/list/list-service";
import { byIdsAlone } from "@/server/kit/list/list-statements";
import { recordService } from "@/server/kit/record/record-service";
import { queuePush } from "./platform-push.service";
import { ListPlatformTechs } from "./platform-tech.schema";

const load = byIdsAlone(({ db }, ids) =>
  db
    .select({ ...getTableColumns(table), portal: { id: portals.id, key: portals.key, label: portals.label } })
    .from(table)
    .innerJoin(portals, eq(portals.id, table.portalId))
    .where(oneOf(table.id, ids)),
);

const list = listService({
  table,
  scope: "global",
  load,
  input: ListPlatformTechs,
  sort: { key: table.key, label: table.label, os: table.os, createdAt: table.createdAt, updatedAt: table.updatedAt },
  filters: { label: contains(table.label), portalId: equals(table.portalId) },
});

const record = recordService(list, { name: "platform-tech", label: (row) => row.label });

/** A write, and the job that tells the notification service of it, in one transaction. */
const pushed = <T>(ctx: KnownCtx, work: (ctx: KnownCtx) => Promise<T>) =>
  inTransaction(ctx, async (ctx) => {
    const result = await work(ctx);
    await queuePush(ctx);
    return result;
  });

/** The apps and sites of the product (document 4.15). Each change reaches the notification service by a job. */
export const platformTechService: typeof record = {
  ...record,
  create: (ctx, values) => pushed(ctx, (ctx) => record.create(ctx, values)),
  update: (ctx, id, values, ifMatch, action) => pushed(ctx, (ctx) => record.update(ctx, id, values, ifMatch, action)),
  remove: (ctx, id, ifMatch) => pushed(ctx, (ctx) => record.remove(ctx, id, ifMatch)),
  restore: (ctx, id) => pushed(ctx, (ctx) => record.restore(ctx, id)),
};
