import { getTableColumns } from "drizzle-orm";
import { modelPers } from "@/db/schema";
import type { KnownCtx } from "@/server/kit/call/context";
import { contains, oneOf } from "@/server/kit/list/list-filters";
import { listService } from "@/server/kit/list/list-service";
import { byIdsAlone } from "@/server/kit/list/list-statements";
import { searchable } from "@/server/kit/list/searchable";
import { recordService } from "@/server/kit/record/record-service";
import { pictureUrl } from "@/server/platform/file/picture.service";
import { ListModelPers } from "./model-pers.schema";

const list = listService({
  table: modelPers,
  scope: "global",
  input: ListModelPers,
  sort: { label: modelPers.label, createdAt: modelPers.createdAt, updatedAt: modelPers.updatedAt },
  filters: { label: contains(modelPers.label) },
  load: byIdsAlone(async ({ db }, ids) => {
    const rows = await db.select(getTableColumns(modelPers)).from(modelPers).where(oneOf(modelPers.id, ids));
    return rows.map((row) => ({ ...row, picture: pictureUrl(row.picture) }));
  }),
});

const crud = recordService(list, { name: "model-pers", label: (row) => row.label });

/** The models of PERS device (document 4.12). */
export const modelPersService = {
  ...crud,

  /** @param picture the key of a picture that was drawn; null removes it */
  setPicture: (ctx: KnownCtx, id: string, picture: string | null, ifMatch?: string) =>
    crud.update(ctx, id, { picture }, ifMatch),
};

export const modelPersSearch = searchable(list, {
  kind: "modelPers",
  needs: "model-pers.read",
  label: modelPers.label,
});
