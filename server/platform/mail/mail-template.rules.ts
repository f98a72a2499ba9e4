import Mustache from "mustache";
import { unlinked } from "@/server/kit/value/address.rules";
import { escapeHtml, placeholdersOf } from "@/server/kit/value/placeholders.rules";
import { t } from "@/texts/t";
import { mailCatalogue, type Template, type TemplateCode } from "./mail-catalogue.rules";
import { button, footLine, layout, type MailLook, paragraph } from "./mail-layout.rules";
import { buttonWords, mailWords } from "./mail-words.rules";

/** The words of a mail in one language; `{{name}}` stands for a token. */
export interface MailText {
  subject: string;
  content: string;
}
export type MailTokens = Record<string, string>;

export interface RenderedMail {
  subject: string;
  body: string;
  html: string;
  /** secret tokens by name: `subject`, `body` and `html` hold placeholders for them until the mail is sent */
  secrets: MailTokens | null;
}

const open = "\uE000";
const close = "\uE001";
const sealed = /\uE000(\w+)\uE001/g;

/** What a text is written into. */
export interface MailDress {
  /** the code of the language that the text is in */
  language: string;
  /** a short address of the same place as the token `link` */
  shortLink?: string;
  look?: MailLook | null;
}

const oneLine = (text: string) => text.replace(/\s+/g, " ").trim();

/** The sentences after the greeting that hold neither a secret nor a link. */
const openSentences = (content: string, hidden: readonly string[]) =>
  content
    .split(/(?<=[.!?])\s+|\n\n/)
    .slice(1)
    .filter((sentence) => !placeholdersOf(sentence)?.tokens.some((name) => hidden.includes(name)))
    .join(" ");

/** What mail programs show beside the subject. */
const preheaderOf = (text: string) => text.charAt(0).toUpperCase() + oneLine(text).slice(1, 140);

const linkToken = /\{\{\s*link\s*\}\}/;

/** A paragraph that people wrote: nothing of it is markup, and its link is a button. */
function paragraphHtml(written: string, code: TemplateCode, dress: MailDress) {
  const [before = "", ...after] = written.split(linkToken);
  const said = (text: string) => (text.trim() ? paragraph(Mustache.escape(text.trim()).replaceAll("\n", "<br>")) : "");
  if (after.length === 0) return said(before);
  const words = buttonWords(code, dress.language);
  return said(before) + button({ href: "{{link}}", short: "{{shortLink}}", words }, dress) + said(after.join(" "));
}

