import { and, eq, gt, ne, sql } from "drizzle-orm";
import { roles, userRoles, users } from "@/db/schema";
import { env } from "@/env/env";
import { type Ctx, inTransaction, type KnownCtx } from "@/server/kit/call/context";
import { AppError, broken } from "@/server/kit/call/errors";
import { limitRate } from "@/server/kit/call/rate-limit";
import { rateLimits } from "@/server/kit/call/rate-limit.rules";
import { inboxService } from "@/server/notification/inbox/inbox.service";
import { userDeviceService } from "@/server/notification/user-device/user-device.service";
import { withParts } from "@/server/permissions";
import { enqueueMail } from "@/server/platform/mail/mail.service";
import type { TemplateCode } from "@/server/platform/mail/mail-catalogue.rules";
import { actorOf, ownActor } from "../actor";
import { cancelInvitations, invitationService } from "../invitation/invitation.service";
import { withPassword } from "../password/password-change.service";
import { fingerprint, newToken } from "../secret.rules";
import { revokeSessionsOf } from "../session/session.service";
import { type User, userService } from "../user/user.service";
import { killCodes } from "../user-code/user-code.service";
import { assertCouldGive, lockGrants } from "../user-role/reach.service";

const lifetimeMs = 7 * 86_400_000;
const gone = () => broken("token", "This link is no longer valid. Ask for the change again.", "link_invalid");

/** The user with this address, unless it is the person themselves. */
async function ownerOf(ctx: Ctx, email: string, personId: string) {
  const [owner] = await ctx.db
    .select({ id: users.id })
    .from(users)
    .where(and(eq(users.email, email), ne(users.id, personId)));
  return owner;
}

const taken = () => {
  const message = "A user with this e-mail address already exists.";
  return new AppError("duplicate", `email: ${message}`, { errors: [{ path: "email", message }] });
};

const mail = (
  ctx: Ctx,
  user: User,
  templateCode: TemplateCode,
  recipient: string,
  tokens: Record<string, string> = {},
) =>
  enqueueMail(ctx, {
    templateCode,
    recipient,
    module: "identity",
    languageId: user.languageId,
    tokens: { firstName: user.firstName, ...tokens },
  });

/** Makes the change wait for the link that is mailed to the new address, and tells the old one. */
async function request(ctx: KnownCtx, user: User, email: string) {
  const token = newToken();
  await userService.requestEmail(ctx, user.id, {
    email,
    byId: ctx.actor.kind === "user" ? ctx.actor.id : null,
    hash: fingerprint(token),
    until: new Date(Date.now() + lifetimeMs).toISOString(),
  });
  if (user.status === "pending") {
    // Nobody ever confirmed the old address, so links that were mailed there stop working.
    await cancelInvitations(ctx, user.id);
    await killCodes(ctx, [user.email]);
  }
  await mail(ctx, user, "EMAIL_CHANGE_CONFIRM", email, { email, link: `${env.APP_URL ?? ""}/email-change/${token}` });
  await mail(ctx, user, "EMAIL_CHANGE_REQUESTED", user.email);
}

/** The person whose change this link confirms, if the link is valid at this moment. */
async function find(ctx: Ctx, token: string) {
  const isLive = and(eq(users.pendingEmailHash, fingerprint(token)), gt(users.pendingEmailUntil, sql`now()`));
  const [user] = await ctx.db.select().from(users).where(isLive);
  return user && user.status !== "disabled" ? user : undefined;
}

/**
 * Checks again whether the person who asked for the change may still do so: the account may have got rights since, or
 * they may have lost theirs.
 */
async function assertStillAllowed(ctx: Ctx, user: User) {
  const { pendingEmailById: byId } = user;
  if (byId === null || byId === user.id) return;
  const [staff] = await ctx.db.select().from(users).where(eq(users.id, byId));
  if (staff?.type !== "Staff" || staff.status !== "active") throw gone();
  const held = await ctx.db
    .select({ permissions: roles.permissions })
    .from(userRoles)
    .innerJoin(roles, eq(roles.id, userRoles.roleId))
    .where(eq(userRoles.userId, byId));
  const actor = { ...actorOf(staff), permissions: new Set(withParts(held.flatMap(({ permissions }) => permissions))) };
  await assertCouldGive({ ...ctx, actor }, user.id).catch((error) =>
    Promise.reject(error instanceof AppError ? gone() : error),
  );
}

