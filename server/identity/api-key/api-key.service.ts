import { sql } from "drizzle-orm";
import { apiKeys } from "@/db/schema";
import { inTransaction, type KnownCtx } from "@/server/kit/context";
import { crudService } from "@/server/kit/crud";
import { AppError, broken } from "@/server/kit/errors";
import { contains } from "@/server/kit/list";
import { assertMayHandOn, holdsEverything } from "../catalogue/permission.rules";
import { hashKey, newKey } from "./api-key.rules";
import { ListApiKeys } from "./api-key.schema";

const isLive = sql`(${apiKeys.revokedAt} is null and coalesce(${apiKeys.expiresAt} > now(), true))`;

const crud = crudService({
  name: "api-key",
  table: apiKeys,
  scope: "global",
  label: (row) => row.name,
  list: {
    input: ListApiKeys,
    sort: {
      name: apiKeys.name,
      lastUsedAt: apiKeys.lastUsedAt,
      expiresAt: apiKeys.expiresAt,
      revokedAt: apiKeys.revokedAt,
      createdAt: apiKeys.createdAt,
    },
    filters: { name: contains(apiKeys.name), live: (live) => sql`${isLive} = ${live}` },
  },
});

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
    if (!scopes.includes("*")) assertMayHandOn(ctx.actor, "scopes", scopes);
    else if (!holdsEverything(ctx.actor))
      throw new AppError("forbidden", 'Only who holds every right may give a key the scope "*".');
    if (expiresAt && new Date(expiresAt) <= new Date()) throw broken("expiresAt", "This moment has passed.");
    const { prefix, key } = newKey();
    const kept = scopes.includes("*") ? ["*"] : [...new Set(scopes)].sort();
    const row = await crud.create(ctx, { name, prefix, keyHash: hashKey(key), scopes: kept, expiresAt });
    return { ...row, key };
  },

  /** Ends a key at the next request; a revoked one stays in the list, for the trail. */
  revoke: (ctx: KnownCtx, id: string, ifMatch?: string) =>
    inTransaction(ctx, async (ctx) => {
      const before = await crud.lock(ctx, id);
      if (before.revokedAt) throw broken("revokedAt", "This key is revoked already.");
      return crud.update(ctx, id, { revokedAt: new Date().toISOString() }, ifMatch, "revoke");
    }),
};
