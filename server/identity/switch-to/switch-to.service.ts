import { and, eq, sql } from "drizzle-orm";
import type { z } from "zod";
import { companies, companyRoles, companyRoleTranslations, sessions, userCompanies, users } from "@/db/schema";
import { env } from "@/env/env";
import { type Ctx, inTransaction, type KnownCtx } from "@/server/kit/call/context";
import { AppError, broken } from "@/server/kit/call/errors";
import { contains, containsAny, oneOf, refersTo } from "@/server/kit/list/list-filters";
import { listService } from "@/server/kit/list/list-service";
import { audit } from "@/server/kit/record/audit";
import { enqueueMail } from "@/server/platform/mail/mail.service";
import { ownActor } from "../actor";
import { forgetTries, inTurn, reserveTry } from "../login-attempt/login-attempt.service";
import { membershipService } from "../membership/membership.service";
import { verifyPassword } from "../password.service";
import { addSession, revokeSession } from "../session/session.service";
import { switchesWhere } from "../session/switch-session.service";
import { notingRefusals } from "../sign-in-event/sign-in-event.service";
import { signAccessToken } from "../token.service";
import { userService } from "../user/user.service";
import { roleName, roleWords } from "../user-role/company-name.service";
import { ListSwitchToMembers, type SwitchTo } from "./switch-to.schema";

const hourSeconds = 3600;

/** Memberships that can be switched to: all of their parts active, and never staff. */
const reachable = () =>
  and(
    eq(userCompanies.status, "active"),
    sql`${userCompanies.userId} in (select u.id from backoffice.users u where u.status = 'active' and u.type <> 'Staff')`,
    sql`${userCompanies.companyId} in (select c.id from backoffice.companies c where c.status = 'active')`,
  );

const load = (ctx: Ctx, ids: string[]) =>
  ctx.db
    .select({
      id: userCompanies.id,
      userCompanyId: userCompanies.id,
      userId: users.id,
      companyId: companies.id,
      companyName: companies.name,
      registerNumber: companies.registerNumber,
      email: users.email,
      firstName: users.firstName,
      lastName: users.lastName,
      type: users.type,
      roleTitle: sql<string | null>`${roleName}`,
    })
    .from(userCompanies)
    .innerJoin(users, eq(users.id, userCompanies.userId))
    .innerJoin(companies, eq(companies.id, userCompanies.companyId))
    .leftJoin(companyRoles, eq(companyRoles.id, userCompanies.companyRoleId))
    .leftJoin(companyRoleTranslations, roleWords)
    .where(oneOf(userCompanies.id, ids));

const members = listService({
  table: userCompanies,
  scope: () => reachable() ?? sql`false`,
  load,
  input: ListSwitchToMembers,
  joins: [
    { table: users, on: eq(users.id, userCompanies.userId) },
    { table: companies, on: eq(companies.id, userCompanies.companyId) },
  ],
  sort: {
    companyName: companies.name,
    firstName: users.firstName,
    lastName: users.lastName,
    email: users.email,
    createdAt: userCompanies.createdAt,
  },
  filters: {
    companyName: (value) => refersTo(userCompanies.companyId, companies, contains(companies.name)(value)),
    memberName: (value) =>
      refersTo(userCompanies.userId, users, containsAny(users.firstName, users.lastName, users.email)(value)),
  },
});

/**
 * Checks the caller's own switch-to password; wrong ones are counted like failed logins, but apart from them.
 * @throws AppError `forbidden` under switch-to and for callers who are not staff, `password_wrong` on `password`,
 * `too_many_requests`
 */
