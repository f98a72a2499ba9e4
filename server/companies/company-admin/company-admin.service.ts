import { and, asc, eq } from "drizzle-orm";
import type { z } from "zod";
import { companies, companyRoles, userCompanies } from "@/db/schema";
import { cancelInvitationTo, invitationService } from "@/server/identity/invitation/invitation.service";
import { membershipService } from "@/server/identity/membership/membership.service";
import { type User, userService } from "@/server/identity/user/user.service";
import { rightsIn } from "@/server/identity/user-role/held-role.service";
import { assertMayAdmit, lockGrants } from "@/server/identity/user-role/reach.service";
import { audit } from "@/server/kit/audit";
import { inTransaction, type KnownCtx } from "@/server/kit/context";
import { broken, notFound } from "@/server/kit/errors";
import { assertVersion } from "@/server/kit/etag";
import { companyOf } from "@/server/kit/scope";
import { assertMayGrantHere } from "../company-allow-to-manage/company-allow-to-manage.service";
import { companyRoleService } from "../company-role/company-role.service";
import { settleType } from "./admin-type.service";
import type { CreateCompanyAdmin } from "./company-admin.schema";
import { companyAdminList } from "./company-user.service";

type Company = typeof companies.$inferSelect;
type Role = typeof companyRoles.$inferSelect;
type NewAdmin = z.output<typeof CreateCompanyAdmin>;

/** The company, which stays as it is until the transaction ends. */
async function companyFor(ctx: KnownCtx, id: string): Promise<Company> {
  const [company] = await ctx.db.select().from(companies).where(eq(companies.id, id)).for("share");
  if (!company) throw notFound();
  return company;
}

async function roleOf(ctx: KnownCtx, id: string | null): Promise<Role | null> {
  if (!id) return null;
  const [role] = await ctx.db.select().from(companyRoles).where(eq(companyRoles.id, id));
  return role ?? null;
}

/** The person with this address, locked; made where there is none. What is said of one who exists changes nothing. */
async function personFor(ctx: KnownCtx, { email, companyRoleId, ...fields }: NewAdmin): Promise<User> {
  const known = await userService.lockByEmail(ctx, email);
  if (!known) return userService.create(ctx, { ...fields, email, type: "Pro Center Admin" });
  if (known.type === "Staff") throw broken("email", "This is the address of a staff member.");
  if (known.status === "disabled") throw broken("email", "This account is disabled.");
  return known;
}

/** The person's place in the company, open again or new, with this role. */
async function placeFor(ctx: KnownCtx, user: User, company: Company, role: Role | null) {
  const place = { companyRoleId: role?.id ?? null, isAdmin: true };
  const theirs = and(eq(userCompanies.userId, user.id), eq(userCompanies.companyId, company.id));
  const [before] = await ctx.db.select().from(userCompanies).where(theirs).for("update");
  if (before?.status === "active") throw broken("email", "This person belongs to the company already.");
  const former = await roleOf(ctx, before?.companyRoleId ?? null);
  if (former && former.id !== role?.id) await assertMayAdmit(ctx, user.id, former.id);
  if (before) await membershipService.place(ctx, before.id, place);
  const { id } = before ?? (await membershipService.add(ctx, { ...place, userId: user.id, companyId: company.id }));
  if (former?.id !== role?.id)
    await audit(ctx, {
      ...entryOf(user, company.id),
      action: "set-company-role",
      changes: { [`role in ${company.name}`]: [former?.title ?? null, role?.title ?? null] },
    });
  return id;
}

const entryOf = (user: User, companyId: string) => ({
  objectType: "user",
  objectId: user.id,
  objectLabel: user.email,
  companyId,
});

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
  create: (ctx: KnownCtx, values: NewAdmin) =>
    inTransaction(ctx, async (ctx) => {
      await lockGrants(ctx);
      const company = await companyFor(ctx, companyOf(ctx));
      if (company.status === "disabled") throw broken("companyId", "This company is disabled.");
      const role = await companyRoleService.toGive(ctx, company.id, values.companyRoleId);
      const user = await personFor(ctx, values);
      await assertMayGrantHere(ctx, role ? [role.id] : []);
      const id = await placeFor(ctx, user, company, role);
      await invitationService.invite(ctx, id);
      await settleType(ctx, user.id);
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
      await assertMayAdmit(ctx, user.id, membership.companyRoleId);
      await membershipService.end(ctx, id);
      await cancelInvitationTo(ctx, id);
      await settleType(ctx, user.id);
      const { name } = await companyFor(ctx, membership.companyId);
      const changes = { company: [name, null] as [unknown, unknown] };
      await audit(ctx, { ...entryOf(user, membership.companyId), action: "end-membership", changes });
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
