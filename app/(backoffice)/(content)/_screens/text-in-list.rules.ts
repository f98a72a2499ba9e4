interface Language {
  id: string;
  code: string;
  isDefault: boolean;
  status: boolean;
}

/** The language asked for, else the reader's, else the first; never the default one unless it is asked for. */
export function languageShown<L extends Language>(languages: L[], asked: string | null, reader: string): L | undefined {
  const others = languages.filter(({ isDefault, status }) => status && !isDefault);
  return (
    languages.find(({ id }) => id === asked) ?? others.find(({ code }) => code.split("-")[0] === reader) ?? others[0]
  );
}

const entities: Record<string, string> = { amp: "&", lt: "<", gt: ">", quot: '"', nbsp: " ", "#39": "'" };

/** A text as it is read on one line: without the tags that formatted texts hold. */
export const lineOf = (text: string) =>
  text
    .replace(/<\/?[a-z][^>]*>/gi, " ")
    .replace(/&(#39|[a-z]+);/g, (whole, name: string) => entities[name] ?? whole)
    .replace(/\s+/g, " ")
    .trim();
