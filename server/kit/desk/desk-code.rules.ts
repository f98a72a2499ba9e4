import { isIcu, tokensOf } from "@/server/kit/value/tokens.rules";

/** A part of a text: words, a code that stands alone, or a pair of tags with what lies between. */
export type Piece = string | { data: string } | { start: string; end: string; within: Piece[] };

const inPlain = /(\{\{\s*[\p{L}\p{N}_.-]+\s*\}\}|\{[\p{L}\p{N}_.-]+\})/gu;
const inHtml = /(<[^<>]*>|&(?:#\d+|#x[\da-f]+|[a-z]\w*);|\{\{\s*[\p{L}\p{N}_.-]+\s*\}\}|\{[\p{L}\p{N}_.-]+\})/giu;
const tagOf = (code: string) => /^<\/?([a-z][a-z0-9]*)/i.exec(code)?.[1]?.toLowerCase();

/** A text as words and what translators must not touch: {tokens}, and of HTML its tags and entities. */
export function piecesOf(text: string, html: boolean): Piece[] {
  // Forms are words of the language: what stands between their braces is translated.
  if (!html && isIcu(text)) return text === "" ? [] : [text];
  const open: { start: string; tag: string; pieces: Piece[] }[] = [{ start: "", tag: "", pieces: [] }];
  const add = (...pieces: Piece[]) => open.at(-1)?.pieces.push(...pieces);
  for (const [place, part] of text.split(html ? inHtml : inPlain).entries()) {
    if (part === "") continue;
    const tag = tagOf(part);
    if (place % 2 === 0) add(part);
    else if (tag === undefined) add({ data: part });
    else if (!part.startsWith("</")) open.push({ start: part, tag, pieces: [] });
    else {
      const at = open.findLastIndex((one) => one.tag === tag);
      // Tags within that were never closed, such as <br>, stand alone.
      if (at > 0) while (open.length > at + 1) alone(open);
      const pair = at > 0 ? open.pop() : undefined;
      add(pair ? { start: pair.start, end: part, within: pair.pieces } : { data: part });
    }
  }
  while (open.length > 1) alone(open);
  return open[0]?.pieces ?? [];
}

function alone(open: { start: string; pieces: Piece[] }[]) {
  const last = open.pop();
  if (last) open.at(-1)?.pieces.push({ data: last.start }, ...last.pieces);
}

const tagsIn = (html: string) => (html.match(/<[a-z][a-z0-9]*/gi) ?? []).map((tag) => `${tag.toLowerCase()}>`);
const codesOf = (text: string, html: boolean) => [...tokensOf(text), ...(html ? tagsIn(text) : [])];

/** The {tokens} and tags of the source that a text has not, each as often as it lacks it. */
export function lostCodes(source: string, text: string, html: boolean): string[] {
  const left = codesOf(text, html);
  return codesOf(source, html).filter((code) => {
    const at = left.indexOf(code);
    if (at >= 0) left.splice(at, 1);
    return at < 0;
  });
}
