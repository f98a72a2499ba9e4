import { permitted, router } from "@/server/kit/call/procedure";
import { listProcedures } from "@/server/kit/list/list-procedures";
import { explainerService } from "./explainer.service";
import { memberRoleService } from "./member-role.service";
import { rightHolderService } from "./right-holder.service";
import {
  GivableRoles,
  ListRightHolders,
  MemberRoles,
  OfType,
  OfUser,
  RightHolder,
  SetMemberRole,
  SetUserRoles,
  UserRoles,
  WhatCan,
} from "./user-role.schema";
import { userRoleService } from "./user-role.service";

/** Roles of a user, and what they come to; for screens. */
export const userRoleRouter = router({
  list: permitted("role.read")
    .input(OfUser)
    .output(UserRoles)
    .query(({ ctx, input }) => userRoleService.list(ctx, input.userId)),
  set: permitted("user-role.write", undefined, {
    unaudited: "needs a caller whose own roles may grant; the service writes the row",
  })
    .input(SetUserRoles)
    .output(UserRoles)
    .mutation(({ ctx, input }) => userRoleService.set(ctx, input.userId, input.roleIds, input.ifMatch)),
  givable: permitted("role.read")
    .input(OfType)
    .output(GivableRoles)
    .query(({ ctx, input }) => userRoleService.givable(ctx, input.type)),
  ofMember: permitted("role.read")
    .input(OfUser)
    .output(MemberRoles)
    .query(({ ctx, input }) => memberRoleService.list(ctx, input.userId)),
  setOfMember: permitted("user-role.write", undefined, {
    unaudited: "needs a caller with a session and a membership; the service writes the row",
  })
    .input(SetMemberRole)
    .output(MemberRoles)
    .mutation(({ ctx, input }) => memberRoleService.set(ctx, input.userCompanyId, input.companyRoleId, input.ifMatch)),
  whatCan: permitted("role.read")
    .input(OfUser)
    .output(WhatCan)
    .query(({ ctx, input }) => explainerService.whatCan(ctx, input.userId)),
});

/** The list of people who hold a right or a role. */
export const rightHolderRouter = router(
  listProcedures({
    may: { read: "role.read" },
    input: ListRightHolders,
    item: RightHolder,
    service: rightHolderService,
  }),
);
