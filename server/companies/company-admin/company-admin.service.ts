import { and, asc, eq } from "drizzle-orm";
import type { z } from "zod";
import { companyRoles } from "@/db/schema";
import { invitationService } from "@/server/identity/invitation/invitation.service";
import { membershipService } from "@/server/identity/membership/membership.service";
import { userService } from "@/server/identity/user/user.service";
import { rightsIn } from "@/server/identity/user-role/held-role.service";
import { lockGrants } from "@/server/identity/user-role/reach.service";
import { inTransaction, type KnownCtx } from "@/server/kit/context";
import { broken } from "@/server/kit/errors";
import { assertVersion } from "@/server/kit/etag";
import { companyOf } from "@/server/kit/scope";
import type { CreateCompanyAdmin } from "./company-admin.schema";
import { companyPlaceService } from "./company-place.service";
import { companyAdminList } from "./company-user.service";

type NewAdmin = z.output<typeof CreateCompanyAdmin>;

/** An admin's membership and person, locked in the order in which everybody locks them; 404 where it is none. */
async function lock(ctx: KnownCtx, id: string, ifMatch?: string) {
  await lockGrants(ctx);
  const { userId } = await companyAdminList.get(ctx, id);
  const user = await userService.lock(ctx, userId);
  const membership = await membershipService.lock(ctx, id);
  assertVersion(membership, ifMatch);
  return { user, membership };
}

/**
 * The admins of companies (documents 4.3 and 4.4, decisions 3): people with the admin mark on their membership, by whose
 * id they are named. Who invites or ends one holds every right that comes with it.
 */
export const companyAdminService = {
  ...companyAdminList,

  async get(ctx: KnownCtx, id: string) {
    const admin = await companyAdminList.get(ctx, id);
    const rights = await rightsIn(ctx, admin.userId, admin.company.id);
    return { ...admin, permissions: [...(rights ?? [])].sort() };
  },

  /**
   * Finds the person or makes one, opens their membership, and mails an invitation.
   * @throws AppError `forbidden` for rights that the caller does not hold, `rule_broken` on `email` for a member, staff or
   * a disabled account, on `companyRoleId` for a role that cannot be given
   */
  create: (ctx: KnownCtx, { companyRoleId, ...person }: NewAdmin) =>
    inTransaction(ctx, async (ctx) => {
      const id = await companyPlaceService.open(ctx, companyOf(ctx), person, { companyRoleId, isAdmin: true });
      return companyAdminList.get(ctx, id);
    }),

  /** Mails another invitation; the earlier link stops working. @throws AppError `rule_broken` for who is not invited */
  resend: (ctx: KnownCtx, id: string) =>
    inTransaction(ctx, async (ctx) => {
      const { membership } = await lock(ctx, id);
      if (membership.status !== "invited")
        throw broken(
          "id",
          membership.status === "active"
            ? "This person has accepted already."
            : "This membership has ended. Invite the person again.",
        );
      await invitationService.invite(ctx, id);
    }),

  /** Ends the membership, not the account; its invitation stops working. @throws AppError `rule_broken` where it has ended */
  remove: (ctx: KnownCtx, id: string, ifMatch?: string) =>
    inTransaction(ctx, async (ctx) => {
      const { user, membership } = await lock(ctx, id, ifMatch);
      if (membership.status === "disabled") throw broken("id", "This membership has ended already.");
      await companyPlaceService.end(ctx, user, membership);
    }),

  /** The roles that this admin can hold: those of the company that are activated, by title. */
  async portalRole(ctx: KnownCtx, id: string) {
    const { company } = await companyAdminList.get(ctx, id);
    const { title, isDefault } = companyRoles;
    const items = await ctx.db
      .select({ id: companyRoles.id, title, isDefault })
      .from(companyRoles)
      .where(and(eq(companyRoles.companyId, company.id), eq(companyRoles.isActivated, true)))
      .orderBy(asc(title));
    return { items };
  },
};
