interface Wanted {
  find: string;
  replace: string;
  matchCase: boolean;
  /** only what is read is replaced, never a tag */
  html: boolean;
}

const literally = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
/** A plain text within HTML. */
export const escaped = (text: string) => text.replace(/&/g, "&amp;").replace(/</g, "&lt;").replace(/>/g, "&gt;");

/** The text with each place that reads `find` replaced. */
export function replaced(text: string, { find, replace, matchCase, html }: Wanted): string {
  const [from, to] = html ? [escaped(find), escaped(replace)] : [find, replace];
  const every = new RegExp(literally(from), matchCase ? "gu" : "giu");
  const inText = (part: string) => part.replace(every, () => to);
  if (!html) return inText(text);
  return text
    .split(/(<[^>]*>)/)
    .map((part, index) => (index % 2 ? part : inText(part)))
    .join("");
}
