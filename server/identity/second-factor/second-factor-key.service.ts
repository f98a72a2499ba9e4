import { and, asc, eq, gt, isNotNull, isNull } from "drizzle-orm";
import { recoveryCodes, secondFactors } from "@/db/schema";
import { type Ctx, inTransaction } from "@/server/kit/call/context";
import { countKeyUses, type KeyUse } from "@/server/kit/secret/key-use";
import { secretIds } from "@/server/kit/secret/keyed-hash";
import { dataKeyIdIn } from "@/server/kit/secret/seal";
import { isSealedAnew, openerOf, openSecret, sealedColumns } from "./second-factor.rules";

const atOnce = 500;

/** The authenticators that only an earlier version sealed, by the one of NEXTAUTH_SECRET that opens them. */
async function earlierUses(ctx: Ctx): Promise<KeyUse[]> {
  const factors = await ctx.db.select().from(secondFactors).where(isNull(secondFactors.sealed));
  const openers = factors.map(openerOf);
  const uses = secretIds().map((keyId) => ({ keyId, rows: openers.filter((id) => id === keyId).length }));
  return uses
    .filter(({ rows }) => rows > 0)
    .map((use) => ({ ...use, list: "NEXTAUTH_SECRET", what: "authenticators that are not moved to DATA_KEYS" }));
}

/** Which keys second factors need. */
export const secondFactorKeyUses = async (ctx: Ctx): Promise<KeyUse[]> => [
  ...(await countKeyUses(
    ctx,
    { list: "DATA_KEYS", what: "authenticators" },
    { table: secondFactors, keyId: dataKeyIdIn(secondFactors.sealed), rows: isNotNull(secondFactors.sealed) },
  )),
  ...(await earlierUses(ctx)),
  ...(await countKeyUses(
    ctx,
    { list: "NEXTAUTH_SECRET", what: "recovery codes" },
    { table: recoveryCodes, keyId: recoveryCodes.keyId, rows: isNull(recoveryCodes.usedAt) },
  )),
];

/** Seals the next authenticators with the newest key. @returns the last person, how many were sealed, how many no key opens */
const resealSome = (ctx: Ctx, after: string | undefined) =>
  inTransaction(ctx, async (ctx) => {
    const factors = await ctx.db
      .select()
      .from(secondFactors)
      .where(after ? gt(secondFactors.userId, after) : undefined)
      .orderBy(asc(secondFactors.userId))
      .limit(atOnce)
      .for("update");
    const counts = { moved: 0, lost: 0 };
    for (const factor of factors) {
      const secret = openSecret(factor);
      if (secret === null) counts.lost += 1;
      if (secret === null || isSealedAnew(factor, secret)) continue;
      const mine = eq(secondFactors.userId, factor.userId);
      await ctx.db.update(secondFactors).set(sealedColumns(factor.userId, secret)).where(mine);
      counts.moved += 1;
    }
    return { ...counts, last: factors.length < atOnce ? undefined : factors.at(-1)?.userId };
  });

/** Seals all authenticators with the newest data key. @returns how many were sealed, and how many no key opens */
export async function resealAuthenticators(ctx: Ctx): Promise<{ moved: number; lost: number }> {
  const all = { moved: 0, lost: 0 };
  let last: string | undefined;
  do {
    const some = await resealSome(ctx, last);
    all.moved += some.moved;
    all.lost += some.lost;
    last = some.last;
  } while (last !== undefined);
  return all;
}

/**
 * Names the key of recovery codes that an earlier version made, which knew one secret: while there is one here too, it is
 * that. @returns how many
 */
export async function nameRecoveryKeys(ctx: Ctx): Promise<number> {
  const [keyId, ...others] = secretIds();
  if (others.length > 0) return 0;
  const unnamed = and(isNull(recoveryCodes.keyId), isNull(recoveryCodes.usedAt));
  return (await ctx.db.update(recoveryCodes).set({ keyId }).where(unnamed)).count;
}
