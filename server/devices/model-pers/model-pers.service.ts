import { modelPers } from "@/db/schema";
import { contains } from "@/server/kit/list";
import { listService } from "@/server/kit/list-service";
import { recordService } from "@/server/kit/record-service";
import { searchable } from "@/server/kit/searchable";
import { ListModelPers } from "./model-pers.schema";

const list = listService({
  table: modelPers,
  scope: "global",
  input: ListModelPers,
  sort: { label: modelPers.label, createdAt: modelPers.createdAt, updatedAt: modelPers.updatedAt },
  filters: { label: contains(modelPers.label) },
});

/** The models of PERS device (document 4.12). */
export const modelPersService = recordService(list, { name: "model-pers", label: (row) => row.label });

export const modelPersSearch = searchable(list, {
  kind: "modelPers",
  needs: "model-pers.read",
  label: modelPers.label,
});
