"use client";

import { Button } from "@mantine/core";
import { useState } from "react";
import { Dialog } from "@/components/ui/dialog";
import { PlainTable } from "@/components/ui/plain-table";
import { Status, When } from "@/components/ui/value";
import { t } from "@/texts/t";
import { Answer } from "../answer";
import { useAudited } from "../audited";
import type { Resource } from "../resource";
import { wordOf } from "../resource";
import { FieldValue } from "../sheet/changes";
import { opening } from "../value-text";
import styles from "./bulk.module.css";
import { type BulkChange, useBulkDoor } from "./bulk-door";
import { BulkRun } from "./bulk-run";
import { goesOn, newestRuns, resultSentences, statuses } from "./bulk-words";

/** How often the list is asked again, in milliseconds: while one goes on, and else. */
const pulses = { busy: 1_000, quiet: 15_000 };

/** What each record got, by the words of its resource. */
function Given({ of, set }: { of: Resource | undefined; set: BulkChange["set"] }) {
  return Object.entries(set).map(([field, value]) => (
    <div key={field}>
      {of ? wordOf(of, field).title : field}: {of ? <FieldValue of={of} field={field} value={value} /> : String(value)}
    </div>
  ));
}

function Row({ run }: { run: BulkChange }) {
  const { of, one } = useAudited(run.resource);
  const [isOpen, setIsOpen] = useState(false);
  const named = of ?? { one, many: one };
  const [word, tone] = statuses[run.status];
  return (
    <tr>
      <td>
        {opening(one)}
        <Given of={of} set={run.set} />
      </td>
      <td>
        <Status tone={tone}>{t(word)}</Status>
      </td>
      <td className={styles.name}>{resultSentences(run, named).join(" ")}</td>
      <td>
        {run.by}, <When at={run.startedAt} />
      </td>
      <td>
        {of && (
          <Button variant="default" size="compact-xs" onClick={() => setIsOpen(true)}>
            {t(goesOn(run) ? "Follow" : run.undoUntil ? "Undo" : "Show")}
          </Button>
        )}
        {of && isOpen && (
          <Dialog title="Bulk change" onClose={() => setIsOpen(false)} width={560}>
            <BulkRun of={of} run={run} onClose={() => setIsOpen(false)} />
          </Dialog>
        )}
      </td>
    </tr>
  );
}

/** The newest bulk changes that the person may see, so that one that was left is found again, and an older one is undone. */
export function BulkList() {
  const { door, where } = useBulkDoor();
  const runs = door.list.useQuery(
    { ...where, ...newestRuns },
    { refetchInterval: ({ state }) => (state.data?.items.some(goesOn) ? pulses.busy : pulses.quiet) },
  );
  return (
    <Answer of={runs}>
      {({ items }) =>
        items.length === 0 ? (
          <p>{t("Nothing was changed in bulk yet. Choose rows in a list to change many of them at once.")}</p>
        ) : (
          <PlainTable heads={["Change", "Status", "Result", "Started", "Actions"]} className={styles.runs}>
            {items.map((run) => (
              <Row key={run.id} run={run} />
            ))}
          </PlainTable>
        )
      }
    </Answer>
  );
}
