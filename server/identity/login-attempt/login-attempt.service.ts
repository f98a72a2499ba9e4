import { eq, type SQL, sql } from "drizzle-orm";
import { loginAttempts } from "@/db/schema";
import { assertCommitsAtOnce, type Ctx } from "@/server/kit/call/context";
import { tooMany } from "@/server/kit/call/errors";
import { t } from "@/texts/t";
import { fingerprint } from "../secret.rules";

const freeTries = 5;

/** Seconds to wait after the last failure: none before the fifth in a row, then 1 minute, doubling to 15 (decisions 2). */
const wait = sql`case when ${loginAttempts.failures} < ${freeTries} then 0
  else least(900, 60 * power(2, least(4, ${loginAttempts.failures} - ${freeTries}))) end`;
const mayTryAt = sql`${loginAttempts.lastAt} + make_interval(secs => ${wait})`;

/**
 * The statement that takes one try for this address and counts it as failed, under a row lock: it returns a row where there
 * is one. After a day without a try the count starts again.
 * @param isAllowed whether a try may be taken at all
 */
export const takingTry = (email: string, isAllowed: SQL = sql`true`): SQL => sql`
  insert into ${loginAttempts} (email_hash, failures, last_at) select ${fingerprint(email)}, 1, now() where ${isAllowed}
  on conflict (email_hash) do update
  set failures = case when ${loginAttempts.lastAt} < now() - interval '1 day' then 1 else ${loginAttempts.failures} + 1 end,
    last_at = now()
  -- A try of another process may have begun after this one, and have been counted before.
  where ${loginAttempts.failures} < ${freeTries} or ${mayTryAt} <= now()
  returning failures`;

/** @throws AppError `too_many_requests` with the seconds to wait, where no try could be taken */
export async function refuseTry(ctx: Ctx, email: string): Promise<never> {
  const [row] = await ctx.db
    .select({ seconds: sql<number>`ceil(extract(epoch from ${mayTryAt} - now()))::int` })
    .from(loginAttempts)
    .where(eq(loginAttempts.emailHash, fingerprint(email)));
  const retryAfter = Math.max(1, row?.seconds ?? 1);
  throw tooMany(
    "wrong-tries",
    t("Too many wrong tries. Try again in {seconds} seconds.", { seconds: retryAfter }),
    retryAfter,
  );
}

/**
 * Takes one try for this address before its password is looked at, so that of a hundred guesses at once five are checked.
 * @throws AppError `too_many_requests` with the seconds to wait
 */
export async function reserveTry(ctx: Ctx, email: string) {
  assertCommitsAtOnce(ctx);
  const [taken] = await ctx.db.execute(takingTry(email));
  if (!taken) await refuseTry(ctx, email);
}

/** A right password resets the count of failures. */
export const forgetTries = (ctx: Ctx, email: string) =>
  ctx.db.delete(loginAttempts).where(eq(loginAttempts.emailHash, fingerprint(email)));

const turns = new Map<string, Promise<unknown>>();

/** Logins of one address take turns within this process, so that many right ones at once do not use up its tries. */
export function inTurn<T>(email: string, work: () => Promise<T>): Promise<T> {
  const mine = (turns.get(email) ?? Promise.resolve()).then(work, work);
  turns.set(email, mine);
  const leave = () => turns.get(email) === mine && turns.delete(email);
  mine.then(leave, leave);
  return mine;
}
