import { isDeepStrictEqual } from "node:util";
import { and, asc, eq, ne, sql } from "drizzle-orm";
import type { z } from "zod";
import { notificationTemplates, notificationTemplateContents as table } from "@/db/schema";
import { type Ctx, inTransaction, type KnownCtx } from "@/server/kit/call/context";
import { AppError, notFound } from "@/server/kit/call/errors";
import { assertExists, unknownReference } from "@/server/kit/call/exists";
import { textsWritten } from "@/server/kit/language/written-texts";
import { contains, equals, oneOf } from "@/server/kit/list/list-filters";
import { listService } from "@/server/kit/list/list-service";
import { recordService, type Values } from "@/server/kit/record/record-service";
import { recipientPort } from "../recipient/recipient-port.service";
import { tokensIn } from "../text/template-token.rules";
import { assertKnownTokens, knownTokens, lockTexts } from "../text/template-tokens.service";
import { ListNotificationTemplateContents, type SaveTemplateTexts } from "./notification-template.schema";

async function load(ctx: Ctx, ids: string[]) {
  const rows = await ctx.db.select().from(table).where(oneOf(table.id, ids));
  const known = new Map<string, string[] | null>();
  for (const { noticationTemplateId: id } of rows) if (!known.has(id)) known.set(id, await knownTokens(ctx, id));
  return rows.map((row) => {
    const used = [row.notificationTitle, row.notificationContent].flatMap((text) => tokensIn(text) ?? []);
    const missingTokens = (known.get(row.noticationTemplateId) ?? []).filter((name) => !used.includes(name));
    return { ...row, missingTokens };
  });
}

const list = listService({
  table,
  scope: "global",
  load,
  input: ListNotificationTemplateContents,
  sort: { notificationTitle: table.notificationTitle, createdAt: table.createdAt, updatedAt: table.updatedAt },
  filters: {
    notificationTitle: contains(table.notificationTitle),
    languageId: equals(table.languageId),
    noticationTemplateId: equals(table.noticationTemplateId),
  },
});

const record = recordService(list, { name: "notification-template-content", label: (row) => row.notificationTitle });

async function assertGood(ctx: Ctx, values: typeof table.$inferInsert, at = "") {
  await assertExists(ctx, notificationTemplates, "template", "noticationTemplateId", [values.noticationTemplateId]);
  const languages = await recipientPort.languages(ctx);
  if (!languages.some(({ id }) => id === values.languageId)) throw unknownReference(`${at}languageId`, "language");
  await assertKnownTokens(ctx, values.noticationTemplateId, values, at);
}

const changedMeanwhile = () =>
  new AppError("version_mismatch", "Somebody changed the texts after you loaded them. Nothing was saved.");

async function ofTemplate(ctx: Ctx, templateId: string) {
  if ((await ctx.db.$count(notificationTemplates, eq(notificationTemplates.id, templateId))) === 0) throw notFound();
  const rows = await ctx.db
    .select({ id: table.id })
    .from(table)
    .where(eq(table.noticationTemplateId, templateId))
    .orderBy(asc(table.createdAt), asc(table.id));
  const contents = await load(
    ctx,
    rows.map(({ id }) => id),
  );
  return { languages: await recipientPort.languages(ctx), contents };
}

type Content = typeof table.$inferSelect;

/** As texts are compared: white space is no difference. */
const plainTexts = ({ notificationTitle, notificationContent }: Content) => {
  const plain = (text: string) => text.replace(/\s+/g, " ").trim();
  return { notificationTitle: plain(notificationTitle), notificationContent: plain(notificationContent) };
};

/**
 * Says of the other languages that they are outdated where the default language's text changed, and of a text that changed
 * itself that it is right; as a trigger does for tables of translations (ADR 52). What one transaction writes is right.
 */
async function markOutdated(ctx: Ctx, before: Content, after: Content) {
  const [was, is] = [plainTexts(before), plainTexts(after)];
  if (isDeepStrictEqual(was, is)) return;
  await ctx.db.update(table).set({ outdatedFrom: null }).where(eq(table.id, after.id));
  const languages = await recipientPort.languages(ctx);
  if (!languages.some(({ id, isDefault }) => isDefault && id === after.languageId)) return;
  const [old, now] = [sql`${JSON.stringify(was)}::jsonb`, sql`${JSON.stringify(is)}::jsonb`];
  await ctx.db
    .update(table)
    .set({ outdatedFrom: sql`nullif(coalesce(${table.outdatedFrom}, ${old}), ${now})` })
    .where(
      and(
        eq(table.noticationTemplateId, after.noticationTemplateId),
        ne(table.id, after.id),
        sql`${table}.xmin <> pg_current_xact_id()::xid`,
      ),
    );
}

const written = (ctx: Ctx, { noticationTemplateId, languageId }: typeof table.$inferInsert) =>
  textsWritten(ctx, table, [{ parentId: noticationTemplateId, languageId }]);

/** @param at where it stands in the input */
async function created(ctx: KnownCtx, values: typeof table.$inferInsert, at?: string) {
  await assertGood(ctx, values, at);
  const made = await record.create(ctx, values);
  await written(ctx, values);
  return made;
}

/** Changes a text, and what is known of the other languages by it. @param at where it stands in the input */
async function changed(ctx: KnownCtx, id: string, values: Values<typeof table>, ifMatch?: string, at?: string) {
  const before = await record.lock(ctx, id, ifMatch);
  const after = { ...before, ...values };
  await assertGood(ctx, after, at);
  const updated = await record.update(ctx, id, values);
  await markOutdated(ctx, before, after);
  await written(ctx, after);
  return updated;
}

/** Title and text of templates in each language (notification document, Notification template content). */
export const notificationTemplateContentService = {
  ...record,
  create: (ctx: KnownCtx, values: typeof table.$inferInsert) =>
    inTransaction(ctx, async (ctx) => {
      await lockTexts(ctx);
      return created(ctx, values);
    }),
  update: (ctx: KnownCtx, id: string, values: Values<typeof table>, ifMatch?: string) =>
    inTransaction(ctx, async (ctx) => {
      await lockTexts(ctx);
      return changed(ctx, id, values, ifMatch);
    }),

  /**
   * All texts of a template, and the languages that there are.
   * @throws AppError 404 without such a template
   */
  ofTemplate,

  /**
   * Saves texts of a template in some languages, all or none of them.
   * @throws AppError 422 on the field of the text that is wrong, such as `contents.0.notificationTitle`; 412 where one of
   * them is not the text that was seen
   */
  saveTexts: (ctx: KnownCtx, { noticationTemplateId, contents }: z.output<typeof SaveTemplateTexts>) =>
    inTransaction(ctx, async (ctx) => {
      await lockTexts(ctx);
      const stored = await ctx.db
        .select({ id: table.id, languageId: table.languageId })
        .from(table)
        .where(eq(table.noticationTemplateId, noticationTemplateId));
      const idIn = new Map(stored.map(({ id, languageId }) => [languageId, id]));
      for (const [n, { ifMatch, ...words }] of contents.entries()) {
        const at = `contents.${n}.`;
        const id = idIn.get(words.languageId);
        if ((id === undefined) !== (ifMatch === undefined)) throw changedMeanwhile();
        if (id) await changed(ctx, id, words, ifMatch, at);
        else await created(ctx, { ...words, noticationTemplateId }, at);
      }
      return ofTemplate(ctx, noticationTemplateId);
    }),
};
