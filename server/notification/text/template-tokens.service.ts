import { eq, inArray } from "drizzle-orm";
import {
  notificationTemplateContents as contents,
  platformPageTechs as pages,
  notificationTemplateTechs as techs,
  notificationTemplates as templates,
} from "@/db/schema";
import { type Ctx, lockName } from "@/server/kit/call/context";
import { broken } from "@/server/kit/call/errors";
import { t } from "@/texts/t";
import { isRecipientToken, namesIn, tokensIn } from "./template-token.rules";

/** Changes to what tokens are known, and to what uses them, come one after the other. */
export const lockTexts = (ctx: Ctx) => lockName(ctx, "notification texts");

/** The templates that lead to this page. */
export async function templatesOfPage(ctx: Ctx, pageId: string): Promise<string[]> {
  const rows = await ctx.db
    .selectDistinct({ id: techs.noticationTemplateId })
    .from(techs)
    .where(eq(techs.platformPageTechId, pageId));
  return rows.map(({ id }) => id);
}

/**
 * The tokens that texts of a template may use: those of all pages that it leads to; null where it leads to none, and any
 * token passes (decisions 8).
 */
export async function knownTokens(ctx: Ctx, templateId: string): Promise<string[] | null> {
  const rows = await ctx.db
    .select({ list: pages.tokensLabelList })
    .from(techs)
    .innerJoin(pages, eq(pages.id, techs.platformPageTechId))
    .where(eq(techs.noticationTemplateId, templateId));
  return rows.length ? [...new Set(rows.flatMap(({ list }) => namesIn(list)))] : null;
}

const listed = (names: readonly string[]) => names.map((name) => `{{${name}}}`).join(", ");

/** Whether a text may use a token: one of its pages, or one that every recipient has a value of their own for. */
export const isKnown = (known: string[], name: string) => known.includes(name) || isRecipientToken(name);

/** The first field whose text uses a token that is not known, and what to say of it. */
export function unknownTokenIn(known: string[], texts: { notificationTitle: string; notificationContent: string }) {
  for (const path of ["notificationTitle", "notificationContent"] as const) {
    const unknown = (tokensIn(texts[path]) ?? []).filter((name) => !isKnown(known, name));
    if (unknown.length === 0) continue;
    const words = { unknown: listed(unknown), known: listed(known) || t("none") };
    return { path, message: t("Unknown here: {unknown}. There are {known}.", words) };
  }
  return undefined;
}

/**
 * @param at where the two texts stand in the input, such as "contents.0."
 * @throws AppError 422 on a field whose text uses a token that the template does not know
 */
export async function assertKnownTokens(
  ctx: Ctx,
  templateId: string,
  texts: { notificationTitle: string; notificationContent: string },
  at = "",
) {
  const known = await knownTokens(ctx, templateId);
  const fault = known && unknownTokenIn(known, texts);
  if (fault) throw broken(`${at}${fault.path}`, fault.message);
}

/**
 * For the end of a change to pages or links: what is stored must still fit.
 * @throws AppError 422 that names the content which would break
 */
export async function assertContentsFit(ctx: Ctx, templateIds: string[], field: string) {
  for (const id of templateIds) {
    const known = await knownTokens(ctx, id);
    if (!known) continue;
    const rows = await ctx.db
      .select({
        label: templates.labelNotificationTemplate,
        title: contents.notificationTitle,
        text: contents.notificationContent,
      })
      .from(contents)
      .innerJoin(templates, eq(templates.id, contents.noticationTemplateId))
      .where(inArray(contents.noticationTemplateId, [id]));
    for (const { label, title, text } of rows) {
      const unknown = [title, text].flatMap((one) => tokensIn(one) ?? []).filter((name) => !isKnown(known, name));
      if (unknown.length)
        throw broken(
          field,
          t('The content "{title}" of the template "{label}" uses {tokens}, which would be unknown.', {
            title,
            label,
            tokens: listed(unknown),
          }),
        );
    }
  }
}
