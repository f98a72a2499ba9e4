import { z } from "zod";
import { get } from "@/server/kit/call/meta";
import { permitted, router, signedIn } from "@/server/kit/call/procedure";
import { pageOf } from "@/server/kit/list/list.schema";
import { Group, ListModules, ListPermissions, ListPortals, Module, PermissionRow, Portal } from "./catalogue.schema";
import { groupService, moduleService, permissionService, portalService } from "./catalogue.service";

const at = "/v1/backoffice";
const section = "4.1";

/** What is seeded and never edited: permissions, groups, modules, portals (document 4.1). */
export const catalogueRouter = router({
  permissions: permitted("role.read", get(`${at}/admin/permissions`, { section }))
    .input(ListPermissions)
    .output(pageOf(PermissionRow).meta({ id: "ListPermissionResponseDTO" }))
    .query(({ ctx, input }) => permissionService.list(ctx, input)),
  groups: permitted("role.read", get(`${at}/admin/groups`, { section }))
    .input(z.object({}))
    .output(pageOf(Group).meta({ id: "ListGroupsResponseDTO" }))
    .query(({ ctx }) => groupService.list(ctx)),
  modules: signedIn(get(`${at}/module`, { section }))
    .input(ListModules)
    .output(pageOf(Module).meta({ id: "ListModuleDTO" }))
    .query(({ ctx, input }) => moduleService.list(ctx, input)),
  portals: permitted("role.read", get(`${at}/admin/portals`, { section }))
    .input(ListPortals)
    .output(pageOf(Portal).meta({ id: "ListPortalResponseDTO" }))
    .query(({ ctx, input }) => portalService.list(ctx, input)),
});
