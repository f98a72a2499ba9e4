import { and, eq, gt, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import type { z } from "zod";
import { companies, invitations, languages, userCompanies, users } from "@/db/schema";
import { env } from "@/env/env";
import { type Ctx, inTransaction, isOfCompanies, type KnownCtx } from "@/server/kit/call/context";
import { AppError, broken, notFound } from "@/server/kit/call/errors";
import { assertExists } from "@/server/kit/call/exists";
import { limitRate } from "@/server/kit/call/rate-limit";
import { rateLimits } from "@/server/kit/call/rate-limit.rules";
import { audit, auditMany, type Changes } from "@/server/kit/record/audit";
import { lifetime } from "@/server/kit/value/lifetime.rules";
import { enqueueMail, enqueueMails } from "@/server/platform/mail/mail.service";
import { t } from "@/texts/t";
import { actorOf, auditAs } from "../actor";
import { settleType } from "../membership/account-type.service";
import { enterCompany } from "../membership/company-entry.service";
import { membershipService } from "../membership/membership.service";
import { newPasswordHash } from "../password/password-strength.service";
import { fingerprint, newToken } from "../secret.rules";
import { type User, userService } from "../user/user.service";
import { keptPromises } from "../user-role/promised-role.service";
import { assertMayAdmit, lockGrants } from "../user-role/reach.service";
import { setRoles } from "../user-role/user-role.service";
import type { Accept } from "./invitation.schema";

/** What an invitation of a person is called in the audit trail. */
export const memberInvited = "invite";

const gone = () => broken("token", "This invitation is no longer valid. Ask for another one.", "link_invalid");

// Somebody who registered another person's address also chose a password for it, so the password of a pending account
// does not count.
const isNew = ({ status, passwordHash }: User) => status === "pending" || passwordHash === null;

const linkOf = (token: string) => new URL(`/invitation/${token}`, env.APP_URL).href;

/** The person who invites, where it is one who is there. */
async function inviterOf(ctx: KnownCtx): Promise<string | null> {
  const inviterId = ctx.actor.kind === "user" ? (ctx.actor.actingId ?? ctx.actor.id) : null;
  const [inviter] = inviterId ? await ctx.db.select({ id: users.id }).from(users).where(eq(users.id, inviterId)) : [];
  return inviter?.id ?? null;
}

/**
 * A new token for this person (and company); an earlier one stops working.
 * @param roleIds what the person gets when they accept; as it was promised before where not said
 */
async function issue(ctx: KnownCtx, userId: string, userCompanyId: string | null, roleIds?: string[]) {
  const token = newToken();
  const fresh = {
    tokenHash: fingerprint(token),
    inviterId: await inviterOf(ctx),
    expiresAt: sql<string>`now() + ${lifetime.link}::interval`,
    ...(roleIds && { roleIds }),
  };
  const [row] = await ctx.db
    .insert(invitations)
    .values({ userId, userCompanyId, ...fresh })
    .onConflictDoUpdate({ target: [invitations.userId, invitations.userCompanyId], set: fresh })
    .returning({ expiresAt: invitations.expiresAt });
  if (!row) throw new Error("insert into invitations returned nothing");
  return { link: linkOf(token), expiresAt: row.expiresAt };
}

const entered = (company: string): Changes => ({ company: [null, company] });

interface Destination {
  userCompanyId: string;
  company: typeof companies.$inferSelect;
}

async function mailLink(ctx: KnownCtx, user: User, link: string, to?: Destination) {
  const { email: recipient, firstName, languageId } = user;
  const tokens = { firstName, email: recipient, link, company: to?.company.name ?? "" };
  const templateCode = to ? "COMPANY_INVITATION" : "PORTAL_USER_INVITATION";
  const companyId = to?.company.id;
  await enqueueMail(ctx, { templateCode, recipient, module: "identity", tokens, languageId, companyId });
}

const auditInvitation = (ctx: KnownCtx, user: User, to?: Destination) =>
  audit(ctx, {
    objectType: "user",
    objectId: user.id,
    objectLabel: user.email,
    companyId: to?.company.id,
    action: memberInvited,
    changes: to ? entered(to.company.name) : {},
  });

/** Mails the link and writes the audit row. @returns when the link expires */
async function send(ctx: KnownCtx, user: User, to?: Destination, roleIds?: string[]) {
  const { link, expiresAt } = await issue(ctx, user.id, to?.userCompanyId ?? null, roleIds);
  await mailLink(ctx, user, link, to);
  await auditInvitation(ctx, user, to);
  return { expiresAt };
}

async function lockPending(ctx: KnownCtx, userId: string) {
  const user = await userService.lock(ctx, userId);
  if (user.status !== "pending") throw broken("userId", "This account is not waiting for an invitation.");
  return user;
}

/** The person, company and inviter of a token that is valid at this moment. */
async function find(ctx: Ctx, token: string) {
  const inviter = alias(users, "inviter");
  const [found] = await ctx.db
    .select({ invitation: invitations, user: users, membership: userCompanies, company: companies, inviter })
    .from(invitations)
    .innerJoin(users, eq(users.id, invitations.userId))
    .leftJoin(userCompanies, eq(userCompanies.id, invitations.userCompanyId))
    .leftJoin(companies, eq(companies.id, userCompanies.companyId))
    .leftJoin(inviter, eq(inviter.id, invitations.inviterId))
    .where(and(eq(invitations.tokenHash, fingerprint(token)), gt(invitations.expiresAt, sql`now()`)));
  if (!found || found.user.status === "disabled") return null;
  const { membership, company } = found;
  const isOpen = membership ? membership.status === "invited" && company?.status !== "disabled" : isNew(found.user);
  return isOpen ? found : null;
}

/** Whether it invites staff into a company: the company's people are not told, so the page says that it cannot be. */
const isStaffOf = ({ user, membership }: NonNullable<Awaited<ReturnType<typeof find>>>) =>
  membership !== null && user.type === "Staff";

/** Deletes the links that were mailed to a person, such as to an address that turned out to be somebody else's. */
export const cancelInvitations = (ctx: Ctx, userId: string) =>
  ctx.db.delete(invitations).where(eq(invitations.userId, userId));

/** Deletes the link to one company, such as where the membership has ended. */
export const cancelInvitationTo = (ctx: Ctx, userCompanyId: string) =>
  ctx.db.delete(invitations).where(eq(invitations.userCompanyId, userCompanyId));

/** Invitations by link (decisions 3, Company admins): 7 days, stored hashed, one live for each membership. */
export const invitationService = {
  /**
   * Invites a membership's person by mail; an earlier link stops working. 404 for a membership that does not exist.
   * @throws AppError `rule_broken` for a member already, a disabled account or company, `forbidden` for who does not hold
   * what the person can do once they accept
   */
  invite: (ctx: KnownCtx, userCompanyId: string) =>
    inTransaction(ctx, async (ctx) => {
      const [known] = await ctx.db
        .select({ userId: userCompanies.userId })
        .from(userCompanies)
        .where(eq(userCompanies.id, userCompanyId));
      if (!known) throw notFound();
      // In the order of `accept`, so that the two never wait for each other.
      const user = await userService.lock(ctx, known.userId);
      const membership = await membershipService.lock(ctx, userCompanyId);
      const [company] = await ctx.db
        .select()
        .from(companies)
        .where(eq(companies.id, membership.companyId))
        .for("share");
      if (!company) throw notFound();
      if (membership.status === "active") throw broken("userCompanyId", "This person is a member already.");
      // To people of companies every address is like any other; the page of the link says that it cannot be used.
      if (user.status === "disabled" && !isOfCompanies(ctx.actor))
        throw broken("userCompanyId", "This account is disabled.");
      if (company.status === "disabled") throw broken("userCompanyId", "This company is disabled.");
      await assertMayAdmit(ctx, user.id, membership.companyRoleId);
      await membershipService.invite(ctx, userCompanyId);
      return send(ctx, user, { userCompanyId, company });
    }),

  /** Invites the first people of companies that were made for them, who are invited to nothing there yet. */
  inviteFirst: (ctx: KnownCtx, all: { user: User; userCompanyId: string; company: { id: string; name: string } }[]) =>
    inTransaction(ctx, async (ctx) => {
      if (all.length === 0) return;
      const inviterId = await inviterOf(ctx);
      const fresh = all.map((one) => ({ ...one, token: newToken() }));
      await ctx.db.insert(invitations).values(
        fresh.map(({ user, userCompanyId, token }) => ({
          userId: user.id,
          userCompanyId,
          tokenHash: fingerprint(token),
          inviterId,
          expiresAt: sql<string>`now() + ${lifetime.link}::interval`,
        })),
      );
      await enqueueMails(
        ctx,
        { templateCode: "COMPANY_INVITATION", module: "identity" },
        fresh.map(({ user: { email, firstName, languageId }, company, token }) => ({
          recipient: email,
          languageId,
          tokens: { firstName, email, company: company.name, link: linkOf(token) },
        })),
      );
      await auditMany(
        ctx,
        all.map(({ user, company }) => ({
          objectType: "user",
          objectId: user.id,
          objectLabel: user.email,
          companyId: company.id,
          action: memberInvited,
          changes: entered(company.name),
        })),
      );
    }),

  /**
   * Invites a person to their own account, which waits for a password.
   * @param roleIds what they get when they accept, which the caller was found to be able to give
   * @throws AppError `rule_broken` for an account that does not wait
   */
  inviteUser: (ctx: KnownCtx, userId: string, roleIds?: string[]) =>
    inTransaction(ctx, async (ctx) => send(ctx, await lockPending(ctx, userId), undefined, roleIds)),

  /**
   * As `inviteUser`, and hands out the link itself: for who runs the installation, never for a door.
   * @param isMailed whether the link is mailed too
   */
  linkFor: (ctx: KnownCtx, userId: string, isMailed: boolean) =>
    inTransaction(ctx, async (ctx) => {
      const user = await lockPending(ctx, userId);
      const { link, expiresAt } = await issue(ctx, userId, null);
      if (isMailed) await mailLink(ctx, user, link);
      await auditInvitation(ctx, user);
      return { link, expiresAt };
    }),

  /** As `inviteUser`, for everybody but staff, who are 404 here. */
  invitePortalUser: (ctx: KnownCtx, userId: string) =>
    inTransaction(ctx, async (ctx) => {
      const { type } = await userService.lock(ctx, userId);
      if (type === "Staff") throw notFound();
      return invitationService.inviteUser(ctx, userId);
    }),

  /** What the page of the link shows; null for a link that is not valid for any reason. */
  async look(ctx: Ctx, token: string) {
    await limitRate(ctx, { name: "invitation", ...rateLimits.link });
    const found = await find(ctx, token);
    if (!found) return null;
    const { user, company, inviter } = found;
    return {
      userId: user.id,
      email: user.email,
      firstName: user.firstName,
      lastName: user.lastName,
      companyName: company?.name ?? null,
      isNew: isNew(user),
      isStaff: isStaffOf(found),
      inviter: inviter && `${inviter.firstName} ${inviter.lastName}`,
    };
  },

  /**
   * Accepts: a new person chooses a password and is active, one with an account must be signed in to it. The link
   * cannot be used again.
   * @throws AppError `rule_broken` on `token` or `password`, `forbidden` for who is not signed in as the invited person
   */
  async accept(ctx: Ctx, { token, password, firstName, lastName, languageId }: z.output<typeof Accept>) {
    await limitRate(ctx, { name: "invitation", ...rateLimits.link });
    const found = await find(ctx, token);
    if (!found) throw gone();
    const { invitation, user, membership, company } = found;
    if (isStaffOf(found)) throw broken("token", "Staff accounts hold no membership of a company.");
    const isFirst = isNew(user);
    const isThem = ctx.actor?.kind === "user" && ctx.actor.id === user.id && !ctx.actor.actingId;
    if (!isFirst && !isThem) throw new AppError("forbidden", t("Sign in as {email} to accept.", { email: user.email }));
    if (isFirst && !password) throw broken("password", "Choose a password.");
    const own = {
      email: user.email,
      firstName: firstName ?? user.firstName,
      lastName: lastName ?? user.lastName,
      companies: company ? [company.name] : [],
    };
    const passwordHash = isFirst && password ? await newPasswordHash("password", password, own) : undefined;
    await assertExists(ctx, languages, "language", "languageId", languageId ? [languageId] : []);
    return inTransaction(ctx, async (ctx) => {
      if (invitation.roleIds.length > 0) await lockGrants(ctx);
      // Checked again under the row's lock: an account that was disabled meanwhile stays so, and of two passwords the
      // first counts.
      const now = await userService.lock(ctx, user.id);
      const spent = await ctx.db
        .delete(invitations)
        .where(and(eq(invitations.id, invitation.id), eq(invitations.tokenHash, invitation.tokenHash)))
        .returning({ id: invitations.id });
      if (spent.length === 0 || now.status !== user.status || isNew(now) !== isFirst) throw gone();
      if (membership) {
        if ((await membershipService.lock(ctx, membership.id)).status !== "invited") throw gone();
        await membershipService.enter(ctx, membership.id);
      }
      const { inviter, kept, broken } = await keptPromises(ctx, invitation.inviterId, user.type, invitation.roleIds);
      const lost = broken.map((name) => [`role ${name}`, ["promised", "not given"] as [string, string]]);
      const changes: Changes = { ...(company ? entered(company.name) : {}), ...Object.fromEntries(lost) };
      if (isFirst)
        await userService.activate(
          ctx,
          user.id,
          { passwordHash, firstName, lastName, languageId: user.languageId ?? languageId },
          { action: "accept-invitation", changes },
        );
      else await auditAs(ctx, user, "accept-invitation", changes);
      if (company) {
        const asThem: KnownCtx = { ...ctx, actor: actorOf(user) };
        await enterCompany(asThem, company.id);
        await settleType(asThem, user.id);
      }
      if (inviter && kept.length > 0) await setRoles({ ...ctx, actor: inviter }, user.id, kept);
      return { email: user.email, companyId: company?.id ?? null };
    });
  },
};
