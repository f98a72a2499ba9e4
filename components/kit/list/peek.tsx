"use client";

import { ActionIcon, Button } from "@mantine/core";
import { IconChevronDown, IconChevronUp, IconX } from "@tabler/icons-react";
import type { ReactNode } from "react";
import { InnerLink } from "@/components/ui/inner-link";
import { formatted } from "@/server/kit/value/count.rules";
import { t } from "@/texts/t";
import { Answer } from "../answer";
import type { RecordName, Resource } from "../resource";
import type { AnyRecord } from "../resource-hooks";
import { changed } from "../sheet/change-event";
import { Facts } from "../sheet/facts";
import { changedRecord } from "../sheet/latest-changes";
import { TimeLine } from "../sheet/time-line";
import { trpc } from "../trpc";
import { useMay } from "../viewer";
import { cellOf, valueAt } from "./cell";
import type { AnyRow } from "./definition";
import styles from "./peek.module.css";
import type { View } from "./use-list";

/** What a list shows of the row that is looked at, beside its own columns. */
export interface PeekSpec {
  of: Resource;
  /** what matters of it now, such as its open alerts */
  sentence?: (row: AnyRow) => ReactNode;
}

const mostChanges = 5;

/** The latest changes of a record, for who may see them. */
function Story({ of, row }: { of: Resource<RecordName>; row: AnyRecord }) {
  const line = trpc.timeLine.of.useQuery({
    objectType: of.audited ?? "user",
    objectId: row.id,
    notes: false,
    kinds: ["change"],
    limit: mostChanges,
  });
  const entries = (line.data?.items ?? []).filter((entry) => entry.type === "change");
  return (
    <section>
      <h3>{t("Latest changes")}</h3>
      <Answer of={line}>{() => entries.length === 0 && <p>{t("Nothing recorded yet.")}</p>}</Answer>
      <TimeLine
        events={entries.map((entry, index) =>
          entry.of
            ? changedRecord({ ...entry, ...entry.of })
            : changed({ of, record: row, entry, earlier: entries.slice(index + 1), revert: undefined }),
        )}
      />
    </section>
  );
}

const isBlank = (value: unknown) => value === null || value === undefined || value === "";

interface Props extends PeekSpec {
  view: View;
  row: AnyRow;
  href: string | undefined;
  move: (by: number) => void;
  onClose: () => void;
}

/** One row beside its list: what it is, how it is now, and what was changed of it last. */
export function Peek({ of, sentence, view: { list, rows = [], state, total }, row, href, move, onClose }: Props) {
  const may = useMay();
  const number = (state.page - 1) * state.limit + rows.indexOf(row) + 1;
  return (
    <aside className={styles.peek} aria-label={t("Peek")} data-peek={row.id}>
      <header>
        <h2>{of.title(row as Parameters<typeof of.title>[0])}</h2>
        <ActionIcon aria-label={t("Close")} onClick={onClose} size={28}>
          <IconX size={16} stroke={1.7} />
        </ActionIcon>
      </header>
      <div className={styles.ways}>
        <ActionIcon aria-label={t("Previous row")} title="K" onClick={() => move(-1)} size={28}>
          <IconChevronUp size={16} stroke={1.7} />
        </ActionIcon>
        <ActionIcon aria-label={t("Next row")} title="J" onClick={() => move(1)} size={28}>
          <IconChevronDown size={16} stroke={1.7} />
        </ActionIcon>
        <span aria-live="polite">
          {t("{range} of {total}", { range: formatted(number), total: total === undefined ? "…" : formatted(total) })}
        </span>
        {href && (
          <Button component={InnerLink} href={href} variant="default" size="compact-sm">
            {t("Open")}
          </Button>
        )}
      </div>
      {sentence?.(row)}
      <Facts
        facts={list.columns
          .filter(({ title, key }) => title && !isBlank(valueAt(row, key)))
          .map((column) => [column.title, cellOf(column, row)])}
      />
      {of.audited && may("audit.read") && (
        <Story key={row.id} of={of as Resource<RecordName>} row={row as AnyRow & AnyRecord} />
      )}
    </aside>
  );
}
