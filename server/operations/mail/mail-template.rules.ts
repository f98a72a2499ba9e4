import Mustache from "mustache";
import { unlinked } from "@/server/kit/address.rules";
import { placeholdersOf } from "@/server/kit/placeholders.rules";
import { t } from "@/texts/t";

/**
 * Everything that is mailed, by its code: what it is called, the tokens that its texts may hold, which of those are secret,
 * and whether companies may have texts of their own. The texts are rows of `mail_templates`.
 */
export const mailCatalogue = {
  ACTIVATION_PIN: {
    label: "Activation PIN of a PERS device",
    tokens: ["pin", "serial"],
    secrets: ["pin"],
    byCompanies: false,
  },
  PASSWORD_CHANGED: {
    label: "Password changed",
    tokens: ["firstName"],
    secrets: [],
    byCompanies: false,
  },
  ACTIVATION_CODE: {
    label: "Activation code",
    tokens: ["code", "firstName"],
    secrets: ["code"],
    byCompanies: false,
  },
  ALREADY_REGISTERED: {
    label: "Address registered already",
    tokens: ["firstName"],
    secrets: [],
    byCompanies: false,
  },
  PASSWORD_RESET: {
    label: "Code for a new password",
    tokens: ["code", "firstName"],
    secrets: ["code"],
    byCompanies: false,
  },
  PORTAL_USER_INVITATION: {
    label: "Invitation to an account",
    tokens: ["email", "firstName", "link"],
    secrets: ["link"],
    byCompanies: false,
  },
  COMPANY_INVITATION: {
    label: "Invitation to a company",
    tokens: ["company", "email", "firstName", "link"],
    secrets: ["link"],
    byCompanies: true,
  },
  PARTNER_INVITATION: {
    label: "Invitation to work with a company",
    tokens: ["company", "firstName", "link"],
    secrets: [],
    byCompanies: false,
  },
  EMAIL_CHANGE_CONFIRM: {
    label: "Confirmation of a new address",
    tokens: ["email", "firstName", "link"],
    secrets: ["link"],
    byCompanies: false,
  },
  EMAIL_CHANGE_REQUESTED: {
    label: "Another address was asked for",
    tokens: ["firstName"],
    secrets: [],
    byCompanies: false,
  },
  EMAIL_CHANGED: {
    label: "Address changed",
    tokens: ["firstName"],
    secrets: [],
    byCompanies: false,
  },
  SECOND_FACTOR_ON: {
    label: "Two-step sign-in on",
    tokens: ["firstName"],
    secrets: [],
    byCompanies: false,
  },
  SECOND_FACTOR_OFF: {
    label: "Two-step sign-in off",
    tokens: ["firstName"],
    secrets: [],
    byCompanies: false,
  },
  SECOND_FACTOR_RESET: {
    label: "Two-step sign-in reset",
    tokens: ["firstName"],
    secrets: [],
    byCompanies: false,
  },
  SWITCH_TO_NOTICE: {
    label: "Staff used an account",
    tokens: ["at", "company", "firstName", "reason", "staff"],
    secrets: [],
    byCompanies: false,
  },
} as const satisfies Record<string, Template>;

interface Template {
  label: string;
  tokens: readonly string[];
  secrets: readonly string[];
  byCompanies: boolean;
}

/** The words of a mail in one language; `{{name}}` stands for a token. */
export interface MailText {
  subject: string;
  content: string;
}
export type TemplateCode = keyof typeof mailCatalogue;
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

/** A mail's HTML around its content. */
export const layout = (paragraphs: string) =>
  `<!doctype html><html><head><meta charset="utf-8"></head><body style="margin:0;padding:24px;background:#f4f4f6">` +
  `<div style="max-width:560px;margin:0 auto;padding:28px 32px;background:#fff;border-radius:8px;` +
  `font:15px/1.55 -apple-system,'Segoe UI',Roboto,sans-serif;color:#1c1c22">` +
  `<p style="margin:0 0 20px;font-weight:600;color:#3b3fb6">Persdesk</p>${paragraphs}</div></body></html>`;

/** The content as HTML: people write it, so nothing of it is markup; its tokens and the link stay. */
const asHtml = (content: string) =>
  layout(
    Mustache.escape(content)
      .split("\n\n")
      .map((paragraph) => paragraph.replaceAll("{{link}}", '<a href="{{link}}" style="color:#3b3fb6">{{link}}</a>'))
      .map((paragraph) => `<p style="margin:0 0 14px">${paragraph.replaceAll("\n", "<br>")}</p>`)
      .join(""),
  );

const joint = "\u200C";
/** A text in which no token makes an address together with what stands beside it (ADR 91). */
const apart = (text: string) =>
  text
    .replace(/([.@/:\\])(?=\{\{(?!\s*link\s*\}))/g, `$1${joint}`)
    .replace(/(\{\{(?!\s*link\s*\})[^{}]*\}\})([.@/:\\]+(?=\S)|(?=[\p{L}\p{N}{]))/gu, `$1$2${joint}`);

/**
 * Renders a text of a template. Logic-less (mustache); tokens are escaped in HTML, and those that are no link of ours hold
 * nothing that a mail program would make one of.
 */
export function renderMail(templateCode: TemplateCode, text: MailText, tokens: MailTokens): RenderedMail {
  const template: Template = mailCatalogue[templateCode];
  const [subject, content] = [apart(text.subject), apart(text.content)];
  const shown = (name: string, value: string) => {
    if (template.secrets.includes(name)) return sealedToken(name);
    return name === "link" ? withoutSeals(value) : unlinked(withoutSeals(value));
  };
  const view = Object.fromEntries(Object.entries(tokens).map(([name, value]) => [name, shown(name, value)]));
  const plain = (text: string) => Mustache.render(text, view, {}, { escape: String });
  const secrets = Object.fromEntries(Object.entries(tokens).filter(([name]) => template.secrets.includes(name)));
  return {
    subject: plain(subject).replace(/[\r\n]+/g, " "),
    body: plain(content),
    html: Mustache.render(asHtml(content), view),
    secrets: Object.keys(secrets).length ? secrets : null,
  };
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
