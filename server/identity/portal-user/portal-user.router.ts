import { z } from "zod";
import { get, put } from "@/server/kit/call/meta";
import { permitted, router } from "@/server/kit/call/procedure";
import { ById, byId, Id } from "@/server/kit/call/wire";
import { inOnePage } from "@/server/kit/list/list";
import { listProcedures } from "@/server/kit/list/list-procedures";
import { crudProcedures, restOf } from "@/server/kit/record/crud-procedures";
import { User } from "../user/user.schema";
import { companyLinksOf } from "../user-role/company-link.service";
import { GetPreferences, Preferences, PutPreferences } from "./optin.schema";
import { optinService } from "./optin.service";
import { portalRoleOfRiders } from "./portal-role.service";
import {
  CreatePortalUser,
  ListPortalUsers,
  ListRiders,
  PortalRole,
  Rider,
  UpdatePortalUser,
  UserCompanies,
} from "./portal-user.schema";
import { portalUserService, riderService } from "./portal-user.service";

const at = "/v1/backoffice/admin/portal-users";
const riders = "/v1/backoffice/admin/riders";
const section = "4.11";

const of = {
  may: { read: "portal-user.read", write: "portal-user.write" },
  item: User,
  service: portalUserService,
} as const;

export const portalUserRouter = router({
  ...listProcedures({
    ...of,
    rest: get(at, { section }),
    input: ListPortalUsers,
    dto: "ListUserDTO",
  }),
  ...crudProcedures({
    ...of,
    rest: restOf(`${at}/{id}`, section),
    create: CreatePortalUser,
    update: UpdatePortalUser,
  }),
  cancelEmailChange: permitted("portal-user.write")
    .input(byId({}))
    .output(User)
    .mutation(({ ctx, input }) => portalUserService.cancelEmailChange(ctx, input.id, input.ifMatch)),
  optins: permitted("portal-user.read")
    .input(z.object({ userId: Id }))
    .output(z.object({ items: z.array(Preferences) }))
    .query(({ ctx, input }) => optinService.list(ctx, input.userId)),
  getOptin: permitted("portal-user.read", get(`${at}/{userId}/optin/{platformTechKey}`, { section }))
    .input(GetPreferences)
    .output(Preferences)
    .query(({ ctx, input }) => optinService.get(ctx, input.userId, input.platformTechKey)),
  putOptin: permitted("portal-user.write", put(`${at}/{userId}/optin`, { section, dto: "UpsertMyPreferencesDTO" }))
    .input(PutPreferences)
    .output(Preferences)
    .mutation(({ ctx, input }) => optinService.put(ctx, input)),
  companies: permitted("portal-user.read", get(`${at}/{userId}/companies`, { section }))
    .input(z.object({ userId: Id }))
    .output(UserCompanies)
    .query(async ({ ctx, input }) => {
      await portalUserService.get(ctx, input.userId);
      return inOnePage(await companyLinksOf(ctx, input.userId));
    }),
});

export const riderRouter = router({
  ...listProcedures({
    may: { read: "rider.read" },
    rest: get(riders, { section }),
    input: ListRiders,
    item: Rider,
    dto: "ListRiderDTO",
    service: riderService,
  }),
  get: permitted("rider.read", get(`${riders}/{id}`, { section }))
    .input(ById)
    .output(Rider)
    .query(({ ctx, input }) => riderService.get(ctx, input.id)),
  portalRole: permitted("rider.read", get(`${riders}/portal-role/{portalRoleId}`, { section }))
    .input(z.object({ portalRoleId: Id }))
    .output(PortalRole)
    .query(({ ctx, input }) => portalRoleOfRiders(ctx, input.portalRoleId)),
});
