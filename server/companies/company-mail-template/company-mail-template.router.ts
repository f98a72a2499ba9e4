import { crudProcedures } from "@/server/kit/crud-procedures";
import { listProcedures } from "@/server/kit/list-procedures";
import { del, get, put } from "@/server/kit/meta";
import { ofAnyCompany, router } from "@/server/kit/procedure";
import {
  CompanyMailTemplate,
  EditableTemplates,
  ListCompanyMailTemplates,
  OfLanguage,
  PutCompanyMailTemplate,
} from "./company-mail-template.schema";
import { companyMailTemplateService as service } from "./company-mail-template.service";

const at = "/v1/backoffice/company/{companyId}/mail-template";
const section = "4.5";

const of = {
  may: { read: "company-mail-template.read", write: "company-mail-template.write" },
  item: CompanyMailTemplate,
  service,
  door: ofAnyCompany,
} as const;

export const companyMailTemplateRouter = router({
  ...listProcedures({ ...of, input: ListCompanyMailTemplates }),
  ...crudProcedures({ ...of, rest: { remove: del(`${at}/{id:companyMailTemplateId}`, { section }) } }),
  editable: ofAnyCompany(of.may.read)
    .output(EditableTemplates)
    .query(({ ctx }) => service.editable(ctx)),
  put: ofAnyCompany(
    of.may.write,
    put(`${at}/{mailTemplateId}`, { section, status: 201, dto: "CreateCompMailTemplateTransDTO" }),
  )
    .input(PutCompanyMailTemplate)
    .output(CompanyMailTemplate)
    .mutation(({ ctx, input: { companyId, ifMatch, ...text } }) => service.put(ctx, text, ifMatch)),
  in: ofAnyCompany(of.may.read, get(`${at}/{mailTemplateId}/language/{languageId}`, { section }))
    .input(OfLanguage)
    .output(CompanyMailTemplate)
    .query(({ ctx, input }) => service.in(ctx, input)),
});
