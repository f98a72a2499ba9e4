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
      await assertGood(ctx, { ...(await record.lock(ctx, id, ifMatch)), ...values });
      return record.update(ctx, id, values);
    }),
};