async function checkCaller(ctx: KnownCtx, password: string) {
  const actor = ownActor(ctx);
  if (actor.type !== "Staff") throw new AppError("forbidden", "Only staff can switch to a member.");
  const check = async () => {
    await reserveTry(ctx, `switch-to ${actor.id}`);
    const [me] = await ctx.db.select().from(users).where(eq(users.id, actor.id));
    if (!(await verifyPassword(me?.switchToPasswordHash, password)))
      throw broken("password", "This is not your switch-to password.", "password_wrong");
    await forgetTries(ctx, `switch-to ${actor.id}`);
  };
  const { email } = actor;
  await notingRefusals(ctx, { kind: "switch-to", email }, () => inTurn(`switch-to ${actor.id}`, check));
  return actor;
}

/** Opens the session under which the caller acts as a member: an hour, without refresh, audited, with a notice by mail. */
async function open(ctx: KnownCtx, input: z.output<typeof SwitchTo>, kind: "browser" | "api") {
  ownActor(ctx);
  const member = await members.get(ctx, input.userCompanyId);
  const actor = await checkCaller(ctx, input.password);
  return inTransaction(ctx, async (ctx) => {
    const user = await userService.lock(ctx, member.userId);
    await membershipService.lock(ctx, member.id);
    await members.get(ctx, member.id); // checked again under the locks: somebody who was disabled meanwhile is not found
    const session = await addSession(ctx, {
      userId: user.id,
      kind,
      actUserId: actor.id,
      parentId: actor.sessionId,
      userCompanyId: member.id,
      reason: input.reason,
      lifetime: `${hourSeconds} seconds`,
    });
    const changes = {
      by: [null, actor.label] as [unknown, unknown],
      company: [null, member.companyName] as [unknown, unknown],
      reason: [null, input.reason] as [unknown, unknown],
    };
    const entry = { objectType: "user", objectId: user.id, objectLabel: user.email, companyId: member.companyId };
    await audit(ctx, { ...entry, action: "switch-to", changes });
    if (env.SWITCH_TO_NOTICE)
      await enqueueMail(ctx, {
        templateCode: "SWITCH_TO_NOTICE",
        recipient: user.email,
        module: "identity",
        tokens: {
          firstName: user.firstName,
          staff: actor.label,
          company: member.companyName,
          reason: input.reason,
          at: session.createdAt.slice(0, 16).replace("T", " "),
        },
        languageId: user.languageId,
      });
    return { session, user, companyId: member.companyId };
  });
}

/** Staff who act as a member of a company (document 4.10, decisions 2). */
export const switchToService = {
  ...members,

  /** Tokens of the target's membership for the caller's own client. 404 for a membership that cannot be switched to. */
  async switchTo(ctx: KnownCtx, input: z.output<typeof SwitchTo>) {
    const { session, user } = await open(ctx, input, "api");
    const claims = { sub: user.id, sid: session.id, type: user.type, act: session.actUserId ?? undefined };
    return {
      accessToken: await signAccessToken(claims, hourSeconds),
      expiresIn: hourSeconds,
      expiresAt: session.expiresAt,
      tokenType: "Bearer" as const,
      userCompanyId: input.userCompanyId,
      user,
    };
  },

  /** Makes the browser's session the member's, until the hour is over or `end` is called. */
  async switchScreen(ctx: KnownCtx, input: z.output<typeof SwitchTo>) {
    if (ctx.door !== "screen") throw new AppError("forbidden", "This is for browsers.");
    const { session, companyId } = await open(ctx, input, "browser");
    return { companyId, expiresAt: session.expiresAt };
  },

  /** The way back: ends the caller's session under switch-to. */
  async end(ctx: KnownCtx) {
    if (ctx.actor.kind !== "user" || !ctx.actor.actingId)
      throw new AppError("rule_broken", "This session is not under switch-to.");
    await revokeSession(ctx, ctx.actor.sessionId, "logout");
  },

  /** Who acted as this person, when and why; newest first, the last 100. */
  async visits(ctx: KnownCtx, userId: string) {
    const found = await switchesWhere(ctx, eq(sessions.userId, userId));
    return { items: found.map(({ whom, ...visit }) => visit) };
  },
};
