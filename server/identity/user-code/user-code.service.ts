import { randomInt } from "node:crypto";
import { and, eq, gt, inArray, lt, sql } from "drizzle-orm";
import { userCodes } from "@/db/schema";
import { attempt } from "@/server/kit/call/attempt";
import { assertCommitsAtOnce, type Ctx, inTransaction } from "@/server/kit/call/context";
import { broken } from "@/server/kit/call/errors";
import { limitRate } from "@/server/kit/call/rate-limit";
import { rateLimits } from "@/server/kit/call/rate-limit.rules";
import { isKeyedHashOf, keyedHash } from "@/server/kit/secret/keyed-hash";
import { lifetime } from "@/server/kit/value/lifetime.rules";
import { fingerprint, newToken } from "../secret.rules";
import { notingRefusals } from "../sign-in-event/sign-in-event.service";
import { type User, userService } from "../user/user.service";

type Purpose = typeof userCodes.$inferInsert.purpose;

const end = sql<string>`now() + ${lifetime.code}::interval`;
const mostTries = 5;

// Stored by a keyed hash: six digits can be guessed from a plain one at once.
const hashedText = (emailHash: string, purpose: Purpose, code: string) => `${purpose} ${emailHash} ${code}`;

/**
 * Limits how often codes are asked for and tried, by caller and by address, known or not.
 * @throws AppError `too_many_requests`
 */
export async function limitCodes(ctx: Ctx, name: string, email: string) {
  const kind = name === "forgot-password" ? "reset" : "code";
  await notingRefusals(ctx, { kind, email }, async () => {
    await limitRate(ctx, { name, ...rateLimits.code });
    await limitRate(ctx, { name, ...rateLimits.codeOfAccount, of: fingerprint(email) });
  });
}

/** A new code of six digits for this address; an earlier one stops working. */
export async function issueCode(ctx: Ctx, email: string, purpose: Purpose): Promise<string> {
  const emailHash = fingerprint(email);
  const code = String(randomInt(1_000_000)).padStart(6, "0");
  const fresh = {
    codeHash: keyedHash(hashedText(emailHash, purpose, code)).hash,
    tries: 0,
    expiresAt: end,
  };
  await ctx.db
    .insert(userCodes)
    .values({ emailHash, purpose, ...fresh })
    .onConflictDoUpdate({ target: [userCodes.emailHash, userCodes.purpose], set: fresh });
  return code;
}

interface GivenCode {
  email: string;
  purpose: Purpose;
  code: string;
}

/**
 * Uses a code and does `work` in the same transaction, so that a code works once; the account of the address is locked
 * before. Each try counts, with any result; an unknown address, a wrong, an expired and a used code get the same
 * answer.
 * @param work undefined where the account is not one that this code is for
 * @throws AppError `code_wrong` on `code`
 */
export const withCode = <T>(ctx: Ctx, given: GivenCode, work: (ctx: Ctx, user: User) => Promise<T | undefined>) =>
  notingRefusals(ctx, { kind: "code", email: given.email }, () => useCode(ctx, given, work));

async function useCode<T>(
  ctx: Ctx,
  { email, purpose, code }: GivenCode,
  work: (ctx: Ctx, user: User) => Promise<T | undefined>,
): Promise<T> {
  assertCommitsAtOnce(ctx);
  const emailHash = fingerprint(email);
  const mine = and(eq(userCodes.emailHash, emailHash), eq(userCodes.purpose, purpose));
  // Where there is no account that waits for a code, a row is written too, with a hash that no code has, so that a try
  // takes the same time.
  const nobodys = { emailHash, purpose, codeHash: newToken(), tries: 1, expiresAt: end };
  const [row] = await ctx.db
    .insert(userCodes)
    .values(nobodys)
    .onConflictDoUpdate({
      target: [userCodes.emailHash, userCodes.purpose],
      set: { tries: sql`${userCodes.tries} + 1` },
      setWhere: and(lt(userCodes.tries, mostTries), gt(userCodes.expiresAt, sql`now()`)),
    })
    .returning({ codeHash: userCodes.codeHash });
  const stored = row?.codeHash ?? keyedHash(hashedText("", purpose, code)).hash;
  const refused = () => broken("code", "The code is wrong, was used before or has expired.", "code_wrong");
  if (!isKeyedHashOf(hashedText(emailHash, purpose, code), stored)) throw refused();
  return inTransaction(ctx, async (ctx) => {
    const user = await userService.lockByEmail(ctx, email);
    const spent = await ctx.db
      .delete(userCodes)
      .where(and(mine, eq(userCodes.codeHash, stored)))
      .returning({ purpose: userCodes.purpose });
    const done = user && spent.length > 0 ? await work(ctx, user) : undefined;
    if (done === undefined) throw refused();
    return done;
  });
}

/** Deletes the codes that were sent to these addresses. */
export const killCodes = (ctx: Ctx, emails: string[]) =>
  ctx.db.delete(userCodes).where(inArray(userCodes.emailHash, emails.map(fingerprint)));

class Undo extends Error {}

/**
 * Does `work` and, unless `keep`, undoes it: so that an address without an account costs the time of one with it. Needs
 * the caller's transaction.
 */
export async function doOrRehearse(ctx: Ctx, keep: boolean, work: (ctx: Ctx) => Promise<void>) {
  const attempted = await attempt(ctx, async (ctx) => {
    await work(ctx);
    if (!keep) throw new Undo();
    await ctx.db.execute(sql`select`); // undoing is a round trip to the database, and so is this
  });
  if ("error" in attempted && !(attempted.error instanceof Undo)) throw attempted.error;
}
