import Mustache from "mustache";

/** The parts of a text: the names of its `{{tokens}}`, and what stands between them. */
export interface TextParts {
  tokens: string[];
  words: string[];
}

/**
 * Takes a text apart; undefined where it is no text with plain `{{tokens}}`, such as one with a section, a partial or a
 * token that would not be escaped.
 */
export function placeholdersOf(text: string): TextParts | undefined {
  try {
    const parts: [string, string][] = Mustache.parse(text).map(([type, value]) => [type, value]);
    if (parts.some(([type]) => type !== "text" && type !== "name")) return undefined;
    const of = (wanted: string) => parts.flatMap(([type, value]) => (type === wanted ? [value] : []));
    return { tokens: of("name"), words: of("text") };
  } catch {
    return undefined; // such as an unclosed tag
  }
}

/** A text with its tokens filled in; one that is not given is left empty. `escaped` is called with each value. */
export const filled = (text: string, tokens: Record<string, string>, escaped: (value: string) => string = String) =>
  Mustache.render(text, new Values(tokens), {}, { escape: escaped });

/** Values by their whole names: `recipient.firstName` is one name, not a part of something. */
class Values extends Mustache.Context {
  override lookup(name: string): string | undefined {
    return Object.hasOwn(this.view, name) ? this.view[name] : undefined;
  }
}

/** A value as it may stand in HTML. */
export const escapeHtml = (value: string) => Mustache.escape(value);
