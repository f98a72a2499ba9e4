import { createHash } from "node:crypto";
import { and, eq, sql } from "drizzle-orm";
import { idempotencyKeys } from "@/db/schema";
import { type Ctx, inTransaction, type KnownCtx } from "@/server/kit/context";
import { AppError, broken } from "@/server/kit/errors";
import { sha256 } from "@/server/kit/hash";
import type { Answer } from "./rest-answer";

const kept = sql`interval '24 hours'`;

/** The header's value where there is one. @throws AppError 400 for a key that is empty, too long or unprintable */
export function idempotencyKeyOf(headers: Headers): string | undefined {
  const key = headers.get("idempotency-key");
  if (key === null) return undefined;
  if (!/^[\x20-\x7e]{1,255}$/.test(key))
    throw new AppError("invalid_input", "An Idempotency-Key has 1 to 255 printable characters.");
  return key;
}

/** A hash of an operation and its input; a file counts by its bytes. */
export function requestHash(operation: string, input: unknown) {
  const hash = createHash("sha256").update(operation).update("\0");
  const text = JSON.stringify(input, (_, value) => {
    if (!(value instanceof Uint8Array)) return value;
    return sha256(value);
  });
  return hash.update(text).digest("hex");
}

const actorOf = ({ actor }: KnownCtx) => {
  if (actor.kind === "system") return "system";
  const acting = actor.kind === "user" && actor.actingId ? `:${actor.actingId}` : "";
  return `${actor.kind}:${actor.id}${acting}`;
};

/** Removes some of the expired keys; rows that another request has locked are left. */
const forgetOld = (ctx: Ctx) =>
  ctx.db.execute(sql`
    delete from ${idempotencyKeys} where (actor, key) in (
      select actor, key from ${idempotencyKeys}
      where created_at < now() - ${kept} order by created_at limit 50 for update skip locked)`);

/**
 * Does `work` once for each actor and key (decisions 0): the key's row and the work are one transaction, so that a
 * request that comes twice at once waits for the first and gets its answer. Errors are not kept.
 * @returns the answer, and whether it is an earlier one
 * @throws AppError 422 where the key was used for another request
 */
export function once(ctx: KnownCtx, key: string, hash: string, work: (ctx: KnownCtx) => Promise<Answer>) {
  const actor = actorOf(ctx);
  const mine = and(eq(idempotencyKeys.actor, actor), eq(idempotencyKeys.key, key));
  return inTransaction(ctx, async (ctx): Promise<{ answer: Answer; replayed: boolean }> => {
    const taken = await ctx.db
      .insert(idempotencyKeys)
      .values({ actor, key, requestHash: hash })
      .onConflictDoUpdate({
        target: [idempotencyKeys.actor, idempotencyKeys.key],
        set: { requestHash: hash, createdAt: sql`excluded.created_at` },
        setWhere: sql`${idempotencyKeys.createdAt} < now() - ${kept}`,
      })
      .returning({ key: idempotencyKeys.key });
    if (taken.length === 0) {
      const [row] = await ctx.db.select().from(idempotencyKeys).where(mine);
      if (row?.requestHash !== hash)
        throw broken("Idempotency-Key", "This Idempotency-Key was already used for another request.");
      return { answer: { status: row.status ?? 200, text: row.body, etag: row.etag ?? undefined }, replayed: true };
    }
    const answer = await work(ctx);
    // A file is not kept: the next request makes it again.
    if (answer.file) await ctx.db.delete(idempotencyKeys).where(mine);
    else {
      const { status, text: body, etag } = answer;
      await ctx.db.update(idempotencyKeys).set({ status, body, etag }).where(mine);
    }
    await forgetOld(ctx);
    return { answer, replayed: false };
  });
}
