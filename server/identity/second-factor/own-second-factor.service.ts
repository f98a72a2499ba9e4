import { and, eq, isNull, sql } from "drizzle-orm";
import { secondFactors } from "@/db/schema";
import { env } from "@/env/env";
import { inTransaction, type KnownCtx } from "@/server/kit/call/context";
import { AppError, broken } from "@/server/kit/call/errors";
import { audit, type Changes } from "@/server/kit/record/audit";
import { enqueueMail } from "@/server/platform/mail/mail.service";
import { ownActor } from "../actor";
import { forgetTries } from "../login-attempt/login-attempt.service";
import { withPassword } from "../password/password-change.service";
import { personOf } from "../person.service";
import { revokeSessionsOf } from "../session/session.service";
import { notingRefusals } from "../sign-in-event/sign-in-event.service";
import { type User, userService } from "../user/user.service";
import { assertReaches } from "../user-role/reach.service";
import { enrolmentUri, newSecret, openSecret, sealedColumns, stepOf } from "./second-factor.rules";
import {
  hasOldRecoveryCodes,
  removeSecondFactor,
  replaceRecoveryCodes,
  secondFactorOf,
  spendCode,
} from "./second-factor.service";

const wrongCode = () =>
  broken("code", "This code is wrong or was used before. Wait for the next one in your authenticator.", "code_wrong");

/** Uses up a code of the caller. @throws AppError `code_wrong` on `code`, which is noted */
const spend = (ctx: KnownCtx, userId: string, code: string) =>
  notingRefusals(ctx, { kind: "second-factor", email: ownActor(ctx).email }, async () => {
    if (!(await spendCode(ctx, userId, code))) throw wrongCode();
  });
const isRequired = (type: User["type"]) => type === "Staff" && env.STAFF_SECOND_FACTOR === "required";

const changes = { on: [false, true], off: [true, false], reset: [true, false] };

/** The audit row and the notice to the account's owner. */
async function record(ctx: KnownCtx, user: User, what: keyof typeof changes, sessionsEnded = 0) {
  const { email: recipient, languageId, firstName } = user;
  const [before, after] = changes[what];
  const entry = { objectType: "user", objectId: user.id, objectLabel: recipient, action: `second-factor-${what}` };
  const ended: Changes = sessionsEnded ? { sessionsEnded: [null, sessionsEnded] } : {};
  await audit(ctx, { ...entry, changes: { secondFactor: [before, after], ...ended } });
  const templateCode = ({ on: "SECOND_FACTOR_ON", off: "SECOND_FACTOR_OFF", reset: "SECOND_FACTOR_RESET" } as const)[
    what
  ];
  await enqueueMail(ctx, { templateCode, recipient, module: "identity", languageId, tokens: { firstName } });
}

