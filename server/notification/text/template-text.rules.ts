import sanitize from "sanitize-html";
import { cleanHtml } from "@/server/kit/html.rules";
import { escapeHtml, filled, placeholdersOf } from "@/server/kit/placeholders.rules";

/** The names of tokens in a list of them, such as "firstName, serial". */
export const namesIn = (tokensLabelList: string): string[] =>
  tokensLabelList
    .split(",")
    .map((name) => name.trim())
    .filter(Boolean);

/** What a token may be called. */
export const isTokenName = (name: string) => /^[\p{L}\p{N}_-]{1,60}$/u.test(name);

/** The tokens of a text, each once; undefined where it is no text with plain `{{tokens}}`. */
export function tokensIn(text: string): string[] | undefined {
  const parts = placeholdersOf(text);
  return parts?.tokens.every(isTokenName) ? [...new Set(parts.tokens)] : undefined;
}

const tag = /<\/?[a-z][^>]*>/i;

/** HTML as text: tags go, and what they stood for is read. */
const withoutTags = (text: string) =>
  tag.test(text)
    ? sanitize(text.replaceAll(/<br\s*\/?>|<\/(?:p|div|li|h[1-6])>/gi, "\n"), {
        allowedTags: [],
        allowedAttributes: {},
        parser: { decodeEntities: true },
        textFilter: (part) =>
          part.replaceAll("&lt;", "<").replaceAll("&gt;", ">").replaceAll("&quot;", '"').replaceAll("&amp;", "&"),
      }).trim()
    : text;

/** A text as a phone shows it: plain, its tokens as they are. */
export const asPlain = (text: string, tokens: Record<string, string>) => filled(withoutTags(text), tokens);

/** A text as HTML, cleaned; values of tokens are never markup. Line breaks of a plain text stay. */
export function asRich(text: string, tokens: Record<string, string>): string {
  const html = tag.test(text) ? text : text.replaceAll("\n", "<br />");
  return cleanHtml(filled(html, tokens, escapeHtml));
}

/**
 * A deep link with its tokens, URL-encoded. Null where what comes out leads elsewhere than its template says: to neither
 * https nor the app's own scheme.
 */
export function asLink(descLink: string, tokens: Record<string, string>): string | null {
  const link = filled(descLink, tokens, encodeURIComponent);
  return isLink(link) ? link : null;
}

// Schemes that a browser runs or reads itself; any other scheme than https is an app's own.
const dangerous = /^(?:javascript|data|vbscript|file|blob|about|http|ws|wss|ftp):/i;

/** Whether a link, its tokens filled in or not, leads to https or an app's own scheme. */
export const isLink = (link: string) => /^https:\/\/[^\s/]|^[a-z][a-z0-9+.-]*:/i.test(link) && !dangerous.test(link);
