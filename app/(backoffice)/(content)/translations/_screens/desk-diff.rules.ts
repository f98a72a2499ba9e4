export interface Word {
  text: string;
  /** what the new text has and the old one had not, or the other way round */
  kind: "same" | "added" | "removed";
}

const most = 800;
/** Words, {tokens}, tags, white space, and each other sign alone. */
const part = /\{[^{}\s]*\}|<[^<>]*>|[\p{L}\p{M}\p{N}]+(?:['’-][\p{L}\p{N}]+)*|\s+|./gsu;
const wordsOf = (text: string) => text.match(part) ?? [];

/** What changed from one text to another, word by word. Of very long texts the whole is shown as replaced. */
export function diffWords(before: string, after: string): Word[] {
  const [old, now] = [wordsOf(before), wordsOf(after)];
  if (old.length > most || now.length > most)
    return [
      { text: before, kind: "removed" },
      { text: after, kind: "added" },
    ];
  // The longest common subsequence: how long it is from each pair of places on.
  const common = Array.from({ length: old.length + 1 }, () => new Uint16Array(now.length + 1));
  const at = (i: number, j: number) => common[i]?.[j] ?? 0;
  for (let i = old.length - 1; i >= 0; i--)
    for (let j = now.length - 1; j >= 0; j--) {
      const row = common[i];
      if (row) row[j] = old[i] === now[j] ? at(i + 1, j + 1) + 1 : Math.max(at(i + 1, j), at(i, j + 1));
    }
  const words: Word[] = [];
  const say = (text: string | undefined, kind: Word["kind"]) => {
    const last = words.at(-1);
    if (last?.kind === kind) last.text += text ?? "";
    else words.push({ text: text ?? "", kind });
  };
  let [i, j] = [0, 0];
  while (i < old.length || j < now.length) {
    if (i < old.length && j < now.length && old[i] === now[j]) {
      say(old[i], "same");
      i++;
      j++;
    } else if (j >= now.length || (i < old.length && at(i + 1, j) >= at(i, j + 1))) say(old[i++], "removed");
    else say(now[j++], "added");
  }
  return words;
}
