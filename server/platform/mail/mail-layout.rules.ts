import { escapeHtml } from "@/server/kit/value/placeholders.rules";
import { mailStyle } from "./mail-style.rules";
import { mailWords } from "./mail-words.rules";

/** Who a mail is from, beside Persdesk: a company that is verified and has a look of its own (ADR 91). */
export interface MailLook {
  company: string;
  /** #rrggbb, dark enough for white letters; Persdesk's where not said */
  color: string | null;
  /** the address of the picture: `logoCid` where it is attached */
  logo: string | null;
}

/** The name of a logo that is attached to its mail, and its address there. */
export const logoName = "logo@persdesk";
export const logoCid = `cid:${logoName}`;

/** Persdesk's own colour. */
export const usualColor = "#3b3fb6";

const font = "-apple-system,'Segoe UI',Roboto,Helvetica,Arial,sans-serif";
const table = 'role="presentation" cellpadding="0" cellspacing="0" border="0"';
const text = `font:15px/1.55 ${font};color:#1c1c22;overflow-wrap:anywhere;word-break:break-word`;
const quiet = `font:13px/1.5 ${font};color:#5c5d6b;overflow-wrap:anywhere;word-break:break-word`;

/** A paragraph of text; `html` is markup. */
export const paragraph = (html: string) => `<p class="text" style="margin:0 0 14px;${text}">${html}</p>`;

/** A button that leads to `href`, and beneath it the short address of the same place. Both are used as they are. */
export const button = (
  { href, short, words }: { href: string; short: string; words: string },
  { language, look }: { language: string; look?: MailLook | null },
) => {
  const color = look?.color ?? usualColor;
  return (
    `<table ${table} style="margin:20px 0 14px"><tr><td bgcolor="${color}" style="border-radius:6px;background:${color}">` +
    `<a href="${href}" style="display:inline-block;padding:12px 22px;font:600 15px/1.3 ${font};color:#ffffff;` +
    `text-decoration:none;border-radius:6px">${escapeHtml(words)}</a></td></tr></table>` +
    `<p class="quiet" style="margin:0 0 18px;${quiet}">${escapeHtml(mailWords(language).orOpen)}<br>` +
    `<a class="address" href="${short}" style="color:${usualColor};word-break:break-all">${short}</a></p>`
  );
};

const heading = `margin:0;font:600 16px/1.3 ${font};color:${usualColor}`;

/** The top of a mail: Persdesk, or the company with its logo, and that Persdesk sends it. */
function head(language: string, look: MailLook | null | undefined) {
  if (!look) return `<p class="brand" style="${heading}">Persdesk</p>`;
  const company = escapeHtml(look.company);
  const name = look.logo
    ? `<img src="${escapeHtml(look.logo)}" alt="${company}" height="44" style="display:inline-block;height:44px;width:auto;` +
      `max-width:220px;object-fit:contain;object-position:left;border:0;padding:6px 8px;background:#ffffff;border-radius:6px">`
    : `<span class="text" style="font:600 17px/1.3 ${font};color:#1c1c22;overflow-wrap:anywhere">${company}</span>`;
  const by = escapeHtml(mailWords(language).inNameOf(look.company));
  return `${name}<p class="quiet" style="margin:6px 0 0;${quiet}">${by}</p>`;
}

interface Mail {
  /** the code of the language that it is written in */
  language: string;
  subject: string;
  /** what mail programs show beside the subject */
  preheader: string;
  /** markup: paragraphs and buttons */
  content: string;
  /** markup: what stands below, such as the link that ends such mails */
  foot?: string;
  look?: MailLook | null;
}

/** A quiet line below a mail; `html` is markup. */
export const footLine = (html: string) => `<p class="quiet" style="margin:0 0 6px;${quiet}">${html}</p>`;

/**
 * The one layout of all mails: tables for Outlook, at most 600 px, nothing that is wider than the screen, light and dark.
 * It is drawn in the browser too, for previews.
 */
export function layout({ language, subject, preheader, content, foot = "", look }: Mail): string {
  const color = look?.color ?? usualColor;
  return (
    `<!doctype html><html lang="${escapeHtml(language)}"><head><meta charset="utf-8">` +
    '<meta name="viewport" content="width=device-width,initial-scale=1">' +
    '<meta name="color-scheme" content="light dark"><meta name="supported-color-schemes" content="light dark">' +
    '<meta name="format-detection" content="telephone=no,date=no,address=no,email=no,url=no">' +
    '<meta name="x-apple-disable-message-reformatting">' +
    `<title>${escapeHtml(subject)}</title><style>${mailStyle}</style></head>` +
    `<body class="page" style="margin:0;padding:0;background:#f4f4f6">` +
    `<div style="display:none;max-height:0;overflow:hidden;opacity:0;color:transparent">${escapeHtml(preheader)}</div>` +
    `<table ${table} width="100%" class="page" style="table-layout:fixed;background:#f4f4f6"><tr>` +
    `<td class="around" align="center" style="padding:24px 12px">` +
    `<!--[if mso]><table ${table} width="600"><tr><td><![endif]-->` +
    `<table ${table} width="100%" class="card" style="table-layout:fixed;max-width:600px;background:#ffffff;` +
    `border-radius:8px;border-top:3px solid ${color}">` +
    `<tr><td class="inside" align="left" style="padding:24px 32px 0">${head(language, look)}</td></tr>` +
    `<tr><td class="inside content text" align="left" style="padding:20px 32px 12px;${text}">${content}</td></tr>` +
    `<tr><td class="inside line" align="left" style="padding:14px 32px 18px;border-top:1px solid #e4e4ea">${foot}` +
    `${footLine(escapeHtml(mailWords(language).sentBy))}</td></tr></table>` +
    "<!--[if mso]></td></tr></table><![endif]--></td></tr></table></body></html>"
  );
}
