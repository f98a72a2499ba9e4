"use client";

import { ActionIcon } from "@mantine/core";
import { IconTrash } from "@tabler/icons-react";
import { usePathname, useSearchParams } from "next/navigation";
import { type ReactNode, useState } from "react";
import { Copyable } from "@/components/ui/value";
import { ErrorState } from "../list/states";
import { PageHeader } from "../page-header";
import type { RecordName, RecordOf, Resource } from "../resource";
import { type AnyRecord, hooksOf } from "../resource-hooks";
import { useMay } from "../viewer";
import { ActivityTab } from "./activity-tab";
import { Bones } from "./bones";
import styles from "./sheet.module.css";
import { type UsedBy, useRemove } from "./use-remove";

interface Tab<R> {
  /** in the URL */
  key: string;
  title: string;
  content: (record: R) => ReactNode;
}

interface Props<N extends RecordName> {
  of: Resource<N>;
  id: string;
  /** where its page calls a record by less than others do, since the rest of it stands beside the title */
  title?: (record: RecordOf<N>) => string;
  /** right of the title, such as a status */
  beside?: (record: RecordOf<N>) => ReactNode;
  /** on the identity line, before the copyable id */
  facts?: (record: RecordOf<N>) => ReactNode;
  actions?: (record: RecordOf<N>) => ReactNode;
  /** the first is shown where the URL says none; the history, or the activity, comes last by itself */
  tabs: Tab<RecordOf<N>>[];
  /** it can be deleted; where others may use it, the way to those */
  remove?: true | UsedBy;
}

/** On a phone the chosen tab may lie beyond the edge. */
const bringIntoView = (tab: HTMLElement | null) => tab?.scrollIntoView({ block: "nearest", inline: "nearest" });

/** Tabs whose choice is in the URL; what was opened stays mounted, so that a half-filled form survives a look at the history. */
function Tabs({ tabs }: { tabs: { key: string; title: string; content: ReactNode }[] }) {
  const path = usePathname();
  const params = useSearchParams();
  const chosen = tabs.find(({ key }) => key === params.get("tab")) ?? tabs[0];
  const [opened, setOpened] = useState(new Set([chosen?.key]));
  if (chosen && !opened.has(chosen.key)) setOpened(new Set([...opened, chosen.key]));
  const open = (key: string) => {
    const next = new URLSearchParams(window.location.search);
    if (key === tabs[0]?.key) next.delete("tab");
    else next.set("tab", key);
    // With a state of its own, Next would not hear of it, and no tab would open.
    window.history.replaceState(null, "", next.size > 0 ? `${path}?${next}` : path);
  };
  return (
    <>
      <nav className={styles.tabs} aria-label="Parts of this record">
        {tabs.map(({ key, title }) => (
          <button
            key={key}
            type="button"
            className={styles.tab}
            ref={key === chosen?.key ? bringIntoView : undefined}
            aria-current={key === chosen?.key ? "true" : undefined}
            onClick={() => open(key)}
          >
            {title}
          </button>
        ))}
      </nav>
      {tabs
        .filter(({ key }) => opened.has(key))
        .map(({ key, content }) => (
          <div key={key} hidden={key !== chosen?.key}>
            {content}
          </div>
        ))}
    </>
  );
}

/** A record's own page: who it is, its parts as tabs, and its history. */
export function ResourceSheet<N extends RecordName>({ of, id, tabs, remove: removal, ...props }: Props<N>) {
  const { one } = of;
  const may = useMay();
  const query = hooksOf(of.router).get.useQuery({ id });
  const remove = useRemove(of, removal === true ? undefined : removal);
  if (query.error && !query.data)
    return <ErrorState what={`This ${one}`} error={query.error} retry={() => query.refetch()} />;
  if (!query.data) return <Bones />;

  const stored: AnyRecord = query.data;
  const record = stored as RecordOf<N>; // what the resource's router answers to `get`
  const title = props.title?.(record) ?? of.title(stored as Parameters<typeof of.title>[0]); // the same record
  const all = tabs.map(({ key, title, content }) => ({ key, title, content: content(record) }));
  if ((of.audited && may("audit.read")) || (of.notes && may("sheet-activity.read")))
    all.push({
      key: of.notes ? "activity" : "history",
      title: of.notes ? "Activity" : "History",
      content: <ActivityTab of={of} record={stored} />,
    });
  return (
    <>
      <PageHeader
        title={title}
        beside={props.beside?.(record)}
        facts={
          <>
            {props.facts?.(record)}
            <Copyable value={id} />
          </>
        }
        actions={
          <>
            {removal && may(of.may.write) && (
              <ActionIcon variant="default" aria-label={`Delete this ${one}`} onClick={() => remove.ask(stored, title)}>
                <IconTrash size={16} stroke={1.7} />
              </ActionIcon>
            )}
            {props.actions?.(record)}
          </>
        }
      />
      <Tabs tabs={all} />
      {remove.dialog}
    </>
  );
}
