import { and, desc, eq, sql } from "drizzle-orm";
import type { z } from "zod";
import { auditLog, deskDismissals } from "@/db/schema";
import { assertMay } from "@/server/kit/call/admission";
import { inTransaction, type KnownCtx } from "@/server/kit/call/context";
import { audit } from "@/server/kit/record/audit";
import type { DismissDeskWarning, RecallDeskWarning } from "./desk.schema";
import { noteAgain, noteConfirmed } from "./desk-findings";
import { type DeskSource, type FoundText, sourceOf } from "./desk-source";
import { type At, changeNamed, codeOf, findText, rowAt, trailOf } from "./desk-text";

const mostChanges = 100;

/** The trail of a text that is a record of its own: somebody says that what a machine wrote is right. */
async function auditJudged(ctx: KnownCtx, source: DeskSource, found: FoundText, languageId: string) {
  const { objectId, nameOf } = await trailOf(ctx, source, found, languageId);
  await audit(ctx, {
    objectType: source.name,
    objectId,
    objectLabel: found.name,
    action: "confirm-translation",
    changes: { [nameOf("byMachine")]: [true, false] },
  });
}

/** What is said of a translation: that it is still right, that a warning does not count, and who wrote it when. */
export const deskReview = {
  /** Says that a translation is right although its source changed, or a machine wrote it. */
  confirm: (ctx: KnownCtx, { resource, id, languageId }: At) =>
    inTransaction(ctx, async (ctx) => {
      const source = sourceOf(ctx.actor, resource);
      assertMay(ctx, { permission: source.may.write });
      const [found, code] = await Promise.all([findText(ctx, source, id), codeOf(ctx, languageId)]);
      const judged = await noteConfirmed(ctx, source, [id], languageId);
      if (source.adapter) {
        await source.adapter.write(ctx, { id, languageId }, { outdatedFrom: null });
        if (judged.length > 0) await auditJudged(ctx, source, found, languageId);
        return rowAt(ctx, { resource, id, languageId });
      }
      await source.record.change(ctx, found.recordId, undefined, "confirm-translation", async (ctx) => {
        const { texts } = source;
        const confirmed = await ctx.db
          .update(texts)
          .set({ outdatedFrom: null })
          .where(and(eq(texts.parentId, id), eq(texts.languageId, languageId), sql`${texts.outdatedFrom} is not null`))
          .returning({ id: texts.id });
        const name = changeNamed(source, id, "confirmed", code);
        return { changes: confirmed.length + judged.length > 0 ? { [name]: [false, true] } : {}, result: null };
      });
      return rowAt(ctx, { resource, id, languageId });
    }),

  /** Puts a warning aside, with a reason; again with another one. */
  dismiss: (ctx: KnownCtx, { resource, id, languageId, warning, reason }: z.output<typeof DismissDeskWarning>) =>
    inTransaction(ctx, async (ctx) => {
      const source = sourceOf(ctx.actor, resource);
      assertMay(ctx, { permission: source.may.write });
      const found = await findText(ctx, source, id);
      const { objectId, nameOf } = await trailOf(ctx, source, found, languageId);
      await ctx.db
        .insert(deskDismissals)
        .values({ resource, textId: id, languageId, warning, reason })
        .onConflictDoUpdate({
          target: [deskDismissals.resource, deskDismissals.textId, deskDismissals.languageId, deskDismissals.warning],
          set: { reason, updatedAt: new Date().toISOString() },
        });
      await noteAgain(ctx, source, id);
      const changes = { [nameOf(warning)]: [null, reason] as [unknown, unknown] };
      await audit(ctx, {
        objectType: source.name,
        objectId,
        objectLabel: found.name,
        action: "dismiss-warning",
        changes,
      });
      return rowAt(ctx, { resource, id, languageId });
    }),

  /** Takes that back. */
  recall: (ctx: KnownCtx, { resource, id, languageId, warning }: z.output<typeof RecallDeskWarning>) =>
    inTransaction(ctx, async (ctx) => {
      const source = sourceOf(ctx.actor, resource);
      assertMay(ctx, { permission: source.may.write });
      const found = await findText(ctx, source, id);
      const { objectId, nameOf } = await trailOf(ctx, source, found, languageId);
      const [gone] = await ctx.db
        .delete(deskDismissals)
        .where(
          and(
            eq(deskDismissals.resource, resource),
            eq(deskDismissals.textId, id),
            eq(deskDismissals.languageId, languageId),
            eq(deskDismissals.warning, warning),
          ),
        )
        .returning({ reason: deskDismissals.reason });
      if (gone) await noteAgain(ctx, source, id);
      const changes = { [nameOf(warning)]: [gone?.reason ?? null, null] as [unknown, unknown] };
      if (gone)
        await audit(ctx, {
          objectType: source.name,
          objectId,
          objectLabel: found.name,
          action: "recall-warning",
          changes,
        });
      return rowAt(ctx, { resource, id, languageId });
    }),

  /** The changes of a text in one language, newest first, at most a hundred. */
  async history(ctx: KnownCtx, { resource, id, languageId }: At) {
    const source = sourceOf(ctx.actor, resource);
    const found = await findText(ctx, source, id);
    const { objectId, nameOf } = await trailOf(ctx, source, found, languageId);
    const names = new Map(Object.keys(source.fields).map((field) => [nameOf(field), field]));
    const any = sql.join(
      [...names.keys()].map((name) => sql`jsonb_exists(${auditLog.changes}, ${name})`),
      sql` or `,
    );
    const rows = await ctx.db
      .select({ at: auditLog.at, by: auditLog.actorLabel, changes: auditLog.changes })
      .from(auditLog)
      .where(and(eq(auditLog.objectType, source.name), eq(auditLog.objectId, objectId), sql`(${any})`))
      .orderBy(desc(auditLog.id))
      .limit(mostChanges);
    return rows.flatMap(({ at, by, changes }) =>
      [...names].flatMap(([name, field]) => {
        const [before = null, after = null] = (changes[name] ?? []) as (string | null)[]; // values are texts
        return name in changes ? [{ at, by, field, before, after }] : [];
      }),
    );
  },
};
