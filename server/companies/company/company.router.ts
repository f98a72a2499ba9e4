import { crudProcedures } from "@/server/kit/crud-procedures";
import { listProcedures } from "@/server/kit/list-procedures";
import { router } from "@/server/kit/procedure";
import { Company, ListCompanies } from "./company.schema";
import { companyService } from "./company.service";

const may = { read: "company.read" } as const;

/** Companies, for screens; the documents list no operations of them. */
export const companyRouter = router({
  ...listProcedures({ may, input: ListCompanies, item: Company, service: companyService }),
  ...crudProcedures({
    may: { ...may, write: "company-admin.write" },
    item: Company,
    service: { get: companyService.get },
  }),
});
