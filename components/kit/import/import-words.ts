import { counted, formatted } from "@/server/kit/count.rules";
import type { Import, RowKind } from "@/server/kit/import/import.schema";
import type { Imported } from "./import-hooks";

/** The kinds of rows in the order in which they are looked at, with their words. */
export const kinds: { kind: RowKind; title: string; what: string }[] = [
  { kind: "error", title: "Errors", what: "left out" },
  { kind: "changed", title: "Changed", what: "changed" },
  { kind: "new", title: "New", what: "new" },
  { kind: "same", title: "Same", what: "the same as before" },
];

type Counts = Import["counts"];
type Noun = Pick<Imported, "one" | "many">;

/** The kind that is shown first: errors where there are any, for they are why a plan is looked at. */
export const firstKind = (counts: Counts): RowKind => kinds.find(({ kind }) => counts[kind] > 0)?.kind ?? "new";

const those = ({ new: fresh, changed }: Counts) =>
  [fresh > 0 && `${formatted(fresh)} new`, changed > 0 && `${formatted(changed)} changed`].filter(Boolean).join(", ");

const leftOut = ({ error }: Counts) =>
  error > 0 ? ` ${counted(error, "row")} with errors ${error === 1 ? "is" : "are"} left out.` : "";

/** What confirming would do. */
export function planSentence(counts: Counts, { one, many }: Noun): string {
  const writes = counts.new + counts.changed;
  if (writes === 0)
    return `Nothing to import: ${counts.error > 0 ? "no row is valid and new" : "everything is there already"}.${leftOut(counts)}`;
  return `${counted(writes, one, many)} will be imported: ${those(counts)}.${leftOut(counts)}`;
}

/** What became of it. */
export function resultSentence(
  { counts, status, left }: Pick<Import, "counts" | "status" | "left">,
  noun: Noun,
): string {
  const { one, many } = noun;
  const writes = counts.new + counts.changed;
  if (status === "failed" || status === "cancelled") return "Nothing was imported.";
  if (status === "undone")
    return left.length === 0
      ? `All ${counted(writes, one, many)} are as they were before.`
      : `${formatted(writes - left.length)} of ${counted(writes, one, many)} are as they were before. ${formatted(left.length)} had been changed since and ${left.length === 1 ? "was" : "were"} left.`;
  return writes === 0
    ? "Everything was there already."
    : `${counted(writes, one, many)} imported: ${those(counts)}.${leftOut(counts)}`;
}

/** What an undo would do. */
export function undoSentence({ new: fresh, changed }: Counts, { one, many }: Noun): string {
  const parts = [
    fresh > 0 && `${counted(fresh, `new ${one}`, `new ${many}`)} ${fresh === 1 ? "is" : "are"} deleted`,
    changed > 0 &&
      `${counted(changed, `changed ${one}`, `changed ${many}`)} ${changed === 1 ? "gets" : "get"} back what ${changed === 1 ? "it" : "they"} had`,
  ].filter(Boolean);
  return `${parts.join(", ")}.`;
}

/** One word for how an import stands, with its colour. */
export const statuses = {
  planned: ["Not started", "info"],
  running: ["Running", "info"],
  done: ["Imported", "ok"],
  failed: ["Failed", "bad"],
  cancelled: ["Cancelled", "quiet"],
  undone: ["Undone", "quiet"],
} as const;

const most = 10 * 1024 * 1024;

/** What is wrong with a file that can be told without reading it; undefined where nothing is. */
export function faultOf({ name, size }: { name: string; size: number }): string | undefined {
  if (/\.(xls|ods|numbers)$/i.test(name))
    return "This kind of spreadsheet cannot be read. Save it as an Excel workbook (.xlsx) or as CSV.";
  if (size === 0) return "The file is empty.";
  if (size > most) return `The file has ${(size / 1024 / 1024).toFixed(1)} MB; at most 10 MB are taken.`;
  return undefined;
}

/** Two texts as what they have in common at both ends and what differs between; whole where little is in common. */
export function differing(before: string, after: string) {
  const shorter = Math.min(before.length, after.length);
  let start = 0;
  while (start < shorter && before[start] === after[start]) start++;
  let end = 0;
  while (end < shorter - start && before.at(-1 - end) === after.at(-1 - end)) end++;
  if (start + end <= shorter / 3) [start, end] = [0, 0];
  const middle = (text: string) => text.slice(start, text.length - end);
  return {
    head: after.slice(0, start),
    was: middle(before),
    is: middle(after),
    tail: end > 0 ? after.slice(-end) : "",
  };
}
