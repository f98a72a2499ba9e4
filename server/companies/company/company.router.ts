import { router } from "@/server/kit/call/procedure";
import { listProcedures } from "@/server/kit/list/list-procedures";
import { crudProcedures } from "@/server/kit/record/crud-procedures";
import { Company, CreateCompany, ListCompanies, UpdateCompany } from "./company.schema";
import { companyService } from "./company.service";

const may = { read: "company.read", write: "company.write" } as const;

/** Companies, for staff's screens; the documents list no operations of them. */
export const companyRouter = router({
  ...listProcedures({ may, input: ListCompanies, item: Company, service: companyService }),
  ...crudProcedures({
    may,
    item: Company,
    create: CreateCompany,
    update: UpdateCompany,
    service: companyService,
  }),
});
