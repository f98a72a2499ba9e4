import { permitted, router } from "@/server/trpc";
import { explainerService } from "./explainer.service";
import { OfUser, SetUserRoles, UserRoles, WhatCan, WhoAsks, WhoCan } from "./user-role.schema";
import { userRoleService } from "./user-role.service";

/** Roles of a user, and the explainer; for screens. */
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
    .mutation(({ ctx, input }) => userRoleService.set(ctx, input.userId, input.roleIds)),
  whatCan: permitted("role.read")
    .input(OfUser)
    .output(WhatCan)
    .query(({ ctx, input }) => explainerService.whatCan(ctx, input.userId)),
  whoCan: permitted("role.read")
    .input(WhoAsks)
    .output(WhoCan)
    .query(({ ctx, input }) => explainerService.whoCan(ctx, input.permission)),
});
