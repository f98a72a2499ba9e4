import { formatted } from "@/server/kit/value/count.rules";
import { t } from "@/texts/t";
import { noun, things } from "../noun";
import type { Resource } from "../resource";
import type { BulkChange, BulkPlan } from "./bulk-door";

type Named = Pick<Resource, "one" | "many">;

/** What a change would do. */
export function planSentences({ change, same, refusedCount }: BulkPlan, of: Named): string[] {
  return [
    change > 0 ? t("{things} will change.", { things: things(change, of) }) : t("Nothing would change."),
    ...(same > 0 ? [t("{count, plural, one {# is so already.} other {# are so already.}}", { count: same })] : []),
    ...(refusedCount > 0
      ? [t("{count, plural, one {# cannot be changed.} other {# cannot be changed.}}", { count: refusedCount })]
      : []),
  ];
}

const leftSentence = (count: number) =>
  t("{count, plural, one {# was left, because it had changed.} other {# were left, because they had changed.}}", {
    count,
  });

/** What became of it. */
export function resultSentences(run: BulkChange, of: Named): string[] {
  const { status, counts, leftCount } = run;
  const changed = things(counts.changed, of);
  const said = {
    running: t("{passed} of {planned} done.", {
      passed: formatted(counts.passed),
      planned: formatted(counts.planned),
    }),
    done: t("{things} changed.", { things: changed }),
    cancelled: t("Cancelled after {things}.", { things: changed }),
    failed: t("Stopped after {things}.", { things: changed }),
    undoing: t("{undone} of {changed} set back.", {
      undone: formatted(counts.undone),
      changed: formatted(counts.changed),
    }),
    undone: t("{things} set back to their earlier values.", { things: things(counts.undone, of) }),
  }[status];
  return [said, ...(run.error ? [run.error] : []), ...(leftCount > 0 ? [leftSentence(leftCount)] : [])];
}

/** One word for how it stands, with its colour. */
export const statuses = {
  running: ["Running", "info"],
  done: ["Done", "ok"],
  cancelled: ["Cancelled", "quiet"],
  failed: ["Failed", "bad"],
  undoing: ["Being undone", "info"],
  undone: ["Undone", "quiet"],
} as const;

/** Whether it goes on by itself. */
export const goesOn = ({ status }: Pick<BulkChange, "status">) => status === "running" || status === "undoing";

/** The title of the dialog: "Change 30 PERS devices". */
export const changeTitle = (count: number | undefined, of: Named) =>
  count === undefined ? t("Change {many}", noun(of)) : t("Change {things}", { things: things(count, of) });

/** What the list of bulk changes asks for. */
export const newestRuns = { limit: 50 };
