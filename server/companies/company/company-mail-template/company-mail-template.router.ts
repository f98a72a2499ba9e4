import { del, get, put, type RestMeta } from "@/server/kit/call/meta";
import { ofAnyCompany, type ofCompany, router } from "@/server/kit/call/procedure";
import { listProcedures } from "@/server/kit/list/list-procedures";
import { crudProcedures } from "@/server/kit/record/crud-procedures";
import type { Permission } from "@/server/permissions";
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

interface Options {
  may: { read: Permission; write: Permission };
  door: typeof ofAnyCompany | typeof ofCompany;
  rest?: { remove: RestMeta; put: RestMeta; editable: RestMeta };
}

/** What both doors have. */
export const mailTemplateProcedures = ({ may, door, rest }: Options) => ({
  ...listProcedures({ may, item: CompanyMailTemplate, service, door, input: ListCompanyMailTemplates }),
  ...crudProcedures({ may, item: CompanyMailTemplate, service, door, rest }),
  editable: door(may.read, rest?.editable)
    .output(EditableTemplates)
    .query(({ ctx }) => service.editable(ctx)),
  put: door(may.write, rest?.put)
    .input(PutCompanyMailTemplate)
    .output(CompanyMailTemplate)
    .mutation(({ ctx, input: { companyId: _, ifMatch, ...text } }) => service.put(ctx, text, ifMatch)),
});

const may = { read: "company-mail-template.read", write: "company-mail-template.write" } as const;

export const companyMailTemplateRouter = router({
  ...mailTemplateProcedures({
    may,
    door: ofAnyCompany,
    rest: {
      editable: get(at, { section }),
      remove: del(`${at}/{id:companyMailTemplateId}`, { section }),
      put: put(`${at}/{mailTemplateId}`, { section, status: 201, dto: "CreateCompMailTemplateTransDTO" }),
    },
  }),
  in: ofAnyCompany(may.read, get(`${at}/{mailTemplateId}/language/{languageId}`, { section }))
    .input(OfLanguage)
    .output(CompanyMailTemplate)
    .query(({ ctx, input }) => service.in(ctx, input)),
});