/** A person's own second factor: an authenticator (TOTP) and recovery codes. Not for staff under switch-to (403). */
export const ownSecondFactorService = {
  async status(ctx: KnownCtx) {
    const { id, type } = ownActor(ctx);
    const factor = await secondFactorOf(ctx, id);
    return {
      isOn: factor !== null,
      since: factor?.since ?? null,
      isRequired: isRequired(type),
      recoveryCodesLeft: factor?.recoveryCodesLeft ?? 0,
      areRecoveryCodesOld: factor !== null && (await hasOldRecoveryCodes(ctx, id)),
    };
  },

  /**
   * A new secret for the authenticator; nothing is on before `confirm`.
   * @throws AppError `rule_broken` where one is on, `password_wrong` on `currentPassword`
   */
  async start(ctx: KnownCtx, currentPassword: string) {
    const { id, email } = await withPassword(ctx, currentPassword);
    const secret = newSecret();
    const fresh = { ...sealedColumns(id, secret), lastStep: 0 };
    const started = await inTransaction(ctx, (ctx) =>
      ctx.db
        .insert(secondFactors)
        .values({ userId: id, ...fresh })
        .onConflictDoUpdate({
          target: secondFactors.userId,
          set: { ...fresh, createdAt: sql`excluded.created_at` },
          setWhere: isNull(secondFactors.confirmedAt),
        })
        .returning({ userId: secondFactors.userId }),
    );
    if (started.length === 0) throw new AppError("rule_broken", "Your second factor is on. Turn it off first.");
    return { secret, uri: enrolmentUri(secret, email) };
  },

  /**
   * Turns the second factor of `start` on with a code of it, and ends every other session, because those never showed a
   * code.
   * @returns the recovery codes, for the one time
   * @throws AppError `code_wrong` on `code`
   */
  confirm: (ctx: KnownCtx, code: string) =>
    inTransaction(ctx, async (ctx) => {
      const { id, sessionId } = ownActor(ctx);
      const user = await userService.lock(ctx, id); // so that no sign-in can go through without a code
      const mine = and(eq(secondFactors.userId, id), isNull(secondFactors.confirmedAt));
      const [started] = await ctx.db.select().from(secondFactors).where(mine).for("update");
      const secret = started && openSecret(started);
      if (!secret) throw new AppError("rule_broken", "There is no authenticator to confirm. Start again.");
      const step = stepOf(secret, code.replace(/\s/g, ""));
      if (step === null) throw wrongCode();
      await ctx.db.update(secondFactors).set({ confirmedAt: sql`now()`, lastStep: step }).where(mine);
      await record(ctx, user, "on", await revokeSessionsOf(ctx, id, "second factor on", sessionId));
      return { recoveryCodes: await replaceRecoveryCodes(ctx, id) };
    }),

  /** @throws AppError `code_wrong` on `code`, `too_many_requests` */
  async renewRecoveryCodes(ctx: KnownCtx, code: string) {
    const { id, email } = ownActor(ctx);
    await spend(ctx, id, code);
    return inTransaction(ctx, async (ctx) => {
      const entry = { objectType: "user", objectId: id, objectLabel: email, action: "recovery-codes" };
      await audit(ctx, { ...entry, changes: {} });
      return { recoveryCodes: await replaceRecoveryCodes(ctx, id) };
    });
  },

  /** @throws AppError `password_wrong`, `code_wrong`, `rule_broken` where staff must have one, `too_many_requests` */
  async turnOff(ctx: KnownCtx, { currentPassword, code }: { currentPassword: string; code: string }) {
    const { type } = ownActor(ctx);
    if (isRequired(type)) throw new AppError("rule_broken", "Staff must have a second factor here.");
    const user = await withPassword(ctx, currentPassword);
    await spend(ctx, user.id, code);
    await inTransaction(ctx, async (ctx) => {
      if (await removeSecondFactor(ctx, user.id)) await record(ctx, user, "off");
    });
  },
};

/** Somebody's second factor, as staff see it. */
export const secondFactorOfUser = async (ctx: KnownCtx, userId: string) => {
  await personOf(ctx, userId);
  const factor = await secondFactorOf(ctx, userId);
  return { isOn: factor !== null, since: factor?.since ?? null, recoveryCodesLeft: factor?.recoveryCodesLeft ?? 0 };
};

/**
 * Turns off somebody's second factor, for them or for staff, and tells them; the caller holds the lock on the account.
 * @returns whether there was one
 */
export async function takeSecondFactor(ctx: KnownCtx, user: User, sessionsEnded: number): Promise<boolean> {
  if (!(await removeSecondFactor(ctx, user.id))) return false;
  await forgetTries(ctx, `second-factor ${user.id}`);
  await record(ctx, user, "reset", sessionsEnded);
  return true;
}

/**
 * Turns off the second factor of somebody who lost it, ends their sessions and tells them.
 * @throws AppError `forbidden` for the caller's own account and for a person who holds more rights, `rule_broken` where
 * none is on
 */
export const resetSecondFactor = (ctx: KnownCtx, userId: string) =>
  inTransaction(ctx, async (ctx) => {
    if (ownActor(ctx).id === userId) throw new AppError("forbidden", "Turn off your own on your profile.");
    const user = await userService.lock(ctx, userId);
    await assertReaches(ctx, userId);
    const ended = await revokeSessionsOf(ctx, userId, "second factor reset");
    if (!(await takeSecondFactor(ctx, user, ended)))
      throw new AppError("rule_broken", "This account has no second factor.");
  });
