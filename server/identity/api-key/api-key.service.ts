import { eq, getTableColumns, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import { uuidv7 } from "uuidv7";
import { apiKeys } from "@/db/schema";
import { type Actor, type Ctx, inTransaction, type KnownCtx } from "@/server/kit/call/context";
import { AppError, broken } from "@/server/kit/call/errors";
import { contains, oneOf } from "@/server/kit/list/list-filters";
import { listService } from "@/server/kit/list/list-service";
import { recordService } from "@/server/kit/record/record-service";
import { type Overlap, overlaps } from "@/server/kit/value/overlap.rules";
import { iso } from "@/texts/clock";
import { assertMayHandOn, holdsEverything } from "../catalogue/permission.rules";
import { fingerprint } from "../secret.rules";
import { newKey } from "./api-key.rules";
import { ListApiKeys } from "./api-key.schema";
import type { KeyStatus } from "./api-key-status.rules";

const isLive = sql`(${apiKeys.revokedAt} is null and coalesce(${apiKeys.expiresAt} > now(), true))`;

const status = sql<KeyStatus>`case when ${apiKeys.revokedAt} is not null then 'revoked' when not ${isLive} then 'expired'
  when ${apiKeys.successorId} is not null then 'replaced' else 'live' end`;

const { keyHash, ...shown } = getTableColumns(apiKeys);
const next = alias(apiKeys, "next");
const former = alias(apiKeys, "former");

/** Keys without their hashes, each with its successor and its predecessor. */
const load = (ctx: Ctx, ids: string[]) =>
  ctx.db
    .select({
      ...shown,
      status,
      replacedBy: { id: next.id, prefix: next.prefix },
      replaces: {
        id: former.id,
        prefix: former.prefix,
        lastUsedAt: former.lastUsedAt,
        expiresAt: former.expiresAt,
        revokedAt: former.revokedAt,
      },
    })
    .from(apiKeys)
    .leftJoin(next, eq(next.id, apiKeys.successorId))
    .leftJoin(former, eq(former.successorId, apiKeys.id))
    .where(oneOf(apiKeys.id, ids));

const list = listService({
  table: apiKeys,
  scope: "global",
  load,
  input: ListApiKeys,
  sort: {
    name: apiKeys.name,
    lastUsedAt: apiKeys.lastUsedAt,
    expiresAt: apiKeys.expiresAt,
    revokedAt: apiKeys.revokedAt,
    createdAt: apiKeys.createdAt,
  },
  filters: { name: contains(apiKeys.name), live: (live) => sql`${isLive} = ${live}` },
});

const crud = recordService(list, { name: "api-key", label: (row) => row.name });

/** The person who makes a key, or its successor, sees it, so they must hold every right of it. */
function assertMayGive(actor: Actor, scopes: string[]) {
  if (!scopes.includes("*")) assertMayHandOn(actor, "scopes", scopes);
  else if (!holdsEverything(actor))
    throw new AppError("forbidden", 'Only who holds every right may give a key the scope "*".');
}

interface NewApiKey {
  name: string;
  scopes: string[];
  expiresAt?: string | null;
}

/** Keys of internal callers (decisions 2). Nobody gives a key a right that they do not hold themselves. */
export const apiKeyService = {
  list: crud.list,
  rows: crud.rows,
  count: crud.count,
  stream: crud.stream,
  get: crud.get,

  /** @returns the row and the key itself, which is stored as a hash and never shown again */
  async create(ctx: KnownCtx, { name, scopes, expiresAt }: NewApiKey) {
    assertMayGive(ctx.actor, scopes);
    if (expiresAt && new Date(expiresAt) <= new Date()) throw broken("expiresAt", "Give a moment in the future.");
    const { prefix, key } = newKey();
    const kept = scopes.includes("*") ? ["*"] : [...new Set(scopes)].sort();
    const row = await crud.create(ctx, { name, prefix, keyHash: fingerprint(key), scopes: kept, expiresAt });
    return { ...row, key };
  },

  /**
   * Makes a key's successor: same name, scopes and length of life. The old one works until the overlap is over, but not
   * longer than it would have worked without it.
   * @returns the successor, with the key itself
   * @throws AppError `rule_broken` for a key that is not live or has a successor, `forbidden` for scopes that the
   * caller does not hold
   */
  rotate: (ctx: KnownCtx, id: string, overlap: Overlap, ifMatch?: string) =>
    inTransaction(ctx, async (ctx) => {
      const old = await crud.lock(ctx, id);
      const now = Date.now();
      const ends = old.expiresAt ? Date.parse(old.expiresAt) : Number.POSITIVE_INFINITY;
      if (old.revokedAt || ends <= now) throw new AppError("rule_broken", "This key is no longer valid.");
      if (old.successorId) throw new AppError("rule_broken", "This key has a successor already.");
      assertMayGive(ctx.actor, old.scopes);
      const seconds = overlaps[overlap];
      const end = seconds === 0 ? { revokedAt: iso(now) } : { expiresAt: iso(Math.min(ends, now + seconds * 1000)) };
      const successorId = uuidv7();
      await crud.update(ctx, id, { ...end, successorId }, ifMatch, "rotate");
      const { prefix, key } = newKey();
      const expiresAt = old.expiresAt && iso(now + ends - Date.parse(old.createdAt));
      const { name, scopes } = old;
      const made = { id: successorId, name, scopes, prefix, keyHash: fingerprint(key), expiresAt };
      return { ...(await crud.create(ctx, made)), key };
    }),

  /** Ends a key at the next request; a revoked one stays in the list, for the trail. */
  revoke: (ctx: KnownCtx, id: string, ifMatch?: string) =>
    inTransaction(ctx, async (ctx) => {
      const before = await crud.lock(ctx, id);
      if (before.revokedAt) throw broken("revokedAt", "This key is revoked already.");
      return crud.update(ctx, id, { revokedAt: new Date().toISOString() }, ifMatch, "revoke");
    }),
};
