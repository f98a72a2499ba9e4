import { and, eq, gt, isNull, sql } from "drizzle-orm";
import { sessions, users } from "@/db/schema";
import { type Ctx, inTransaction, type KnownCtx } from "@/server/kit/call/context";
import { AppError, broken, notFound } from "@/server/kit/call/errors";
import type { Changes } from "@/server/kit/record/audit";
import { tokenOf } from "@/server/kit/secret/bearer.rules";
import { enqueueMail } from "@/server/platform/mail/mail.service";
import { ownActor } from "../actor";
import { forgetTries, inTurn, reserveTry } from "../login-attempt/login-attempt.service";
import { verifyPassword } from "../password.service";
import { newToken } from "../secret.rules";
import { addSession, endSession, revokeSessionsOf } from "../session/session.service";
import { noteSignIn, notingRefusals } from "../sign-in-event/sign-in-event.service";
import { signAccessToken, verifyAccessToken } from "../token.service";
import { type User, userService } from "../user/user.service";
import { doOrRehearse, issueCode, limitCodes, withCode } from "../user-code/user-code.service";
import { newPasswordHash, ownWordsOf } from "./password-strength.service";

const resetSeconds = 600;

/**
 * The caller's own row, once their password has been checked: wrong ones count like failed logins.
 * @throws AppError `password_wrong` on `currentPassword`, `too_many_requests`
 */
export function withPassword(ctx: KnownCtx, currentPassword: string): Promise<User> {
  const { id, email } = ownActor(ctx);
  const check = async () => {
    await reserveTry(ctx, email);
    const [user] = await ctx.db.select().from(users).where(eq(users.id, id));
    if (!user) throw notFound();
    if (!(await verifyPassword(user.passwordHash, currentPassword)))
      throw broken("currentPassword", "This is not your password.", "password_wrong");
    await forgetTries(ctx, email);
    return user;
  };
  return notingRefusals(ctx, { kind: "password", email }, () => inTurn(email, check));
}

/** Ends every other session of a person whose row is locked. @returns what the audit trail says of the new password */
async function endSessions(ctx: Ctx, user: User, action: string, keep?: string) {
  const changes: Changes = { sessionsEnded: [null, await revokeSessionsOf(ctx, user.id, action, keep)] };
  return { action, changes };
}

/** Tells a person that their password was changed. */
async function mailChange(ctx: Ctx, { email: recipient, languageId, firstName }: User) {
  await enqueueMail(ctx, {
    templateCode: "PASSWORD_CHANGED",
    recipient,
    module: "identity",
    languageId,
    tokens: { firstName },
  });
}

