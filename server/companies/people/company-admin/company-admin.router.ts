import { del, get, post, type RestMeta } from "@/server/kit/call/meta";
import { ofAnyCompany, type ofCompany, permitted, router } from "@/server/kit/call/procedure";
import { ById, byId, Nothing } from "@/server/kit/call/wire";
import { listProcedures } from "@/server/kit/list/list-procedures";
import { crudProcedures } from "@/server/kit/record/crud-procedures";
import type { Permission } from "@/server/permissions";
import {
  AdminRoles,
  CompanyAdmin,
  CompanyAdminDetail,
  CompanyUser,
  CreateCompanyAdmin,
  InviteMember,
  ListCompanyAdmins,
  ListCompanyUsers,
  SetMemberRole,
} from "./company-admin.schema";
import { companyAdminService } from "./company-admin.service";
import { type companyMemberService, companyPersonService } from "./company-member.service";

const may = { read: "company-admin.read", write: "company-admin.write" } as const;
const service = companyAdminService;

/** What both doors have. */
const admins = (rest: Record<"list" | "get" | "create" | "remove" | "resend", RestMeta>) => ({
  ...listProcedures({
    may,
    rest: rest.list,
    input: ListCompanyAdmins,
    item: CompanyAdmin,
    dto: "ListCompanyAdminResponseDTO",
    service,
  }),
  ...crudProcedures({ may, rest, item: CompanyAdminDetail, service: { get: service.get, remove: service.remove } }),
  create: ofAnyCompany(may.write, { dto: "CreateCompanyAdminDTO", ...rest.create })
    .input(CreateCompanyAdmin)
    .output(CompanyAdmin)
    .mutation(({ ctx, input: { companyId, ...values } }) => service.create(ctx, values)),
  resend: permitted(may.write, rest.resend)
    .input(ById)
    .output(Nothing)
    .mutation(({ ctx, input }) => service.resend(ctx, input.id)),
});

const at = "/v1/backoffice/admin/company/admins";
const section = "4.3";

/** Company admins, for staff (document 4.3). */
export const companyAdminRouter = router({
  ...admins({
    list: get(at, { section }),
    get: get(`${at}/{id}`, { section }),
    create: post("/v1/backoffice/admin/company/{companyId}/admins", { section }),
    remove: del(`${at}/{id}`, { section }),
    resend: post(`${at}/{id}/resend-invitation`, { section }),
  }),
  portalRole: permitted(may.read, get(`${at}/{id}/portal-role`, { section }))
    .input(ById)
    .output(AdminRoles)
    .query(({ ctx, input }) => service.portalRole(ctx, input.id)),
});

const companies = "/v1/backoffice/admin/companies";
const keyed = { section: "4.4", auth: "apiKey" } as const;

/** The same for keys (document 4.4). */
export const companyAdminByKeyRouter = router(
  admins({
    list: get(`${companies}/company-admin`, keyed),
    get: get(`${companies}/company-admin/{id}`, keyed),
    create: post(`${companies}/{companyId:id}/company-admin`, keyed),
    remove: del(`${companies}/company-admin/{id}`, keyed),
    resend: post(`${companies}/company-admin/{id}/resend-invitation`, keyed),
  }),
);

/** What screens of either door do with everybody of a company. */
export const memberProcedures = <S extends typeof companyMemberService>(
  door: typeof ofAnyCompany | typeof ofCompany,
  may: { read: Permission; write: Permission },
  service: S,
) => ({
  get: door(may.read)
    .input(ById)
    .output(CompanyUser)
    .query(({ ctx, input }) => service.get(ctx, input.id)),
  create: door(may.write)
    .input(InviteMember)
    .output(CompanyUser)
    .mutation(({ ctx, input: { companyId: _, ...values } }) => service.create(ctx, values)),
  setRole: door(may.write)
    .input(byId(SetMemberRole.shape))
    .output(CompanyUser)
    .mutation(({ ctx, input: { id, companyRoleId, ifMatch } }) => service.setRole(ctx, id, companyRoleId, ifMatch)),
  resend: door(may.write)
    .input(ById)
    .output(Nothing)
    .mutation(({ ctx, input }) => service.resend(ctx, input.id)),
  remove: door(may.write)
    .input(byId({}))
    .output(Nothing)
    .mutation(({ ctx, input: { id, ifMatch } }) => service.remove(ctx, id, ifMatch)),
});

/** Everybody of one company: by key, and for screens. */
export const companyUserRouter = router({
  ...listProcedures({
    may,
    rest: get(`${companies}/{companyId:id}/users`, keyed),
    input: ListCompanyUsers,
    item: CompanyUser,
    dto: "ListUserCompanyDTO",
    service: companyPersonService,
    door: ofAnyCompany,
  }),
  ...memberProcedures(ofAnyCompany, may, companyPersonService),
});