const joint = "\u200C";
/** A text in which no token makes an address together with what stands beside it (ADR 91). */
const apart = (text: string) =>
  text
    .replace(/([.@/:\\])(?=\{\{(?!\s*link\s*\}))/g, `$1${joint}`)
    .replace(/(\{\{(?!\s*link\s*\})[^{}]*\}\})([.@/:\\]+(?=\S)|(?=[\p{L}\p{N}{]))/gu, `$1$2${joint}`);

/** A value in HTML, with its line breaks. */
const inLines = (value: string) => Mustache.escape(value).replaceAll("\n", "<br>");

/** Codes in letters that are found at once. */
const strong = (html: string, { secrets }: Pick<Template, "secrets">) =>
  secrets
    .filter((name) => name !== "link")
    .reduce((done, name) => done.replaceAll(sealedToken(name), `<strong>${sealedToken(name)}</strong>`), html);

/**
 * Renders a text of a template. Logic-less (mustache); tokens are escaped in HTML, and those that are no link of ours hold
 * nothing that a mail program would make one of. The plain text has the short link, the button the whole one.
 */
export function renderMail(
  templateCode: TemplateCode,
  text: MailText,
  { link = "", ...tokens }: MailTokens,
  dress: MailDress,
): RenderedMail {
  const template: Template = mailCatalogue[templateCode];
  const { language, look, shortLink = link } = dress;
  const [subject, content] = [apart(text.subject), apart(text.content)];
  const isSecret = (name: string) => template.secrets.includes(name);
  const view = Object.fromEntries(
    Object.entries(tokens).map(([name, value]) => [
      name,
      isSecret(name) ? sealedToken(name) : unlinked(withoutSeals(value)),
    ]),
  );
  const links = isSecret("link")
    ? { link: sealedToken("link"), shortLink: sealedToken("shortLink") }
    : { link: withoutSeals(link), shortLink: withoutSeals(shortLink) };
  const plain = (text: string) => Mustache.render(text, { ...view, link: links.shortLink }, {}, { escape: String });
  const title = plain(subject).replace(/[\r\n]+/g, " ");
  const secrets = Object.fromEntries(Object.entries(tokens).filter(([name]) => isSecret(name)));
  if (isSecret("link")) Object.assign(secrets, { link, shortLink });
  const paragraphs = content.split("\n\n").map((written) => paragraphHtml(written, templateCode, dress));
  return {
    subject: title,
    body: [plain(content), look && mailWords(language).inNameOf(unlinked(look.company))].filter(Boolean).join("\n\n"),
    html: layout({
      language,
      subject: title,
      preheader: preheaderOf(plain(openSentences(content, ["link", ...template.secrets]))),
      content: strong(Mustache.render(paragraphs.join(""), { ...view, ...links }, {}, { escape: inLines }), template),
      look: look && { ...look, company: unlinked(withoutSeals(look.company)) },
    }),
    secrets: Object.keys(secrets).length ? secrets : null,
  };
}

/** A notification in the layout of all mails. @param html cleaned, without anything that stands for a secret */
export function notificationHtml(
  {
    subject,
    html,
    text,
    link,
    end,
  }: { subject: string; html: string; text: string; link: Links | null; end: string | null },
  language: string,
) {
  const words = mailWords(language);
  const at = link && { href: escapeHtml(link.href), short: escapeHtml(link.short), words: words.open };
  const ending =
    end && footLine(`<a class="address" href="${escapeHtml(end)}" style="color:#3b3fb6">${words.unsubscribe}</a>`);
  return layout({
    language,
    subject,
    preheader: preheaderOf(text),
    content: `<div class="formatted">${html}</div>${at ? button(at, { language }) : ""}`,
    foot: ending ?? "",
  });
}

/** Where a mail leads: the whole address, and the short one that people see. */
export interface Links {
  href: string;
  short: string;
}

/** As `placeholdersOf`; undefined too for a text with the marks that stand for secrets. */
export const partsOf = (text: string) => (/[\uE000\uE001]/.test(text) ? undefined : placeholdersOf(text));

const listed = (names: readonly string[]) => names.map((name) => `{{${name}}}`).join(", ");

/** What is wrong with a text of a mail, tokens of its template alone and what makes it work; undefined where nothing is. */
export function mailTextFault({ tokens, secrets }: Pick<Template, "tokens" | "secrets">, text: MailText) {
  for (const path of ["subject", "content"] as const) {
    const parts = partsOf(text[path]);
    if (!parts) return { path, message: "Write tokens as {{name}}, and nothing else in curly brackets." };
    const allowed = tokens.filter((name) => path === "content" || !secrets.includes(name));
    const unknown = parts.tokens.filter((name) => !allowed.includes(name));
    if (unknown.length)
      return {
        path,
        message: t("Unknown here: {unknown}. There are {known}.", { unknown: listed(unknown), known: listed(allowed) }),
      };
    const missing = secrets.filter((name) => path === "content" && !parts.tokens.includes(name));
    if (missing.length)
      return { path, message: t("The mail does not work without {names}.", { names: listed(missing) }) };
  }
  return undefined;
}

/** The placeholder of a secret. */
export const sealedToken = (name: string) => `${open}${name}${close}`;

/** A text of somebody else, in which nothing is taken for a placeholder. */
export const withoutSeals = (text: string) => text.replace(/[\uE000\uE001]/g, "");

/** The text as it is sent, with its secrets. */
export const unseal = (text: string, secrets: MailTokens | null) =>
  text.replace(sealed, (_, name: string) => secrets?.[name] ?? "");

/** Does the text hold a placeholder for a secret? */
export const isSealed = (text: string) => text.includes(open);

/** The text as people who look at the log see it. */
export const masked = (text: string) => text.replace(sealed, "••••••");
