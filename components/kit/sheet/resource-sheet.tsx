"use client";

import { ActionIcon } from "@mantine/core";
import { IconTrash } from "@tabler/icons-react";
import { usePathname, useSearchParams } from "next/navigation";
import { type ReactNode, useEffect, useRef, useState } from "react";
import { Copyable } from "@/components/ui/value";
import type { Permission } from "@/server/permissions";
import { ErrorState } from "../list/states";
import { PageHeader } from "../page-header";
import { type AnyRecord, hooksOf, type RecordName, type RecordOf } from "../resource";
import { useMay } from "../viewer";
import { ActivityTab } from "./activity-tab";
import { Bones } from "./bones";
import type { FieldTitles } from "./changes";
import styles from "./sheet.module.css";
import { type RemoveOptions, useRemove } from "./use-remove";

interface Tab<R> {
  /** in the URL */
  key: string;
  title: string;
  content: (record: R) => ReactNode;
}

interface Props<N extends RecordName> {
  name: N;
  id: string;
  /** what one is called, such as "PERS model" */
  one: string;
  /** the resource's name in the audit trail, such as "model-pers" */
  objectType: string;
  title: (record: RecordOf<N>) => string;
  /** right of the title, such as a status */
  beside?: (record: RecordOf<N>) => ReactNode;
  /** on the identity line, before the copyable id */
  facts?: (record: RecordOf<N>) => ReactNode;
  actions?: (record: RecordOf<N>) => ReactNode;
  /** the first is shown where the URL says none; the history, or the activity, comes last by itself */
  tabs: Tab<RecordOf<N>>[];
  /** what the update takes, by the names people know: titles in the history, and what can be reverted */
  fields: FieldTitles;
  /** what actions of the resource's own did, for the history */
  verbs?: Record<string, string>;
  /** the kind of sheet that notes are kept under, such as "pers": then the history is the activity, notes and changes */
  notes?: string;
  needs: Permission;
  /** the way to delete it, where it can be deleted */
  remove?: Pick<RemoveOptions, "list" | "href" | "usedBy">;
}

/** Tabs whose choice is in the URL; what was opened stays mounted, so that a half-filled form survives a look at the history. */
function Tabs({ tabs }: { tabs: { key: string; title: string; content: ReactNode }[] }) {
  const path = usePathname();
  const params = useSearchParams();
  const chosen = tabs.find(({ key }) => key === params.get("tab")) ?? tabs[0];
  const [opened, setOpened] = useState(new Set([chosen?.key]));
  if (chosen && !opened.has(chosen.key)) setOpened(new Set([...opened, chosen.key]));
  const nav = useRef<HTMLElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: on a phone the chosen tab may lie beyond the edge
  useEffect(() => {
    nav.current?.querySelector("[aria-current]")?.scrollIntoView({ block: "nearest", inline: "nearest" });
  }, [chosen?.key]);
  const open = (key: string) => {
    const next = new URLSearchParams(window.location.search);
    if (key === tabs[0]?.key) next.delete("tab");
    else next.set("tab", key);
    // With a state of its own, Next would not hear of it, and no tab would open.
    window.history.replaceState(null, "", next.size > 0 ? `${path}?${next}` : path);
  };
  return (
    <>
      <nav ref={nav} className={styles.tabs} aria-label="Parts of this record">
        {tabs.map(({ key, title }) => (
          <button
            key={key}
            type="button"
            className={styles.tab}
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
export function ResourceSheet<N extends RecordName>(props: Props<N>) {
  const { name, id, one, objectType, tabs, fields, needs } = props;
  const may = useMay();
  const query = hooksOf(name).get.useQuery({ id });
  const remove = useRemove({ name, one, ...props.remove });
  if (query.error && !query.data)
    return <ErrorState what={`This ${one}`} error={query.error} retry={() => query.refetch()} />;
  if (!query.data) return <Bones />;

  const stored: AnyRecord = query.data;
  const record = stored as RecordOf<N>; // what the router called `name` answers to `get`
  const all = tabs.map(({ key, title, content }) => ({ key, title, content: content(record) }));
  if (may("audit.read") || (props.notes && may("sheet-activity.read")))
    all.push({
      key: props.notes ? "activity" : "history",
      title: props.notes ? "Activity" : "History",
      content: (
        <ActivityTab
          name={name}
          objectType={objectType}
          record={stored}
          fields={fields}
          canRevert={may(needs)}
          verbs={props.verbs}
          notes={props.notes}
        />
      ),
    });
  return (
    <>
      <PageHeader
        title={props.title(record)}
        beside={props.beside?.(record)}
        facts={
          <>
            {props.facts?.(record)}
            <Copyable value={id} />
          </>
        }
        actions={
          <>
            {props.remove && may(needs) && (
              <ActionIcon
                variant="default"
                aria-label={`Delete this ${one}`}
                onClick={() => remove.ask(stored, props.title(record))}
              >
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
