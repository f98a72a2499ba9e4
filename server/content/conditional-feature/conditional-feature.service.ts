import { eq, getTableColumns } from "drizzle-orm";
import { conditionalFeatures, modules } from "@/db/schema";
import { contains, equals, oneOf } from "@/server/kit/list/list-filters";
import { listService } from "@/server/kit/list/list-service";
import { recordService } from "@/server/kit/record/record-service";
import { ListConditionalFeatures } from "./conditional-feature.schema";

const table = conditionalFeatures;

const list = listService({
  table,
  scope: "global",
  input: ListConditionalFeatures,
  joins: [{ table: modules, on: eq(modules.id, table.moduleId) }],
  sort: {
    title: table.title,
    keyword: table.keyword,
    active: table.active,
    "module.label": modules.label,
    createdAt: table.createdAt,
    updatedAt: table.updatedAt,
  },
  filters: {
    title: contains(table.title),
    keyword: contains(table.keyword),
    active: equals(table.active),
    moduleId: equals(table.moduleId),
  },
  load: (ctx, ids) =>
    ctx.db
      .select({
        ...getTableColumns(table),
        module: { id: modules.id, code: modules.code, label: modules.label },
      })
      .from(table)
      .innerJoin(modules, eq(modules.id, table.moduleId))
      .where(oneOf(table.id, ids)),
});

/** What apps show only while it is on; they ask for it by its keyword (document 4.2). */
export const conditionalFeatureService = recordService(list, {
  name: "conditional-feature",
  label: (row) => row.title,
});
