import { and, asc, eq, sql } from "drizzle-orm";
import type { z } from "zod";
import { userOptins as table } from "@/db/schema";
import { type Ctx, inTransaction, type KnownCtx, lockName } from "@/server/kit/call/context";
import { broken, notFound } from "@/server/kit/call/errors";
import { audit, diff } from "@/server/kit/record/audit";
import { firstChoice } from "./company-default.service";
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

/** A person's preferences in every app where some were ever stored. */
export const optinsOf = (ctx: Ctx, userId: string) =>
  ctx.db.select().from(table).where(eq(table.userId, userId)).orderBy(asc(table.platformTechKey));

type Values = Omit<z.output<typeof PutPreferences>, "userId" | "platformTechKey">;

/**
 * Stores the preferences of a person in an app that are sent; the others stay.
 * @throws AppError 422 for quiet hours with one end
 */
export const storeOptin = (ctx: KnownCtx, user: { id: string; email: string }, app: string, values: Values) =>
  inTransaction(ctx, async (ctx) => {
    const { id: userId, email } = user;
    await lockName(ctx, `optin ${userId}`);
    const before = await optinOf(ctx, userId, app);
    const { quietFrom = before?.quietFrom ?? null, quietTo = before?.quietTo ?? null } = values;
    if ((quietFrom === null) !== (quietTo === null))
      throw broken(quietTo === null ? "quietTo" : "quietFrom", "Quiet hours need a beginning and an end.");
    const [after] = await ctx.db
      .insert(table)
      .values({ userId, platformTechKey: app, ...(before ? {} : await firstChoice(ctx, userId)), ...values })
      .onConflictDoUpdate({
        target: [table.userId, table.platformTechKey],
        set: { ...values, updatedAt: sql`excluded.updated_at`, version: sql`${table.version} + 1` },
      })
      .returning();
    if (!after) throw new Error("insert into user_optins returned nothing");
    const entry = { objectType: "user", objectId: userId, objectLabel: email, action: "optin" };
    await audit(ctx, { ...entry, changes: diff(before ?? {}, after) });
    return after;
  });

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
    return { items: await optinsOf(ctx, userId) };
  },

  /** Stores the fields that are sent; the others stay. */
  put: (ctx: KnownCtx, { userId, platformTechKey, ...values }: z.output<typeof PutPreferences>) =>
    inTransaction(ctx, async (ctx) =>
      storeOptin(ctx, await portalUserService.get(ctx, userId), platformTechKey, values),
    ),
};