/** Forgotten and changed passwords (document 4.10, decisions 2). */
export const passwordChangeService = {
  /** Mails a code; the same answer, in the same time, for an address without an account. */
  async forgot(ctx: Ctx, email: string) {
    await limitCodes(ctx, "forgot-password", email);
    await noteSignIn(ctx, { kind: "reset", reason: "asked", email });
    await inTransaction(ctx, async (ctx) => {
      const [user] = await ctx.db.select().from(users).where(eq(users.email, email));
      await doOrRehearse(ctx, user !== undefined && user.status !== "disabled", async (ctx) => {
        const code = await issueCode(ctx, email, "password-reset");
        await enqueueMail(ctx, {
          templateCode: "PASSWORD_RESET",
          recipient: email,
          module: "identity",
          tokens: { firstName: user?.firstName ?? "", code },
          languageId: user?.languageId,
        });
      });
    });
    return { message: "If this address has an account, a code is on its way." };
  },

  /** Tokens that can only reset the password, once, within 10 minutes. @throws AppError `code_wrong` on `code` */
  async validateCode(ctx: Ctx, { email, code }: { email: string; code: string }) {
    await limitCodes(ctx, "validate-code", email);
    const { user, sid } = await withCode(ctx, { email, purpose: "password-reset", code }, async (ctx, user) => {
      if (user.status === "disabled") return undefined;
      const session = await addSession(ctx, { userId: user.id, kind: "reset", lifetime: `${resetSeconds} seconds` });
      return { user, sid: session.id };
    });
    const accessToken = await signAccessToken({ sub: user.id, sid, type: user.type }, resetSeconds);
    // The refresh token is not stored, so a reset session cannot be prolonged.
    return { accessToken, refreshToken: newToken(), expiresIn: resetSeconds, tokenType: "Bearer" as const };
  },

  /**
   * Whose password the token of `validateCode` may set, and its session, which ends with that.
   * @param sent `authorization`: `Bearer …`
   * @throws AppError `token_invalid`, `token_expired` or `session_ended`, `forbidden` for one of another kind
   */
  async checkReset(ctx: Ctx, sent: { authorization?: unknown }) {
    const token = tokenOf(sent.authorization);
    if (!token) throw new AppError("credentials_missing");
    const { sid, sub } = await verifyAccessToken(token);
    const live = and(eq(sessions.id, sid), isNull(sessions.revokedAt), gt(sessions.expiresAt, sql`now()`));
    const [session] = await ctx.db.select().from(sessions).where(live);
    if (!session) throw new AppError("session_ended", "This token was used before or has expired. Ask for a new code.");
    if (session.kind !== "reset") throw new AppError("forbidden", "This needs the token of a password reset code.");
    return { sub, sid };
  },

  /**
   * Sets the password with the token of `validateCode`, which works once; every session ends.
   * @throws as `checkReset`
   */
  async reset(ctx: Ctx, authorization: string | undefined, password: string) {
    const { sub, sid } = await passwordChangeService.checkReset(ctx, { authorization });
    const [owner] = await ctx.db.select().from(users).where(eq(users.id, sub));
    if (!owner) throw new AppError("session_ended");
    const passwordHash = await newPasswordHash("password", password, await ownWordsOf(ctx, owner));
    await inTransaction(ctx, async (ctx) => {
      const user = await userService.lock(ctx, sub);
      const isSpent = await endSession(ctx, sid, "reset-password");
      if (!isSpent || user.status === "disabled") throw new AppError("session_ended");
      // The code came by mail, so the address is theirs: a reset also activates the account.
      await userService.activate(ctx, user.id, { passwordHash }, await endSessions(ctx, user, "reset-password"));
      await mailChange(ctx, user);
      await forgetTries(ctx, user.email);
    });
  },

  /** @throws AppError `password_wrong` on `currentPassword`, `rule_broken` or `password_too_weak` on `newPassword`, `too_many_requests` */
  async change(ctx: KnownCtx, { currentPassword, newPassword }: { currentPassword: string; newPassword: string }) {
    const { sessionId } = ownActor(ctx);
    const user = await withPassword(ctx, currentPassword);
    if (newPassword === currentPassword) throw broken("newPassword", "This is the password you have.");
    const passwordHash = await newPasswordHash("newPassword", newPassword, await ownWordsOf(ctx, user));
    await inTransaction(ctx, async (ctx) => {
      await userService.lock(ctx, user.id);
      const how = await endSessions(ctx, user, "change-password", sessionId);
      await userService.setSecret(ctx, user, { passwordHash }, how);
      await mailChange(ctx, user);
    });
  },

  /** Sets the second secret that switch-to asks for; it is never the login password (422). */
  async setSwitchTo(ctx: KnownCtx, input: { currentPassword: string; switchToPassword: string }) {
    const user = await withPassword(ctx, input.currentPassword);
    if (input.switchToPassword === input.currentPassword)
      throw broken("switchToPassword", "Choose a password other than your login password.");
    const own = await ownWordsOf(ctx, user);
    const switchToPasswordHash = await newPasswordHash("switchToPassword", input.switchToPassword, own);
    await userService.setSecret(ctx, user, { switchToPasswordHash }, { action: "set-switch-to-password" });
  },
};
