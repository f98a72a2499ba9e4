import { broken } from "@/server/kit/call/errors";
import { nameFault } from "@/server/kit/value/address.rules";
import { mailCatalogue } from "@/server/platform/mail/mail-catalogue.rules";
import { type MailText, mailTextFault, partsOf } from "@/server/platform/mail/mail-template.rules";

/** Stands where a token stood, so that words on both its sides are not read as one. */
const gap = "\n";

/** The template of this code; one that companies have no texts of their own for is 422. */
export function templateOfCompanies(code: string) {
  const known = Object.entries(mailCatalogue).find(([name]) => name === code);
  const template:
    | { label: string; tokens: readonly string[]; secrets: readonly string[]; byCompanies: boolean }
    | undefined = known?.[1];
  if (!template?.byCompanies) throw broken("mailTemplateId", "Companies have no text of their own for this mail.");
  return template;
}

/**
 * Checks a company's own text of a mail: tokens of the template alone, no address and nothing that cannot be seen, and what
 * makes it work.
 * @throws AppError 422 on `subject` or `content`
 */
export function assertOwnText(code: string, text: MailText) {
  const fault = mailTextFault(templateOfCompanies(code), text);
  if (fault) throw broken(fault.path, fault.message);
  for (const path of ["subject", "content"] as const) {
    const wrong = nameFault((partsOf(text[path])?.words ?? []).join(gap));
    if (wrong) throw broken(path, wrong);
  }
}
