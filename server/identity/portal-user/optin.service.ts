import { and, asc, eq, sql } from "drizzle-orm";
import type { z } from "zod";
import { userOptins as table } from "@/db/schema";
import { audit, diff } from "@/server/kit/audit";
import { type Ctx, inTransaction, type KnownCtx, lockName } from "@/server/kit/context";
import { notFound } from "@/server/kit/errors";
import type { PutPreferences } from "./optin.schema";
import { portalUserService } from "./portal-user.service";

/** A person's preferences in one app; null where none were ever stored. */
export async function optinOf(ctx: Ctx, userId: string, platformTechKey: string) {
  const [row] = await ctx.db
    .select()
    .from(table)
    .where(and(eq(table.userId, userId), eq(table.platformTechKey, platformTechKey)));
  return row ?? null;
}

/** Opt-ins of portal users (document 4.11). */
export const optinService = {
  async get(ctx: KnownCtx, userId: string, platformTechKey: string) {
    await portalUserService.get(ctx, userId);
    const row = await optinOf(ctx, userId, platformTechKey);
    if (!row) throw notFound();
    return row;
  },

  /** A person's preferences in every app, by the app's key. */
  async list(ctx: KnownCtx, userId: string) {
    await portalUserService.get(ctx, userId);
    const items = await ctx.db.select().from(table).where(eq(table.userId, userId)).orderBy(asc(table.platformTechKey));
    return { items };
  },

  /** Stores the fields that are sent; the others stay. */
  put: (ctx: KnownCtx, { userId, platformTechKey, ...values }: z.output<typeof PutPreferences>) =>
    inTransaction(ctx, async (ctx) => {
      const user = await portalUserService.get(ctx, userId);
      await lockName(ctx, `optin ${userId}`);
      const before = await optinOf(ctx, userId, platformTechKey);
      const [after] = await ctx.db
        .insert(table)
        .values({ userId, platformTechKey, ...values })
        .onConflictDoUpdate({
          target: [table.userId, table.platformTechKey],
          set: { ...values, updatedAt: sql`excluded.updated_at`, version: sql`${table.version} + 1` },
        })
        .returning();
      if (!after) throw new Error("insert into user_optins returned nothing");
      const entry = { objectType: "user", objectId: userId, objectLabel: user.email, action: "optin" };
      await audit(ctx, { ...entry, changes: diff(before ?? {}, after) });
      return after;
    }),
};
