import { count, eq, getTableColumns, sql } from "drizzle-orm";
import { firmwareCategories, firmwareVersions } from "@/db/schema";
import { type Ctx, inTransaction, type KnownCtx } from "@/server/kit/context";
import { counted } from "@/server/kit/count.rules";
import { crudService } from "@/server/kit/crud";
import { AppError } from "@/server/kit/errors";
import { contains, oneOf } from "@/server/kit/list";
import { ListFirmwareCategories } from "./firmware-category.schema";

const load = (ctx: Ctx, ids: string[]) =>
  ctx.db
    .select({ ...getTableColumns(firmwareCategories), versionsCount: count(firmwareVersions.id) })
    .from(firmwareCategories)
    .leftJoin(firmwareVersions, eq(firmwareVersions.categoryId, firmwareCategories.id))
    .where(oneOf(firmwareCategories.id, ids))
    .groupBy(firmwareCategories.id);

const crud = crudService({
  name: "firmware-category",
  table: firmwareCategories,
  scope: "global",
  label: (row) => row.label,
  load,
  list: {
    input: ListFirmwareCategories,
    sort: {
      label: sql`lower(${firmwareCategories.label})`,
      createdAt: firmwareCategories.createdAt,
      updatedAt: firmwareCategories.updatedAt,
    },
    filters: { label: contains(firmwareCategories.label) },
  },
});

/** Firmware categories (document 4.13); one with versions cannot be deleted. */
export const firmwareCategoryService = {
  ...crud,

  /** 422 that says how many versions it has. */
  remove: (ctx: KnownCtx, id: string, ifMatch?: string) =>
    inTransaction(ctx, async (ctx) => {
      await crud.lock(ctx, id); // no version joins it from here on
      const { versionsCount } = await crud.get(ctx, id);
      if (versionsCount > 0) {
        const message = `It has ${counted(versionsCount, "firmware version")}. Delete or move them first.`;
        throw new AppError("in_use", message, { errors: [{ path: "versionsCount", message }] });
      }
      await crud.remove(ctx, id, ifMatch);
    }),
};
