import { asc, eq } from "drizzle-orm";
import { groups, modules, permissions, portals } from "@/db/schema";
import type { KnownCtx } from "@/server/kit/call/context";
import { inOnePage } from "@/server/kit/list/list";
import { listService } from "@/server/kit/list/list-service";
import { ListModules, ListPortals } from "./catalogue.schema";
import { permissionLabel } from "./permission.schema";

export const permissionService = {
  /** The permission catalogue, by code, with labels in the language of the request (document 4.1). */
  async list(ctx: KnownCtx, { groupCode }: { groupCode?: string }) {
    const rows = await ctx.db
      .select()
      .from(permissions)
      .where(groupCode === undefined ? undefined : eq(permissions.groupCode, groupCode))
      .orderBy(asc(permissions.code));
    return inOnePage(rows.map((row) => ({ ...row, label: permissionLabel(row.code) })));
  },
};

export const groupService = {
  list: async (ctx: KnownCtx) => inOnePage(await ctx.db.select().from(groups).orderBy(asc(groups.code))),
};

export const moduleService = listService({
  table: modules,
  scope: "global",
  input: ListModules,
  sort: { code: modules.code, label: modules.label, createdAt: modules.createdAt },
  filters: {},
});

export const portalService = listService({
  table: portals,
  scope: "global",
  input: ListPortals,
  sort: { key: portals.key, label: portals.label, createdAt: portals.createdAt },
  filters: {},
});
