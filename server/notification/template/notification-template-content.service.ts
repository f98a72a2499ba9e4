import { isDeepStrictEqual } from "node:util";
import { and, eq, ne, sql } from "drizzle-orm";
import { notificationTemplates, notificationTemplateContents as table } from "@/db/schema";
import { type Ctx, inTransaction, type KnownCtx } from "@/server/kit/context";
import { assertExists, unknownReference } from "@/server/kit/exists";
import { contains, equals, oneOf } from "@/server/kit/list-filters";
import { listService } from "@/server/kit/list-service";
import { recordService, type Values } from "@/server/kit/record-service";
import { recipientPort } from "../recipient/recipient-port.service";
import { tokensIn } from "../text/template-token.rules";
import { assertKnownTokens, knownTokens, lockTexts } from "../text/template-tokens.service";
import { ListNotificationTemplateContents } from "./notification-template.schema";

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

async function assertGood(ctx: Ctx, values: typeof table.$inferInsert) {
  await assertExists(ctx, notificationTemplates, "template", "noticationTemplateId", [values.noticationTemplateId]);
  const languages = await recipientPort.languages(ctx);
  if (!languages.some(({ id }) => id === values.languageId)) throw unknownReference("languageId", "language");
  await assertKnownTokens(ctx, values.noticationTemplateId, values);
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

/** Title and text of templates in each language (notification document, Notification template content). */
export const notificationTemplateContentService = {
  ...record,
  create: (ctx: KnownCtx, values: typeof table.$inferInsert) =>
    inTransaction(ctx, async (ctx) => {
      await lockTexts(ctx);
      await assertGood(ctx, values);
      return record.create(ctx, values);
    }),
  update: (ctx: KnownCtx, id: string, values: Values<typeof table>, ifMatch?: string) =>
    inTransaction(ctx, async (ctx) => {
      await lockTexts(ctx);
      const before = await record.lock(ctx, id, ifMatch);
      const after = { ...before, ...values };
      await assertGood(ctx, after);
      const updated = await record.update(ctx, id, values);
      await markOutdated(ctx, before, after);
      return updated;
    }),
};
