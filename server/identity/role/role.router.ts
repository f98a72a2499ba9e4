import { del, get } from "@/server/kit/call/meta";
import { permitted, router } from "@/server/kit/call/procedure";
import { Nothing } from "@/server/kit/call/wire";
import { listProcedures } from "@/server/kit/list/list-procedures";
import { crudProcedures, restOf } from "@/server/kit/record/crud-procedures";
import { CreateRole, GetRoleProposal, ListRoles, RemoveRoles, Role, RoleProposal, UpdateRole } from "./role.schema";
import { roleService } from "./role.service";

const at = "/v1/backoffice/admin/roles";
const section = "4.1";

const of = {
  may: { read: "role.read", write: "role.write" },
  item: Role,
  service: roleService,
} as const;

export const roleRouter = router({
  ...listProcedures({
    ...of,
    rest: get(at, { section }),
    input: ListRoles,
    dto: "ListRoleResponseDTO",
  }),
  ...crudProcedures({ ...of, rest: restOf(`${at}/{id}`, section), create: CreateRole, update: UpdateRole }),
  proposal: permitted("role.read")
    .input(GetRoleProposal)
    .output(RoleProposal)
    .query(({ ctx, input }) => roleService.proposal(ctx, input.id)),
  removeAll: permitted("role.write", del(`${at}/bulk-delete`, { section, body: "ids" }))
    .input(RemoveRoles)
    .output(Nothing)
    .mutation(({ ctx, input }) => roleService.removeAll(ctx, input.ids)),
});
