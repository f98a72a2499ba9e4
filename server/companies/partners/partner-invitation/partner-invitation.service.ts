import { and, eq, gt, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import type { z } from "zod";
import {
  companies,
  partnerInvitations as invitations,
  languages,
  companyLinks as links,
  userCompanies,
  users,
} from "@/db/schema";
import type { PartnerLink } from "@/server/companies/partners/company-partner/company-partner.rules";
import { partnerLinkService } from "@/server/companies/partners/company-partner/partner-link.service";
import { partnerMailService } from "@/server/companies/partners/company-partner/partner-mail.service";
import { entryRequestService } from "@/server/companies/partners/entry-request/entry-request.service";
import { companyPlaceService } from "@/server/companies/people/company-admin/company-place.service";
import { actorOf, auditAs } from "@/server/identity/actor";
import { newPasswordHash } from "@/server/identity/password/password-strength.service";
import { fingerprint } from "@/server/identity/secret.rules";
import { type User, userService } from "@/server/identity/user/user.service";
import { rightsIn } from "@/server/identity/user-role/held-role.service";
import { lockGrants } from "@/server/identity/user-role/reach.service";
import { type CompanyCtx, type Ctx, inTransaction } from "@/server/kit/call/context";
import { AppError, broken } from "@/server/kit/call/errors";
import { assertExists } from "@/server/kit/call/exists";
import { limitRate } from "@/server/kit/call/rate-limit";
import { rateLimits } from "@/server/kit/call/rate-limit.rules";
import { permissionCodes } from "@/server/permissions";
import { t } from "@/texts/t";
import type { AcceptPartnership } from "./partner-invitation.schema";

const gone = () => broken("token", "This invitation is no longer valid. Ask for another one.", "link_invalid");
const limit = { name: "partner invitation", ...rateLimits.link };

/** The invitation of a link that is valid at this moment, with who invites; null where it is not. */
async function find(ctx: Ctx, token: string) {
  const inviter = alias(users, "inviter");
  const [found] = await ctx.db
    .select({ invitation: invitations, link: links, company: companies, inviter })
    .from(invitations)
    .innerJoin(links, and(eq(links.id, invitations.companyLinkId), eq(links.status, "invited")))
    .innerJoin(companies, and(eq(companies.id, links.companyId), eq(companies.status, "active")))
    .leftJoin(inviter, eq(inviter.id, invitations.inviterId))
    .where(and(eq(invitations.tokenHash, fingerprint(token)), gt(invitations.expiresAt, sql`now()`)));
  return found ?? null;
}

// As for invitations of people: the password of a pending account does not count.
const isNew = (user: User | undefined) => !user || user.status === "pending" || user.passwordHash === null;

async function accountOf(ctx: Ctx, email: string) {
  const [user] = await ctx.db.select().from(users).where(eq(users.email, email));
  return user;
}

const kindOf = (user: User | undefined) => {
  if (user?.type === "Staff") return "staff";
  if (user?.status === "disabled") return "disabled";
  return isNew(user) ? "new" : "known";
};

const noStaff = () => broken("token", "Staff accounts hold no membership of a company.");

/** The person who is signed in, for themselves. */
const signedIn = ({ actor }: Ctx) => (actor?.kind === "user" && !actor.actingId ? actor : undefined);

/**
 * Who accepts: the person who is signed in, else the invited address, which chooses a password where it is new.
 * @throws AppError where that account cannot
 */
async function personOf(ctx: Ctx, email: string, isChoosing: boolean): Promise<User | undefined> {
  const own = isChoosing ? undefined : signedIn(ctx);
  const user = await accountOf(ctx, own?.email ?? email);
  if (user?.type === "Staff") throw noStaff();
  if (user?.status === "disabled") throw new AppError("forbidden", "This account is disabled.");
  if (!own && !isNew(user)) throw new AppError("forbidden", t("Sign in as {email} to accept.", { email }));
  return user;
}

interface Newcomer {
  email: string;
  languageId?: string;
  passwordHash?: string;
  firstName?: string;
  lastName?: string;
}

/** The person's account, locked: as it was, activated, or made. */
async function settledPerson(ctx: Ctx, shown: User | undefined, newcomer: Newcomer): Promise<User> {
  const { passwordHash, firstName, lastName } = newcomer;
  const how = { action: "accept-partner-invitation" };
  if (!shown) return userService.join(ctx, { ...newcomer, firstName: firstName ?? "", lastName: lastName ?? "" }, how);
  const now = await userService.lock(ctx, shown.id);
  if (now.status !== shown.status || isNew(now) !== isNew(shown)) throw gone();
  const values = { passwordHash, firstName, lastName, languageId: now.languageId ?? newcomer.languageId };
  return isNew(shown) ? userService.activate(ctx, shown.id, values, how) : now;
}

/** The invited company, locked, and whether somebody is in it. */
async function lockCompany(ctx: Ctx, { linkedCompanyId }: PartnerLink) {
  const [company] = await ctx.db.select().from(companies).where(eq(companies.id, linkedCompanyId)).for("update");
  if (!company) throw gone();
  const active = and(eq(userCompanies.companyId, company.id), eq(userCompanies.status, "active"));
  return { company, isEntered: (await ctx.db.$count(userCompanies, active)) > 0 };
}

/** The invited company's own view, as this person. */
const insideOf = (ctx: Ctx, user: User, companyId: string): CompanyCtx => ({
  ...ctx,
  actor: actorOf(user),
  company: { id: companyId, rights: new Set(permissionCodes) },
});

/** The page of the link that an invited partner gets by mail (decisions 8, Partners). */
export const partnerInvitationService = {
  /** What the page shows; null for a link that is not valid for any reason. */
  async look(ctx: Ctx, token: string) {
    await limitRate(ctx, limit);
    const found = await find(ctx, token);
    if (!found) return null;
    const { invitation, link, company, inviter } = found;
    const user = await accountOf(ctx, invitation.email);
    const account = kindOf(user);
    return {
      inviter: inviter && `${inviter.firstName} ${inviter.lastName}`,
      company: company.name,
      kind: link.kind,
      reason: invitation.reason,
      email: invitation.email,
      account,
      userId: account === "known" && user ? user.id : null,
      expiresAt: invitation.expiresAt ?? "",
    } as const;
  },

  /** The button of the page was pressed. Nothing happens for a link that is not valid. */
  async open(ctx: Ctx, token: string): Promise<void> {
    await limitRate(ctx, limit);
    const found = await find(ctx, token);
    if (found) await inTransaction(ctx, (ctx) => partnerMailService.open(ctx, found.invitation.id));
  },

  /**
   * The link proves the mailbox, and is spent. A new person gets an account. Where nobody has entered the company, the
   * person becomes its first admin; where they belong to it and may, they answer for it; both accept the partnership.
   * Everybody else waits for its admins, who are asked to let them in. The answer is the same.
   * @throws AppError `rule_broken` on `token`, `password`, `firstName` or `lastName`, `forbidden` for who has an account
   * and is not signed in
   */
  async accept(
    ctx: Ctx,
    { token, password, firstName, lastName, languageId: ofPage }: z.output<typeof AcceptPartnership>,
  ) {
    await limitRate(ctx, limit);
    const found = await find(ctx, token);
    if (!found) throw gone();
    const { invitation } = found;
    const shown = await personOf(ctx, invitation.email, password !== undefined);
    const isFirst = isNew(shown);
    for (const [path, value] of Object.entries({ firstName, lastName }))
      if (!shown && !value) throw broken(path, "Give your name.");
    if (isFirst && !password) throw broken("password", "Choose a password.");
    const own = { email: invitation.email, firstName, lastName, companies: [found.company.name, found.link.name] };
    const passwordHash = isFirst && password ? await newPasswordHash("password", password, own) : undefined;
    await assertExists(ctx, languages, "language", "languageId", ofPage ? [ofPage] : []);
    const languageId = invitation.languageId ?? ofPage;
    return inTransaction(ctx, async (ctx) => {
      await lockGrants(ctx);
      const { email } = invitation;
      const user = await settledPerson(ctx, shown, { email, languageId, passwordHash, firstName, lastName });
      const [link] = await ctx.db.select().from(links).where(eq(links.id, found.link.id)).for("update");
      if (link?.status !== "invited") throw gone();
      if (!(await partnerMailService.spend(ctx, invitation, user.id))) throw gone();
      const { company, isEntered } = await lockCompany(ctx, link);
      const inside = insideOf(ctx, user, company.id);
      const rights = await rightsIn(ctx, user.id, company.id);
      if (company.status === "pending" && !isEntered) {
        await companyPlaceService.enterFirst(inside, company.id, user);
        await partnerLinkService.accept(inside, link, user.email);
      } else if (rights?.has("company-manufacturer.write")) {
        await partnerLinkService.accept(inside, link, user.email);
      } else if (!rights) {
        await entryRequestService.ask(inside, { user, company, invitation, inviter: found.company.name });
      }
      if (!isFirst) await auditAs(ctx, user, "accept-partner-invitation", { company: [null, found.company.name] });
      return { email: user.email };
    });
  },
};
