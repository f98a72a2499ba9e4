import type { Shows } from "@/components/kit/list/definition";
import { None, Status, type Tone, When } from "@/components/ui/value";
import { measured } from "@/server/kit/value/count.rules";
import { routineStatusWords, routineWord } from "@/server/operations/routine-log/routine-log.rules";
import { t } from "@/texts/t";
import styles from "./routine-log.module.css";

type Word = keyof typeof routineStatusWords;
const tones: Record<Word, Tone> = { running: "info", done: "ok", fail: "bad" };

const RunStatus = ({ status }: { status: Word }) => (
  <Status tone={tones[status]}>{t(routineStatusWords[status])}</Status>
);

const statusOptions = Object.entries(routineStatusWords).map(([value, label]) => ({ value, label }));

/** "38 ms", "4.2 s", "3 min 5 s". */
function duration(ms: number) {
  if (ms < 1000) return `${ms} ms`;
  if (ms < 60_000) return measured(ms / 1000, "s", 1);
  return `${Math.floor(ms / 60_000)} min ${Math.round((ms % 60_000) / 1000)} s`;
}

const Failure = ({ error }: { error: string | null }) =>
  error ? (
    <span className={styles.error} title={error}>
      {error}
    </span>
  ) : (
    <None />
  );

export const routineLogShows: Shows<"routineLogs"> = {
  columns: [
    {
      key: "codeRoutine",
      title: "Routine",
      sort: true,
      width: "220px",
      cell: (row) => t(routineWord(row.codeRoutine, row.routine)),
    },
    { key: "status", sort: true, width: "110px", onPhone: true, cell: RunStatus },
    { key: "startedAt", sort: true, width: "150px", onPhone: true, cell: (row) => <When at={row.startedAt} /> },
    {
      key: "durationMs",
      width: "110px",
      align: "right",
      cell: (row) => (row.durationMs === null ? <None /> : duration(row.durationMs)),
    },
    { key: "itemsDone", sort: true, width: "90px", align: "right", onPhone: true },
    { key: "error", cell: Failure },
    { key: "module", sort: true, width: "120px" },
    { key: "codeRoutine", sort: true, width: "170px", hidden: true, cell: (row) => <code>{row.codeRoutine}</code> },
    { key: "endedAt", sort: true, width: "150px", hidden: true, cell: (row) => <When at={row.endedAt} /> },
    { key: "id", width: "300px", hidden: true },
  ],
  filters: [
    "routine",
    {
      kind: "select",
      name: "show",
      options: [
        { value: "worked", label: "That did something or failed" },
        { value: "all", label: "All" },
      ],
    },
    { kind: "select", name: "status", options: statusOptions, can: ["anyOf", "noneOf"] },
    { kind: "dates", name: "sentFrom", until: "sentTo", days: "startedAtInLastDays" },
    "codeRoutine",
    "module",
  ],
};

/** How far back the strip above the list goes; the page and the strip must ask for the same. */
export const shownDays = 90;
