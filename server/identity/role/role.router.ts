import { listProcedures } from "@/server/kit/list-procedures";
import { del, get, patch, post } from "@/server/kit/meta";
import { permitted, router } from "@/server/kit/procedure";
import { ById, byId, Nothing } from "@/server/kit/wire";
import { CreateRole, ListRoles, RemoveRoles, Role, UpdateRole } from "./role.schema";
import { roleService } from "./role.service";

const at = "/v1/backoffice/admin/roles";
const section = "4.1";

export const roleRouter = router({
  ...listProcedures({
    may: { read: "role.read" },
    rest: get(at, { section }),
    input: ListRoles,
    item: Role,
    dto: "ListRoleResponseDTO",
    service: roleService,
  }),
  get: permitted("role.read", get(`${at}/{id}`, { section }))
    .input(ById)
    .output(Role)
    .query(({ ctx, input }) => roleService.get(ctx, input.id)),
  create: permitted("role.write", post(at, { section, status: 201 }))
    .input(CreateRole)
    .output(Role)
    .mutation(({ ctx, input }) => roleService.create(ctx, input)),
  update: permitted("role.write", patch(`${at}/{id}`, { section, dto: "UpdateRoleDTO" }))
    .input(byId(UpdateRole.shape))
    .output(Role)
    .mutation(({ ctx, input: { id, ifMatch, ...values } }) => roleService.update(ctx, id, values, ifMatch)),
  remove: permitted("role.write", del(`${at}/{id}`, { section }))
    .input(byId({}))
    .output(Nothing)
    .mutation(({ ctx, input }) => roleService.remove(ctx, input.id, input.ifMatch)),
  removeAll: permitted("role.write", del(`${at}/bulk-delete`, { section, body: "ids" }))
    .input(RemoveRoles)
    .output(Nothing)
    .mutation(({ ctx, input }) => roleService.removeAll(ctx, input.ids)),
  restore: permitted("role.write")
    .input(ById)
    .output(Role)
    .mutation(({ ctx, input }) => roleService.restore(ctx, input.id)),
});
