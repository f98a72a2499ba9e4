import { modelPers } from "@/db/schema";
import { crudService } from "@/server/kit/crud";
import { contains } from "@/server/kit/list";
import { ListModelPers } from "./model-pers.schema";

/** The models of PERS device (document 4.12). */
export const modelPersService = crudService({
  name: "model-pers",
  table: modelPers,
  scope: "global",
  label: (row) => row.label,
  list: {
    input: ListModelPers,
    sort: { label: modelPers.label, createdAt: modelPers.createdAt, updatedAt: modelPers.updatedAt },
    filters: { label: contains(modelPers.label) },
  },
});
