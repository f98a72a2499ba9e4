import { and, eq, inArray, isNotNull, isNull, lt, sql } from "drizzle-orm";
import { recoveryCodes, secondFactors } from "@/db/schema";
import type { Ctx } from "@/server/kit/context";
import { keyedHash, keyedHashes } from "@/server/kit/keyed-hash";
import { forgetTries, inTurn, reserveTry } from "../login-attempt/login-attempt.service";
import type { Proof } from "../session/session.service";
import { isTotp, newRecoveryCodes, recoveryText, stepOf, unsealSecret } from "./second-factor.rules";

const inForce = (userId: string) => and(eq(secondFactors.userId, userId), isNotNull(secondFactors.confirmedAt));
const unspent = (userId: string) => and(eq(recoveryCodes.userId, userId), isNull(recoveryCodes.usedAt));

/** Since when a person's second factor is on, and how many recovery codes are left; null where it is off. */
export async function secondFactorOf(ctx: Ctx, userId: string) {
  const [factor] = await ctx.db.select().from(secondFactors).where(inForce(userId));
  return factor?.confirmedAt
    ? { since: factor.confirmedAt, recoveryCodesLeft: await ctx.db.$count(recoveryCodes, unspent(userId)) }
    : null;
}

/** Each code works once: the step only ever grows, also for requests at the same time. */
async function spendTotp(ctx: Ctx, userId: string, code: string): Promise<boolean> {
  const [factor] = await ctx.db.select().from(secondFactors).where(inForce(userId));
  const secret = factor && unsealSecret(userId, factor.secretSealed);
  const step = secret ? stepOf(secret, code) : null;
  if (step === null) return false;
  const spent = await ctx.db
    .update(secondFactors)
    .set({ lastStep: step })
    .where(and(inForce(userId), lt(secondFactors.lastStep, step)))
    .returning({ userId: secondFactors.userId });
  return spent.length > 0;
}

async function spendRecoveryCode(ctx: Ctx, userId: string, code: string): Promise<boolean> {
  const hashes = keyedHashes(recoveryText(userId, code)).map(({ hash }) => hash);
  const spent = await ctx.db
    .update(recoveryCodes)
    .set({ usedAt: sql`now()` })
    .where(and(unspent(userId), inArray(recoveryCodes.codeHash, hashes)))
    .returning({ id: recoveryCodes.id });
  return spent.length > 0;
}

/**
 * Uses a code of the authenticator, or a recovery code. Wrong ones count like wrong passwords, on a row of their own
 * that no right password resets.
 * @returns which it was, null for a wrong or used one
 * @throws AppError `too_many_requests`
 */
export function spendCode(ctx: Ctx, userId: string, given: string): Promise<Proof | null> {
  const tries = `second-factor ${userId}`;
  const code = given.replace(/\s/g, "");
  return inTurn(tries, async () => {
    await reserveTry(ctx, tries);
    const isRight = isTotp(code) ? await spendTotp(ctx, userId, code) : await spendRecoveryCode(ctx, userId, code);
    if (!isRight) return null;
    await forgetTries(ctx, tries);
    return isTotp(code) ? "code" : "recovery code";
  });
}

/** Ten new recovery codes in place of the earlier ones; they are stored hashed and cannot be shown again. */
export async function replaceRecoveryCodes(ctx: Ctx, userId: string): Promise<string[]> {
  const codes = newRecoveryCodes();
  await ctx.db.delete(recoveryCodes).where(eq(recoveryCodes.userId, userId));
  await ctx.db
    .insert(recoveryCodes)
    .values(codes.map((code) => ({ userId, codeHash: keyedHash(recoveryText(userId, code)).hash })));
  return codes;
}

/** Takes a person's second factor away. @returns whether there was one */
export async function removeSecondFactor(ctx: Ctx, userId: string): Promise<boolean> {
  await ctx.db.delete(recoveryCodes).where(eq(recoveryCodes.userId, userId));
  const gone = await ctx.db.delete(secondFactors).where(inForce(userId)).returning({ userId: secondFactors.userId });
  return gone.length > 0;
}
