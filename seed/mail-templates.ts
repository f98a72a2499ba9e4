import type { Database } from "@/db/client";
import { mailTemplates, mailTemplateTranslations } from "@/db/schema";
import { fixedId } from "@/server/kit/record/fixed-id";
import { mailCatalogue, type TemplateCode } from "@/server/platform/mail/mail-catalogue.rules";
import { mailTexts } from "./mail-texts";

/**
 * Adds the templates that are not there yet, with their texts in the languages that are; those that are there belong to
 * the customer.
 * @param languages code → id
 */
export async function seedMailTemplates(db: Database, languages: Map<string, string>) {
  const codes = Object.keys(mailCatalogue) as TemplateCode[];
  const added = await db
    .insert(mailTemplates)
    .values(
      codes.map((code) => {
        const { label, tokens } = mailCatalogue[code];
        return { id: fixedId("mail-template", code), code, label, tokens: [...tokens] };
      }),
    )
    .onConflictDoNothing({ target: mailTemplates.code })
    .returning({ id: mailTemplates.id, code: mailTemplates.code });
  const texts = added.flatMap(({ id: parentId, code }) =>
    Object.entries(mailTexts[code as TemplateCode]).flatMap(([language, text]) => {
      const languageId = languages.get(language);
      const id = fixedId("mail-template-translation", `${code}/${language}`);
      return languageId ? [{ ...text, id, parentId, languageId }] : [];
    }),
  );
  if (texts.length) await db.insert(mailTemplateTranslations).values(texts);
}