/** Changes of an e-mail address, asked for by anybody: pending until the new address confirms (decisions 2). */
export const emailChangeService = {
  /**
   * For staff, in the transaction that holds the person's lock: asks for another address of a person, or mails the link
   * once more. The caller has checked that they may.
   * @throws AppError `duplicate` or `rule_broken` on `email`
   */
  async requestFor(ctx: KnownCtx, user: User, email: string) {
    if (email === user.email) return;
    if (user.status === "disabled") throw broken("email", "This account is disabled.");
    if (await ownerOf(ctx, email, user.id)) throw taken();
    await request(ctx, user, email);
  },

  /**
   * Asks for another address of one's own. Whether somebody has it already is not told before it confirms, and then to
   * its owner only.
   * @throws AppError `rule_broken` on `currentPassword` or `email`, `too_many_requests`
   */
  async requestOwn(ctx: KnownCtx, { email, currentPassword }: { email: string; currentPassword: string }) {
    const { id } = ownActor(ctx);
    await limitRate(ctx, { name: "email-change", ...rateLimits.emailChange, of: id });
    const shown = await withPassword(ctx, currentPassword);
    if (email === shown.email) throw broken("email", "This is the address you have.");
    await inTransaction(ctx, async (ctx) => {
      const user = await userService.lock(ctx, id);
      if (user.passwordHash !== shown.passwordHash)
        throw broken("currentPassword", "This is not your password.", "password_wrong");
      await request(ctx, user, email);
    });
    return { pendingEmail: email };
  },

  /** Leaves one's own address as it is; the link that was mailed stops working. */
  async cancelOwn(ctx: KnownCtx) {
    const { pendingEmail } = await userService.cancelEmail(ctx, ownActor(ctx).id);
    return { pendingEmail };
  },

  /** What the page of the link shows; null for a link that is not valid for any reason. */
  async look(ctx: Ctx, token: string) {
    await limitRate(ctx, { name: "email-change", ...rateLimits.link });
    const user = await find(ctx, token);
    return user?.pendingEmail ? { firstName: user.firstName, email: user.pendingEmail } : null;
  },

  /**
   * The new address confirms: it is the account's, every session and every open code ends, no device is pushed to until it
   * signs in again, and the old address is told. A pending account is invited again, at the new address.
   * @throws AppError `rule_broken` on `token`, `duplicate` where the address is somebody else's by now
   */
  async confirm(ctx: Ctx, token: string) {
    await limitRate(ctx, { name: "email-change", ...rateLimits.link });
    const shown = await find(ctx, token);
    if (!shown) throw gone();
    return inTransaction(ctx, async (ctx) => {
      await lockGrants(ctx);
      const before = await userService.lock(ctx, shown.id);
      const email = before.pendingEmail;
      if (before.pendingEmailHash !== fingerprint(token) || before.status === "disabled" || !email) throw gone();
      await assertStillAllowed(ctx, before);
      if (await ownerOf(ctx, email, before.id)) throw taken();
      const sessionsEnded = await revokeSessionsOf(ctx, before.id, "e-mail changed");
      await cancelInvitations(ctx, before.id);
      await killCodes(ctx, [before.email, email]);
      await userDeviceService.forget(ctx, before.email);
      await inboxService.moveTo(ctx, before.email, email);
      const changes = { sessionsEnded: [null, sessionsEnded] as [unknown, unknown] };
      const after = await userService.confirmEmail(ctx, before.id, { action: "confirm-email", changes });
      await mail(ctx, after, "EMAIL_CHANGED", before.email);
      if (after.status === "pending") {
        const actor = { kind: "system" as const, label: "change of e-mail" };
        await invitationService.inviteUser({ ...ctx, actor }, after.id);
      }
      return { email };
    });
  },
};
