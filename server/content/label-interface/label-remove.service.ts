import { and, eq, type SQL, sql } from "drizzle-orm";
import { auditLog, labels, labelTranslations, modules } from "@/db/schema";
import { auditMany, diff } from "@/server/kit/audit";
import { inTransaction, type KnownCtx } from "@/server/kit/context";
import { notFound } from "@/server/kit/errors";
import { amongIds, grouped } from "./label-write.service";

type LabelRow = typeof labels.$inferSelect;
type TextRow = typeof labelTranslations.$inferSelect;

/** Removes the labels that `where` holds for. The audit trail keeps each with its translations, as `recordService` does. */
async function removeWhere(ctx: KnownCtx, where: SQL) {
  const rows = await ctx.db.select().from(labels).where(where).orderBy(labels.id).for("update");
  const ids = rows.map((row) => row.id);
  const texts = await ctx.db.select().from(labelTranslations).where(amongIds(labelTranslations.parentId, ids));
  const byLabel = grouped(texts, (text) => text.parentId);
  await ctx.db.delete(labels).where(amongIds(labels.id, ids));
  await auditMany(
    ctx,
    rows.map((row) => ({
      objectType: "label",
      objectId: row.id,
      objectLabel: row.name,
      action: "remove",
      changes: diff(row, {}),
      snapshot: { self: [row], part0: byLabel.get(row.id) ?? [] },
    })),
  );
  return { deleted: rows.length };
}

/** Removes these labels; what is gone already is not counted. */
export const removeLabels = (ctx: KnownCtx, ids: string[]) =>
  inTransaction(ctx, (ctx) => removeWhere(ctx, amongIds(labels.id, ids)));

/** Deletes every label of the module (document 4.14). 404 for an unknown module. */
export const removeLabelsOfModule = (ctx: KnownCtx, moduleId: string) =>
  inTransaction(ctx, async (ctx) => {
    const [module] = await ctx.db.select({ id: modules.id }).from(modules).where(eq(modules.id, moduleId));
    if (!module) throw notFound();
    return removeWhere(ctx, eq(labels.moduleId, moduleId));
  });

/** Undoes the removal of these labels, translations included. 422 where a name is taken by now: nothing comes back then. */
export const restoreLabels = (ctx: KnownCtx, ids: string[]) =>
  inTransaction(ctx, async (ctx) => {
    const entries = await ctx.db
      .selectDistinctOn([auditLog.objectId])
      .from(auditLog)
      .where(and(eq(auditLog.objectType, "label"), eq(auditLog.action, "remove"), amongIds(auditLog.objectId, ids)))
      .orderBy(auditLog.objectId, sql`${auditLog.at} desc`);
    // The snapshots are the very rows that `removeWhere` took out.
    const rows = entries.flatMap((entry) => (entry.snapshot?.self ?? []) as unknown as LabelRow[]);
    const texts = entries.flatMap((entry) => (entry.snapshot?.part0 ?? []) as unknown as TextRow[]);
    if (rows.length < new Set(ids).size) throw notFound();
    await ctx.db.insert(labels).values(rows.map((row) => ({ ...row, version: row.version + 1 })));
    for (let start = 0; start < texts.length; start += 5000)
      await ctx.db.insert(labelTranslations).values(texts.slice(start, start + 5000));
    await auditMany(
      ctx,
      rows.map((row) => ({
        objectType: "label",
        objectId: row.id,
        objectLabel: row.name,
        action: "restore",
        changes: diff({}, row),
      })),
    );
    return { restored: rows.length };
  });
