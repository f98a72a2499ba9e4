import { and, asc, eq } from "drizzle-orm";
import type { z } from "zod";
import { companyRoles } from "@/db/schema";
import { rightsIn } from "@/server/identity/user-role/held-role.service";
import { inTransaction, type KnownCtx } from "@/server/kit/call/context";
import { companyOf } from "@/server/kit/list/scope";
import type { CreateCompanyAdmin } from "./company-admin.schema";
import { membershipsOf } from "./company-membership.service";
import { companyPlaceService } from "./company-place.service";
import { companyAdminList } from "./company-user.service";

type NewAdmin = z.output<typeof CreateCompanyAdmin>;

const { resend, remove } = membershipsOf(companyAdminList);

/**
 * The admins of companies (documents 4.3 and 4.4, decisions 3): people with the admin mark on their membership, by whose
 * id they are named. Who invites or ends one holds every right that comes with it.
 */
export const companyAdminService = {
  ...companyAdminList,
  resend,
  remove,

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
