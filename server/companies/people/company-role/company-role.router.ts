import { del, get, post } from "@/server/kit/call/meta";
import { ofAnyCompany, router } from "@/server/kit/call/procedure";
import { Nothing } from "@/server/kit/call/wire";
import { translationProcedures } from "@/server/kit/language/translation-procedures";
import { listProcedures } from "@/server/kit/list/list-procedures";
import { crudProcedures, restOf } from "@/server/kit/record/crud-procedures";
import { ceilingWithLabels } from "./company-ceiling.service";
import {
  CategoryPermissions,
  CompanyRole,
  CreateCompanyRole,
  companyRoleTexts,
  ListCompanyRoles,
  SetCompanyRoleRights,
  UpdateCompanyRole,
} from "./company-role.schema";
import { companyRoleService } from "./company-role.service";

const at = "/v1/backoffice/companies/{companyId}/company-roles";
const one = `${at}/{id:companyRoleId}`;
const section = "4.5";

const of = {
  may: { read: "company-role.read", write: "company-role.write" },
  item: CompanyRole,
  service: companyRoleService,
  door: ofAnyCompany,
} as const;

export const companyRoleRouter = router({
  ...listProcedures({ ...of, rest: get(at, { section }), input: ListCompanyRoles, dto: "ListCompanyRoleDTO" }),
  ...crudProcedures({
    ...of,
    rest: restOf(one, section, { created: 204 }),
    create: CreateCompanyRole,
    update: UpdateCompanyRole,
  }),
  ...translationProcedures({
    ...of,
    fields: companyRoleTexts,
    rest: {
      set: post(`${one}/translation`, { section, empty: true, dto: "UpsertCompanyRoleTranslationDTO" }),
      remove: del(`${one}/translation/{translationId}`, { section, status: 200 }),
    },
  }),
  setRights: ofAnyCompany(of.may.write)
    .input(SetCompanyRoleRights)
    .output(Nothing)
    .mutation(({ ctx, input }) => companyRoleService.setRights(ctx, input.items)),
  ceiling: ofAnyCompany("company-role.read", get(`${at}/company-category/permissions`, { section }))
    .output(CategoryPermissions)
    .query(({ ctx }) => ceilingWithLabels(ctx, ctx.company.id)),
});
