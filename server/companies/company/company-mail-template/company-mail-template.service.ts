import { and, asc, eq, getTableColumns } from "drizzle-orm";
import { companyMailTemplates, mailTemplates, mailTemplateTranslations } from "@/db/schema";
import { inTransaction, type KnownCtx, lockName } from "@/server/kit/call/context";
import { notFound } from "@/server/kit/call/errors";
import { assertVersion } from "@/server/kit/call/etag";
import { inOnePage } from "@/server/kit/list/list";
import { equals, oneOf } from "@/server/kit/list/list-filters";
import { listService } from "@/server/kit/list/list-service";
import { companyOf } from "@/server/kit/list/scope";
import { recordService } from "@/server/kit/record/record-service";
import { mailCatalogue, mailNames } from "@/server/platform/mail/mail-catalogue.rules";
import { t } from "@/texts/t";
import { assertOwnText } from "./company-mail-template.rules";
import { ListCompanyMailTemplates } from "./company-mail-template.schema";

const table = companyMailTemplates;

const list = listService({
  table,
  company: table.companyId,
  input: ListCompanyMailTemplates,
  sort: { createdAt: table.createdAt, updatedAt: table.updatedAt },
  filters: { mailTemplateId: equals(table.mailTemplateId), languageId: equals(table.languageId) },
  load: (ctx, ids) =>
    ctx.db
      .select({ ...getTableColumns(table), code: mailTemplates.code, tokens: mailTemplates.tokens })
      .from(table)
      .innerJoin(mailTemplates, eq(mailTemplates.id, table.mailTemplateId))
      .where(oneOf(table.id, ids)),
});
const record = recordService(list, { name: "company-mail-template", label: (row) => row.subject });

interface OwnText {
  mailTemplateId: string;
  languageId: string;
  subject: string;
  content: string;
}

/** The id of the company's own text of this mail in this language; undefined where it has none. */
async function find(ctx: KnownCtx, { mailTemplateId, languageId }: Pick<OwnText, "mailTemplateId" | "languageId">) {
  const [found] = await ctx.db
    .select({ id: table.id })
    .from(table)
    .where(
      and(
        eq(table.companyId, companyOf(ctx)),
        eq(table.mailTemplateId, mailTemplateId),
        eq(table.languageId, languageId),
      ),
    );
  return found?.id;
}

/** A company's own texts of mails (document 4.5, decisions 3, Company mail template). */
export const companyMailTemplateService = {
  ...record,

  /** Sets the company's text in this language. @throws AppError `not_found` for an unknown template, 422 for a bad text */
  put: (ctx: KnownCtx, { mailTemplateId, languageId, ...text }: OwnText, ifMatch?: string) =>
    inTransaction(ctx, async (ctx) => {
      const [template] = await ctx.db.select().from(mailTemplates).where(eq(mailTemplates.id, mailTemplateId));
      if (!template) throw notFound();
      assertOwnText(template.code, text);
      await lockName(ctx, `company-mail-template ${companyOf(ctx)} ${mailTemplateId} ${languageId}`);
      const id = await find(ctx, { mailTemplateId, languageId });
      if (id) return record.update(ctx, id, text, ifMatch);
      assertVersion({ version: 0 }, ifMatch); // who names a version saw a text that is not there any more
      return record.create(ctx, { mailTemplateId, languageId, ...text });
    }),

  /** 404 where the company has no text of its own in this language. */
  async in(ctx: KnownCtx, of: Pick<OwnText, "mailTemplateId" | "languageId">) {
    const id = await find(ctx, of);
    if (!id) throw notFound();
    return record.get(ctx, id);
  },

  /** The text comes back as it was. @throws AppError 422 where it would not be accepted any more */
  restore: (ctx: KnownCtx, id: string) =>
    inTransaction(ctx, async (ctx) => {
      const text = await record.restore(ctx, id);
      assertOwnText(text.code, text);
      return text;
    }),

  /** The mails that a company may have texts of its own for, with the standard ones. */
  async editable(ctx: KnownCtx) {
    const codes = Object.entries(mailCatalogue).flatMap(([code, { byCompanies }]) => (byCompanies ? [code] : []));
    const templates = await ctx.db
      .select()
      .from(mailTemplates)
      .where(oneOf(mailTemplates.code, codes, "text"))
      .orderBy(asc(mailTemplates.label));
    const texts = await ctx.db
      .select()
      .from(mailTemplateTranslations)
      .where(
        oneOf(
          mailTemplateTranslations.parentId,
          templates.map(({ id }) => id),
        ),
      );
    const items = templates.map(({ id, code, label, tokens }) => ({
      id,
      code,
      label: t(mailNames[code] ?? label),
      tokens,
      texts: texts.filter(({ parentId }) => parentId === id),
    }));
    return inOnePage(items);
  },
};
