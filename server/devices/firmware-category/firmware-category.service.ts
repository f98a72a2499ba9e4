import { count, eq, getTableColumns } from "drizzle-orm";
import { firmwareCategories, firmwareVersions } from "@/db/schema";
import { inTransaction, type KnownCtx } from "@/server/kit/call/context";
import { AppError } from "@/server/kit/call/errors";
import { contains, oneOf } from "@/server/kit/list/list-filters";
import { listService } from "@/server/kit/list/list-service";
import { byIdsAlone } from "@/server/kit/list/list-statements";
import { recordService } from "@/server/kit/record/record-service";
import { t } from "@/texts/t";
import { ListFirmwareCategories } from "./firmware-category.schema";

const load = byIdsAlone(({ db }, ids) =>
  db
    .select({ ...getTableColumns(firmwareCategories), versionsCount: count(firmwareVersions.id) })
    .from(firmwareCategories)
    .leftJoin(firmwareVersions, eq(firmwareVersions.categoryId, firmwareCategories.id))
    .where(oneOf(firmwareCategories.id, ids))
    .groupBy(firmwareCategories.id),
);

const list = listService({
  table: firmwareCategories,
  scope: "global",
  load,
  input: ListFirmwareCategories,
  sort: {
    label: firmwareCategories.label,
    createdAt: firmwareCategories.createdAt,
    updatedAt: firmwareCategories.updatedAt,
  },
  filters: { label: contains(firmwareCategories.label) },
});

const crud = recordService(list, { name: "firmware-category", label: (row) => row.label });

/** Firmware categories (document 4.13); one with versions cannot be deleted. */
export const firmwareCategoryService = {
  ...crud,

  /** 422 that says how many versions it has. */
  remove: (ctx: KnownCtx, id: string, ifMatch?: string) =>
    inTransaction(ctx, async (ctx) => {
      await crud.lock(ctx, id); // no version can be added to it from here on
      const { versionsCount } = await crud.get(ctx, id);
      if (versionsCount > 0) {
        const message = t(
          "{count, plural, one {It has # firmware version} other {It has # firmware versions}}. Delete or move them first.",
          { count: versionsCount },
        );
        throw new AppError("in_use", message, { errors: [{ path: "versionsCount", message }] });
      }
      await crud.remove(ctx, id, ifMatch);
    }),
};
