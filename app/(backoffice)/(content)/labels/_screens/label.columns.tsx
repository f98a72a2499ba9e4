import Link from "next/link";
import type { Shows } from "@/components/kit/list/definition";
import type { RowOf } from "@/components/kit/resource";
import { labels } from "../label.resource";
import styles from "./label.module.css";

/** What the list asks for and exports; the titles are those that the CSV import reads. */
export const labelShows: Shows<"labels"> = {
  columns: [
    { key: "name", title: "name", sort: true },
    { key: "value", title: "value" },
    { key: "module.code", title: "module", sort: "moduleName" },
    { key: "labelInterfacePage", title: "labelInterfacePage", sort: true },
    { key: "description", title: "description" },
  ],
  filters: [
    "keyword",
    { kind: "text", name: "languageId", isChoice: true },
    { kind: "text", name: "moduleId" },
    "labelInterfacePage",
    {
      kind: "select",
      name: "searchIn",
      options: [
        { value: "not_translated", label: "missing only" },
        { value: "translated", label: "translated only" },
      ],
    },
  ],
};

/** A label's name, where it stands, and what a translator has to know. */
export const LabelName = ({ row }: { row: RowOf<"labels"> }) => (
  <div className={styles.label}>
    <Link href={labels.record(row.id)} prefetch={false}>
      {row.name}
    </Link>
    <div className={styles.place}>{[row.module.label, row.labelInterfacePage].filter(Boolean).join(" · ")}</div>
    {row.description && <div className={styles.about}>{row.description}</div>}
  </div>
);

/** The text in the language that is translated from. */
export const LabelSource = ({ text, lang }: { text: string; lang: string | undefined }) => (
  <div className={styles.source} lang={lang}>
    {text || <span className={styles.none}>No source text</span>}
  </div>
);
