import { diffWords } from "./desk-diff.rules";

const tags = { same: "span", added: "ins", removed: "del" } as const;

/** What changed from one text to another, word by word. */
export function Diff({ before, after }: { before: string; after: string }) {
  const words = diffWords(before, after).map((word, place) => ({ ...word, place }));
  return words.map(({ text, kind, place }) => {
    const Tag = tags[kind];
    return <Tag key={place}>{text}</Tag>;
  });
}
