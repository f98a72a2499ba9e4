import Mustache from "mustache";

/** Everything that is mailed, by its code; `mail_templates` takes these over when people may edit them. */
export const mailTemplates = {
  ACTIVATION_PIN: {
    secrets: ["pin"],
    en: {
      subject: "Activation PIN of {{serial}}",
      text: "Hello,\n\nthe new activation PIN of the PERS device {{serial}} is {{pin}}.\n\nAn earlier PIN no longer works.",
    },
    fr: {
      subject: "Code d'activation de {{serial}}",
      text: "Bonjour,\n\nle nouveau code d'activation du PERS {{serial}} est {{pin}}.\n\nUn code plus ancien ne fonctionne plus.",
    },
    de: {
      subject: "Aktivierungs-PIN von {{serial}}",
      text: "Guten Tag,\n\ndie neue Aktivierungs-PIN des PERS-Geräts {{serial}} lautet {{pin}}.\n\nEine ältere PIN gilt nicht mehr.",
    },
  },
  PASSWORD_CHANGED: {
    secrets: [],
    en: {
      subject: "Your password was changed",
      text: "Hello {{firstName}},\n\nthe password of your Persdesk account was changed. Every other session has ended.\n\nIf that was not you, contact us at once.",
    },
    fr: {
      subject: "Votre mot de passe a été modifié",
      text: "Bonjour {{firstName}},\n\nle mot de passe de votre compte Persdesk a été modifié. Toutes les autres sessions sont fermées.\n\nSi ce n'était pas vous, contactez-nous sans attendre.",
    },
    de: {
      subject: "Ihr Passwort wurde geändert",
      text: "Guten Tag {{firstName}},\n\ndas Passwort Ihres Persdesk-Kontos wurde geändert. Alle anderen Sitzungen sind beendet.\n\nWaren Sie das nicht, melden Sie sich bitte sofort bei uns.",
    },
  },
} as const satisfies Record<string, { secrets: readonly string[]; en: Source; fr?: Source; de?: Source }>;

interface Source {
  subject: string;
  text: string;
}
export type TemplateCode = keyof typeof mailTemplates;
export type MailTokens = Record<string, string>;

export interface RenderedMail {
  subject: string;
  body: string;
  html: string;
  /** secret tokens by name: they stand sealed off in `subject`, `body` and `html` until the mail goes out */
  secrets: MailTokens | null;
}

const open = "\uE000";
const close = "\uE001";
const sealed = /\uE000(\w+)\uE001/g;

const layout = (paragraphs: string) =>
  `<!doctype html><html><head><meta charset="utf-8"></head><body style="margin:0;padding:24px;background:#f4f4f6">` +
  `<div style="max-width:560px;margin:0 auto;padding:28px 32px;background:#fff;border-radius:8px;` +
  `font:15px/1.55 -apple-system,'Segoe UI',Roboto,sans-serif;color:#1c1c22">` +
  `<p style="margin:0 0 20px;font-weight:600;color:#3b3fb6">Persdesk</p>${paragraphs}</div></body></html>`;

const asHtml = (source: string) =>
  layout(
    source
      .split("\n\n")
      .map((paragraph) => `<p style="margin:0 0 14px">${paragraph.replaceAll("\n", "<br>")}</p>`)
      .join(""),
  );

/**
 * Renders a template in a language, in English where it has no text in it. Logic-less (mustache); tokens are escaped in HTML.
 * @param language a BCP 47 code
 */
export function renderMail(templateCode: TemplateCode, tokens: MailTokens, language: string): RenderedMail {
  const template: { secrets: readonly string[]; en: Source; fr?: Source; de?: Source } = mailTemplates[templateCode];
  const source = (language === "fr" || language === "de" ? template[language] : undefined) ?? template.en;
  const view = Object.fromEntries(
    Object.entries(tokens).map(([name, value]) =>
      template.secrets.includes(name) ? [name, `${open}${name}${close}`] : [name, value.replace(/[\uE000\uE001]/g, "")],
    ),
  );
  const plain = (text: string) => Mustache.render(text, view, {}, { escape: String });
  const secrets = Object.fromEntries(Object.entries(tokens).filter(([name]) => template.secrets.includes(name)));
  return {
    subject: plain(source.subject).replace(/[\r\n]+/g, " "),
    body: plain(source.text),
    html: Mustache.render(asHtml(source.text), view),
    secrets: Object.keys(secrets).length ? secrets : null,
  };
}

/** The text as it goes out, with its secrets. */
export const unseal = (text: string, secrets: MailTokens | null) =>
  text.replace(sealed, (_, name: string) => secrets?.[name] ?? "");

/** Does the text hold a place for a secret? */
export const isSealed = (text: string) => text.includes(open);

/** The text as people who look at the log see it. */
export const masked = (text: string) => text.replace(sealed, "••••••");
