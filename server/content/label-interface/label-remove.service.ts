import { eq } from "drizzle-orm";
import { labels, modules } from "@/db/schema";
import { inTransaction, type KnownCtx } from "@/server/kit/context";
import { notFound } from "@/server/kit/errors";
import { manyOf } from "@/server/kit/many-service";
import { labelRecord } from "./label-row.service";

const many = manyOf(labelRecord);

/** Removes these labels; what is gone already is not counted. */
export const removeLabels = (ctx: KnownCtx, ids: string[]) =>
  inTransaction(ctx, async (ctx) => {
    const there = await many.lockMany(ctx, ids);
    await many.removeMany(
      ctx,
      there.map(({ id }) => ({ id })),
    );
    return { deleted: there.length };
  });

/** Deletes every label of the module (document 4.14). 404 for an unknown module. */
export const removeLabelsOfModule = (ctx: KnownCtx, moduleId: string) =>
  inTransaction(ctx, async (ctx) => {
    const [module] = await ctx.db.select({ id: modules.id }).from(modules).where(eq(modules.id, moduleId));
    if (!module) throw notFound();
    const found = await ctx.db.select({ id: labels.id }).from(labels).where(eq(labels.moduleId, moduleId));
    return removeLabels(
      ctx,
      found.map(({ id }) => id),
    );
  });

/** Undoes the removal of these labels, translations included. 422 where a name is taken by now: nothing comes back then. */
export async function restoreLabels(ctx: KnownCtx, ids: string[]) {
  await many.restoreMany(ctx, ids);
  return { restored: new Set(ids).size };
}
