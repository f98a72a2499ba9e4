import type { Import, RowKind } from "@/server/kit/import/import.schema";
import { formatted } from "@/server/kit/value/count.rules";
import { t } from "@/texts/t";
import { noun, things } from "../noun";
import type { Imported } from "./import-hooks";

/** The kinds of rows in the order in which they are looked at, with their words. */
export const kinds: { kind: RowKind; title: string; what: string }[] = [
  { kind: "error", title: "Errors", what: "skipped" },
  { kind: "changed", title: "Changed", what: "changed" },
  { kind: "new", title: "New", what: "new" },
  { kind: "same", title: "Unchanged", what: "unchanged" },
];

type Counts = Import["counts"];
type Noun = Pick<Imported, "one" | "many">;

/** The kind that is shown first: errors where there are any, because people look at a plan for them. */
export const firstKind = (counts: Counts): RowKind => kinds.find(({ kind }) => counts[kind] > 0)?.kind ?? "new";

const those = ({ new: fresh, changed }: Counts) =>
  [
    fresh > 0 && t("{count, plural, one {# new} other {# new}}", { count: fresh }),
    changed > 0 && t("{count, plural, one {# changed} other {# changed}}", { count: changed }),
  ]
    .filter(Boolean)
    .join(", ");

const leftOut = ({ error, blank = 0 }: Counts) =>
  [
    error > 0 &&
      t("{count, plural, one {# row with errors is skipped.} other {# rows with errors are skipped.}}", {
        count: error,
      }),
    blank > 0 &&
      t("{count, plural, one {# empty row is ignored.} other {# empty rows are ignored.}}", { count: blank }),
  ]
    .filter(Boolean)
    .map((sentence) => ` ${sentence}`)
    .join("");

/** What confirming would do. */
export function planSentence(counts: Counts, of: Noun): string {
  const writes = counts.new + counts.changed;
  if (writes === 0)
    return (
      (counts.error > 0
        ? t("Nothing to import: no row is both valid and new.")
        : t("Nothing to import: everything is up to date.")) + leftOut(counts)
    );
  return (
    t("{things} will be imported: {parts}.", { things: things(writes, of), parts: those(counts) }) + leftOut(counts)
  );
}

/** What became of it. */
export function resultSentence({ counts, status, left }: Pick<Import, "counts" | "status" | "left">, of: Noun): string {
  const writes = counts.new + counts.changed;
  if (status === "failed" || status === "cancelled") return t("Nothing was imported.");
  if (status === "undone") return undoneSentence(counts, left.length, of);
  return writes === 0
    ? t("Everything was already up to date.")
    : t("{things} imported: {parts}.", { things: things(writes, of), parts: those(counts) }) + leftOut(counts);
}

/** What an undo did: new records went, changed ones have their earlier values again. */
function undoneSentence({ new: fresh, changed }: Counts, left: number, of: Noun) {
  const all = things(fresh + changed, of);
  if (left > 0)
    return t(
      "{done} of {things} undone. {count, plural, one {# has been changed since and was not undone.} other {# have been changed since and were not undone.}}",
      { done: formatted(fresh + changed - left), things: all, count: left },
    );
  if (changed === 0) return t("{things} deleted.", { things: all });
  if (fresh === 0) return t("{things} restored to their earlier values.", { things: all });
  return t("{things} undone: {fresh} deleted, {changed} restored to their earlier values.", {
    things: all,
    fresh: formatted(fresh),
    changed: formatted(changed),
  });
}

/** What is counted of an import that is over, under its words. */
export function countsOf({ counts, status, left }: Pick<Import, "counts" | "status" | "left">): [string, number][] {
  const undone = counts.new + counts.changed - left.length;
  const written: [string, number][] =
    status === "undone"
      ? [
          ["Undone", undone],
          ["Not undone", left.length],
        ]
      : [
          ["Created", counts.new],
          ["Changed", counts.changed],
        ];
  return [...written, ["Unchanged", counts.same], ["Skipped because of errors", counts.error]];
}

/** What an undo would do. */
export function undoSentence({ new: fresh, changed }: Counts, of: Noun): string {
  const parts = [
    fresh > 0 &&
      t("{count, plural, one {# new {one} is deleted.} other {# new {many} are deleted.}}", {
        count: fresh,
        ...noun(of),
      }),
    changed > 0 &&
      t(
        "{count, plural, one {# changed {one} gets its earlier values back.} other {# changed {many} get their earlier values back.}}",
        {
          count: changed,
          ...noun(of),
        },
      ),
  ];
  return parts.filter(Boolean).join(" ");
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

const megabyte = 1024 * 1024;

/** What is wrong with a file that can be told without reading it; undefined where nothing is. */
export function faultOf(
  { name, size }: { name: string; size: number },
  { takesXliff }: Pick<Imported, "takesXliff"> = {},
): string | undefined {
  const most = takesXliff && /\.(xlf|xliff)$/i.test(name) ? 20 : 10;
  if (/\.(xls|ods|numbers)$/i.test(name))
    return t("This spreadsheet format cannot be read. Save the file as an Excel workbook (.xlsx) or as CSV.");
  if (size === 0) return t("The file is empty.");
  if (size > most * megabyte)
    return t("The file is {size} MB. The limit is {most} MB.", { size: formatted(size / megabyte, 1), most });
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
