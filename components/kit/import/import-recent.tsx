"use client";

import Link from "next/link";
import { Status, When } from "@/components/ui/value";
import type { Import } from "@/server/kit/import/import.schema";
import { t } from "@/texts/t";
import { things } from "../noun";
import styles from "./import.module.css";
import { type Imported, importHooks } from "./import-hooks";
import { statuses } from "./import-words";

interface Props {
  of: Imported;
  addressOf: (id: string) => string;
}

const pulse = 2000;
const whileRunning = ({ state }: { state: { data?: Import[] } }) =>
  state.data?.some(({ status }) => status === "running") ? pulse : false;

/** The newest imports, so that one that was left is found again, and an older one can be undone. */
export function ImportRecent({ of, addressOf }: Props) {
  const { data = [] } = importHooks(of).recent.useQuery({}, { refetchInterval: whileRunning });
  if (data.length === 0) return null;
  return (
    <section className={styles.part} aria-labelledby="import-recent">
      <div className={styles.partHead}>
        <h2 id="import-recent">{t("Earlier imports")}</h2>
      </div>
      <ul className={styles.recent}>
        {data.map((one) => (
          <li key={one.id}>
            <Link href={addressOf(one.id)} prefetch={false} className={styles.recentName}>
              {one.fileName}
            </Link>
            <Status tone={statuses[one.status][1]}>{t(statuses[one.status][0])}</Status>
            <span className={styles.recentFacts}>{factsOf(one, of)}</span>
            <span className={styles.recentWho}>
              {one.actorLabel}, <When at={one.startedAt ?? one.plannedAt} />
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}

function factsOf({ counts, status, left }: Import, of: Imported) {
  const writes = things(counts.new + counts.changed, of);
  if (status === "undone")
    return left.length > 0
      ? t("{things}, {count, plural, one {# not undone} other {# not undone}}", { things: writes, count: left.length })
      : writes;
  return counts.error > 0
    ? t("{count, plural, one {{things}, # error} other {{things}, # errors}}", { things: writes, count: counts.error })
    : writes;
}
