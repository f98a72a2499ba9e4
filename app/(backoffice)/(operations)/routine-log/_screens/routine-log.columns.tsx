import { defineList } from "@/components/kit/list/definition";
import { None, Status, type Tone, When } from "@/components/ui/value";
import styles from "./routine-log.module.css";

const words = { running: ["info", "Running"], done: ["ok", "Done"], fail: ["bad", "Failed"] } as const;

function RunStatus({ status }: { status: keyof typeof words }) {
  const [tone, word]: readonly [Tone, string] = words[status];
  return <Status tone={tone}>{word}</Status>;
}

/** "38 ms", "4.2 s", "3 min 5 s". */
export function duration(ms: number) {
  if (ms < 1000) return `${ms} ms`;
  if (ms < 60_000) return `${(ms / 1000).toFixed(1)} s`;
  return `${Math.floor(ms / 60_000)} min ${Math.round((ms % 60_000) / 1000)} s`;
}

export const routineLogList = defineList({
  name: "routineLogs",
  columns: [
    { key: "routine", title: "Routine", sort: true, width: "220px" },
    { key: "status", title: "Status", sort: true, width: "110px", cell: RunStatus },
    { key: "startedAt", title: "Started", sort: true, width: "150px", cell: (row) => <When at={row.startedAt} /> },
    {
      key: "durationMs",
      title: "Took",
      width: "110px",
      align: "right",
      cell: (row) => (row.durationMs === null ? <None /> : duration(row.durationMs)),
    },
    { key: "itemsDone", title: "Items", sort: true, width: "90px", align: "right" },
    {
      key: "error",
      title: "Error",
      cell: (row) =>
        row.error ? (
          <span className={styles.error} title={row.error}>
            {row.error}
          </span>
        ) : (
          <None />
        ),
    },
    { key: "module", title: "Module", sort: true, width: "120px" },
    {
      key: "codeRoutine",
      title: "Code",
      sort: true,
      width: "170px",
      hidden: true,
      cell: (row) => <code>{row.codeRoutine}</code>,
    },
    {
      key: "endedAt",
      title: "Ended",
      sort: true,
      width: "150px",
      hidden: true,
      cell: (row) => <When at={row.endedAt} />,
    },
    { key: "id", title: "Id", width: "300px", hidden: true },
  ],
  filters: [
    { kind: "text", name: "routine", title: "Routine" },
    {
      kind: "select",
      name: "status",
      title: "Status",
      options: Object.entries(words).map(([value, [, label]]) => ({ value, label })),
    },
    { kind: "dates", name: "sentFrom", until: "sentTo", title: "Started" },
    { kind: "text", name: "codeRoutine", title: "Code" },
    { kind: "text", name: "module", title: "Module" },
  ],
  search: "routine",
});
