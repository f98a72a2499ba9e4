import {
  CompanyAllowToManage,
  CompanyMatrix,
  ListCompanyAllowToManage,
  UpdateCompanyAllowToManage,
} from "@/server/companies/people/company-allow-to-manage/company-allow-to-manage.schema";
import { companyAllowToManageService } from "@/server/companies/people/company-allow-to-manage/company-allow-to-manage.service";
import { ceilingWithLabels } from "@/server/companies/people/company-role/company-ceiling.service";
import {
  CategoryPermissions,
  CompanyRole,
  CreateCompanyRole,
  companyRoleTexts,
  ListCompanyRoles,
  SetCompanyRoleRights,
  UpdateCompanyRole,
} from "@/server/companies/people/company-role/company-role.schema";
import { companyRoleService } from "@/server/companies/people/company-role/company-role.service";
import {
  CompanyRoleConfiguration,
  ListCompanyRoleConfigurations,
  UpdateCompanyRoleConfiguration,
} from "@/server/companies/people/company-role/company-role-configuration.schema";
import { companyRoleConfigurationService } from "@/server/companies/people/company-role/company-role-configuration.service";
import { del, get, patch, post } from "@/server/kit/call/meta";
import { ofCompany, router } from "@/server/kit/call/procedure";
import { Nothing } from "@/server/kit/call/wire";
import { translationProcedures } from "@/server/kit/language/translation-procedures";
import { listProcedures } from "@/server/kit/list/list-procedures";
import { crudProcedures, restOf } from "@/server/kit/record/crud-procedures";
import { isPermission } from "@/server/permissions";

// What 4.5 offers staff, for the company's own people: the same services, inside their company.

const team = "/v1/users/companies/{companyId}/team";
const at = `${team}/roles`;
const one = `${at}/{id:roleId}`;
const section = "4.9";
const may = { read: "team-role.read", write: "team-role.write" } as const;
const of = { may, item: CompanyRole, service: companyRoleService, door: ofCompany };

export const teamRoleRouter = router({
  ...listProcedures({ ...of, rest: get(at, { section }), input: ListCompanyRoles, dto: "ListCompanyRoleDTO" }),
  ...crudProcedures({
    ...of,
    rest: { ...restOf(one, section), create: post(at, { section, status: 204, dto: "CreateCompanyTeamRoleDTO" }) },
    create: CreateCompanyRole,
    update: UpdateCompanyRole,
  }),
  ...translationProcedures({
    ...of,
    fields: companyRoleTexts,
    rest: {
      set: post(`${one}/translation`, { section, status: 204, dto: "UpsertCompanyRoleTranslationDTO" }),
      remove: del(`${one}/translation/{translationId}`, { section, status: 204 }),
    },
  }),
  setRights: ofCompany(may.write)
    .input(SetCompanyRoleRights)
    .output(Nothing)
    .mutation(({ ctx, input }) => companyRoleService.setRights(ctx, input.items)),
  ceiling: ofCompany(may.read)
    .output(CategoryPermissions)
    .query(({ ctx }) => ceilingWithLabels(ctx, ctx.company.id)),
});

/** What the caller may hand on in their company. */
export const teamPermissionRouter = router({
  list: ofCompany(may.read, get(`${team}/permissions`, { section }))
    .output(CategoryPermissions.meta({ id: "CompanyTeamPermissionsResponseDTO" }))
    .query(async ({ ctx }) => {
      const { items } = await ceilingWithLabels(ctx, ctx.company.id);
      const { rights } = ctx.company;
      return { items: items.filter(({ code }) => isPermission(code) && rights.has(code)) };
    }),
});

export const teamAllowToManageRouter = router({
  ...listProcedures({
    may,
    door: ofCompany,
    rest: get(`${at}/allow-to-manage`, { section }),
    input: ListCompanyAllowToManage,
    item: CompanyAllowToManage,
    dto: "ListCompanyAllowToManageDTO",
    service: companyAllowToManageService,
  }),
  updateAll: ofCompany(may.write, patch(`${at}/allow-to-manage`, { section, dto: "BulkUpdateCompanyAllowToManageDTO" }))
    .input(UpdateCompanyAllowToManage)
    .output(CompanyMatrix)
    .mutation(({ ctx, input }) => companyAllowToManageService.updateAll(ctx, input.items)),
});

export const teamRoleConfigurationRouter = router({
  ...listProcedures({
    may,
    door: ofCompany,
    rest: get(`${at}/configuration`, { section }),
    input: ListCompanyRoleConfigurations,
    item: CompanyRoleConfiguration,
    dto: "ListCompanyRoleConfigurationDTO",
    service: companyRoleConfigurationService,
  }),
  updateAll: ofCompany(
    may.write,
    patch(`${at}/configuration`, { section, dto: "BulkUpdateCompanyRoleConfigurationDTO" }),
  )
    .input(UpdateCompanyRoleConfiguration)
    .output(Nothing)
    .mutation(({ ctx, input }) => companyRoleConfigurationService.updateAll(ctx, input.items)),
});
