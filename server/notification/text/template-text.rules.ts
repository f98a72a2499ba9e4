import sanitize from "sanitize-html";
import { unlinked } from "@/server/kit/value/address.rules";
import { cleanHtml } from "@/server/kit/value/html.rules";
import { escapeHtml, filled } from "@/server/kit/value/placeholders.rules";
import { isLink } from "./template-token.rules";

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

const asHtml = (text: string) => (tag.test(text) ? text : text.replaceAll("\n", "<br />"));

/** A text as HTML, cleaned; values of tokens are never markup. Line breaks of a plain text stay. */
export const asRich = (text: string, tokens: Record<string, string>): string =>
  cleanHtml(filled(asHtml(text), tokens, escapeHtml));

/** A title of a mail: plain, no address in the values of its tokens (ADR 91). */
export const asSubject = (text: string, tokens: Record<string, string>) =>
  filled(withoutTags(text), tokens, unlinked).replace(/[\r\n]+/g, " ");

/** As `asRich`, for a mail: no program finds an address in the values of tokens that readers see (ADR 91). */
export const asMailHtml = (text: string, tokens: Record<string, string>): string =>
  cleanHtml(
    asHtml(text)
      .split(/(<[^>]*>)/)
      .map((part) => filled(part, tokens, part.startsWith("<") ? escapeHtml : (value) => escapeHtml(unlinked(value))))
      .join(""),
  );

/**
 * A deep link with its tokens, URL-encoded. Null where what comes out leads elsewhere than its template says: to neither
 * https nor the app's own scheme.
 */
export function asLink(descLink: string, tokens: Record<string, string>): string | null {
  const link = filled(descLink, tokens, encodeURIComponent);
  return isLink(link) ? link : null;
}
