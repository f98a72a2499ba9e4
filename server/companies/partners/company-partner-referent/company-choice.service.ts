import { companies } from "@/db/schema";
import { listInput } from "@/server/kit/list/list.schema";
import { listService } from "@/server/kit/list/list-service";

/** The companies that something can be linked to. */
export const companyChoice = listService({
  table: companies,
  scope: "global",
  input: listInput({ sort: ["name"], filters: {}, order: "name:asc" }),
  sort: { name: companies.name },
  filters: {},
});
