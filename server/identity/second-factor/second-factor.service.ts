import { and, eq, isNotNull, isNull, lt, ne, or, type SQL, sql } from "drizzle-orm";
import type { AnyPgColumn } from "drizzle-orm/pg-core";
import { recoveryCodes, secondFactors } from "@/db/schema";
import type { Ctx } from "@/server/kit/call/context";
import { oneOf } from "@/server/kit/list/list-filters";
import { keyedHash, keyedHashes, secretIds } from "@/server/kit/secret/keyed-hash";
import { forgetTries, inTurn, reserveTry } from "../login-attempt/login-attempt.service";
import type { Proof } from "../session/session.service";
import {
  isSealedAnew,
  isTotp,
  newRecoveryCodes,
  openSecret,
  recoveryText,
  sealedColumns,
  stepOf,
} from "./second-factor.rules";

const inForce = (userId: string) => and(eq(secondFactors.userId, userId), isNotNull(secondFactors.confirmedAt));
const unspent = (userId: string) => and(eq(recoveryCodes.userId, userId), isNull(recoveryCodes.usedAt));

/** Whether the person of this id has a second factor. Where the id is null, the same is looked up for an id that nobody has. */
export const hasSecondFactor = (userId: AnyPgColumn): SQL<boolean> =>
  sql<boolean>`exists (select from ${secondFactors} where ${secondFactors.userId} = coalesce(${userId}, gen_random_uuid())
    and ${secondFactors.confirmedAt} is not null)`;

/** Since when a person's second factor is on, and how many recovery codes are left; null where it is off. */
export async function secondFactorOf(ctx: Ctx, userId: string) {
  const [factor] = await ctx.db.select().from(secondFactors).where(inForce(userId));
  return factor?.confirmedAt
    ? { since: factor.confirmedAt, recoveryCodesLeft: await ctx.db.$count(recoveryCodes, unspent(userId)) }
    : null;
}

/** Whether a person has recovery codes that stop working once an older NEXTAUTH_SECRET is taken away. */
export async function hasOldRecoveryCodes(ctx: Ctx, userId: string): Promise<boolean> {
  const [newest, ...older] = secretIds();
  if (!newest || older.length === 0) return false;
  const old = or(isNull(recoveryCodes.keyId), ne(recoveryCodes.keyId, newest));
  return (await ctx.db.$count(recoveryCodes, and(unspent(userId), old))) > 0;
}

/** Each code works once: the step only ever grows, also for requests at the same time. */
async function spendTotp(ctx: Ctx, userId: string, code: string): Promise<boolean> {
  const [factor] = await ctx.db.select().from(secondFactors).where(inForce(userId));
  const secret = factor && openSecret(factor);
  const step = secret ? stepOf(secret, code) : null;
  if (!secret || step === null) return false;
  const anew = isSealedAnew(factor, secret) ? {} : sealedColumns(userId, secret);
  const spent = await ctx.db
    .update(secondFactors)
    .set({ lastStep: step, ...anew })
    .where(and(inForce(userId), lt(secondFactors.lastStep, step)))
    .returning({ userId: secondFactors.userId });
  return spent.length > 0;
}

async function spendRecoveryCode(ctx: Ctx, userId: string, code: string): Promise<boolean> {
  const hashes = keyedHashes(recoveryText(userId, code));
  const spent = await ctx.db
    .update(recoveryCodes)
    .set({ usedAt: sql`now()` })
    .where(
      and(
        unspent(userId),
        oneOf(
          recoveryCodes.codeHash,
          hashes.map(({ hash }) => hash),
          "text",
        ),
      ),
    )
    .returning({ codeHash: recoveryCodes.codeHash });
  const used = hashes.find(({ hash }) => hash === spent[0]?.codeHash);
  if (!used) return false;
  // The codes of one person are made at once, so that one tells the key of all.
  const unnamed = and(unspent(userId), isNull(recoveryCodes.keyId));
  await ctx.db.update(recoveryCodes).set({ keyId: used.keyId }).where(unnamed);
  return true;
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
  await ctx.db.insert(recoveryCodes).values(
    codes.map((code) => {
      const { hash: codeHash, keyId } = keyedHash(recoveryText(userId, code));
      return { userId, codeHash, keyId };
    }),
  );
  return codes;
}

/** Takes a person's second factor away. @returns whether there was one */
export async function removeSecondFactor(ctx: Ctx, userId: string): Promise<boolean> {
  await ctx.db.delete(recoveryCodes).where(eq(recoveryCodes.userId, userId));
  const gone = await ctx.db.delete(secondFactors).where(inForce(userId)).returning({ userId: secondFactors.userId });
  return gone.length > 0;
}
