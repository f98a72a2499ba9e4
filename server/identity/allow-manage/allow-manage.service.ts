import { roleAllowManage, roles } from "@/db/schema";
import { listService } from "@/server/kit/list/list-service";
import { matrixOf } from "@/server/kit/record/grant-matrix";
import { assertMayGrant, lockGrants } from "../user-role/reach.service";
import { ListAllowManage } from "./allow-manage.schema";

const table = roleAllowManage;

const matrix = listService({
  table,
  scope: "global",
  input: ListAllowManage,
  sort: {
    roleManagerId: table.roleManagerId,
    roleId: table.roleId,
    allowed: table.allowed,
    createdAt: table.createdAt,
    updatedAt: table.updatedAt,
  },
  filters: {},
});

/** The matrix: which role may grant which role. A pair without a row is not allowed (document 4.1). */
export const allowManageService = {
  ...matrix,

  /**
   * Sets all of these pairs at once; the others stay as they are.
   * @throws AppError `forbidden` for a role that the caller may not grant
   */
  updateAll: matrixOf({
    table,
    name: "role",
    what: "role",
    roles: (ctx) => ctx.db.select({ id: roles.id, name: roles.name }).from(roles),
    lock: lockGrants,
    assertMayGrant,
  }),
};
