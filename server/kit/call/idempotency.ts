import { and, eq, inArray, not, sql } from "drizzle-orm";
import { idempotentCalls } from "@/db/schema";
import { sha256 } from "@/server/kit/secret/hash";
import { type Actor, type Ctx, type Idempotency, inTransaction, type KnownCtx, lockName, ownerOf } from "./context";
import { AppError } from "./errors";
import type { Meta } from "./meta";

// A repeat is a matter of one procedure (ADR 82, decisions 0).

/**
 * What the request's Idempotency-Key is, where it has one and somebody is signed in.
 * @param isAlone false for a request that may hold several calls
 * @throws AppError `invalid_input` for a key that is empty, too long or unprintable
 */
export function idempotencyOf(headers: Headers, actor: Actor | null, isAlone = true): Idempotency | undefined {
  const key = headers.get("idempotency-key");
  if (key === null || actor === null) return undefined;
  if (!/^[\x20-\x7e]{1,255}$/.test(key))
    throw new AppError("invalid_input", "An Idempotency-Key has 1 to 255 printable characters.");
  return { key, isAlone, isReplayed: false };
}

/** Whether a procedure takes an Idempotency-Key. */
export const takesKey = ({ type, meta }: { type: string; meta?: Meta }): boolean =>
  type === "mutation" && meta?.permission !== "public" && meta?.withoutKey === undefined;

/** A hash of an input; a file counts by its bytes. */
const hashOf = (input: unknown) =>
  sha256(JSON.stringify(input ?? null, (_, value) => (value instanceof Uint8Array ? { bytes: sha256(value) } : value)));

const isOver = sql`${idempotentCalls.createdAt} < now() - interval '24 hours'`;

/** Removes some of what is older than 24 hours; rows that another call has locked are left. */
const forgetOld = ({ db }: Ctx) => {
  const some = db
    .select({ place: sql`ctid` })
    .from(idempotentCalls)
    .where(isOver)
    .limit(50)
    .for("update", { skipLocked: true });
  return db.delete(idempotentCalls).where(inArray(sql`ctid`, some));
};

interface Call {
  /** such as "roles.create" */
  procedure: string;
  /** as its schema lets it through */
  input: unknown;
  withoutSecret: Meta["withoutSecret"];
}

/**
 * Does `work` once for each caller, procedure, key and input: its answer is kept in the transaction of the work, so that
 * what was undone is not answered again. Calls of one key come one after the other. Who may call is checked before.
 * @param work answers as the output schema lets it through
 * @returns the answer, or the earlier one; where that held a secret, the record as it is now and `secretShown: true`
 * @throws AppError `idempotency_key_reused` where the key was used with another input; the calls of a batch share a key
 */
export function once(
  ctx: KnownCtx,
  idempotency: Idempotency,
  { procedure, input, withoutSecret }: Call,
  work: (ctx: KnownCtx) => Promise<unknown>,
): Promise<unknown> {
  const owner = ownerOf(ctx);
  const { key, isAlone } = idempotency;
  const inputHash = hashOf(input);
  const { owner: whose, procedure: what, key: which } = idempotentCalls;
  return inTransaction(ctx, async (ctx) => {
    await lockName(ctx, `idempotency ${owner} ${procedure} ${key}`);
    const calls = await ctx.db
      .select()
      .from(idempotentCalls)
      .where(and(eq(whose, owner), eq(what, procedure), eq(which, key), not(isOver)));
    const earlier = calls.find((call) => call.inputHash === inputHash);
    if (earlier) {
      idempotency.isReplayed = true;
      if (withoutSecret && earlier.recordId)
        return { ...(await withoutSecret(ctx, earlier.recordId)), secretShown: true };
      return earlier.answer === null ? undefined : JSON.parse(earlier.answer);
    }
    if (isAlone && calls.some((call) => call.isAlone)) throw new AppError("idempotency_key_reused");
    const answer = await work(ctx);
    const kept = withoutSecret
      ? { answer: null, recordId: (answer as { id: string }).id } // such a procedure answers a record
      : { answer: answer === undefined ? null : JSON.stringify(answer), recordId: null };
    // The row is there already where it is older than 24 hours.
    const again = { isAlone, ...kept, createdAt: sql`now()` };
    await ctx.db
      .insert(idempotentCalls)
      .values({ owner, procedure, key, inputHash, isAlone, ...kept })
      .onConflictDoUpdate({ target: [whose, what, which, idempotentCalls.inputHash], set: again });
    await forgetOld(ctx);
    return answer;
  });
}
