"use client";

import { ActionIcon, Button } from "@mantine/core";
import { IconPencil, IconTrash } from "@tabler/icons-react";
import { usePathname, useSearchParams } from "next/navigation";
import { type ReactNode, useState } from "react";
import { t } from "@/texts/t";
import { Allowed } from "../allowed";
import { useLinks } from "../base";
import { FormStep } from "../form/form-step";
import { ErrorState } from "../list/states";
import { noun } from "../noun";
import { PageHeader } from "../page-header";
import { problemOf } from "../problem";
import { RemovedOrGone } from "../removed/removed-record";
import type { RecordName, RecordOf, Resource } from "../resource";
import { type AnyRecord, hooksOf } from "../resource-hooks";
import { useRemembered } from "../shell/recent";
import { opening } from "../value-text";
import { useMay } from "../viewer";
import { ActivityTab } from "./activity-tab";
import { Bones } from "./bones";
import { type EventWords, noEvents } from "./event-words";
import { Beside } from "./facts";
import { MoreMenu } from "./more-menu";
import { Neighbours } from "./neighbours";
import { type Fact, RecordFacts } from "./record-facts";
import styles from "./sheet.module.css";
import { useEditing } from "./use-editing";
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
  /** what matters of it now: a `Sentence` */
  sentence?: (record: RecordOf<N>) => ReactNode;
  /** on the identity line */
  facts?: (record: RecordOf<N>) => ReactNode;
  actions?: (record: RecordOf<N>) => ReactNode;
  /** its form, for who may write it: a step of its own behind the button "Edit", and at `?edit` */
  edit?: (record: RecordOf<N>) => ReactNode;
  /** whether it can be changed as it is now; where not said, it can */
  isEditable?: (record: RecordOf<N>) => boolean;
  /** above the facts of its first tab: who and what belongs to it, and what is done next */
  head?: (record: RecordOf<N>) => ReactNode;
  /** what its first tab, the overview, says of it */
  about?: readonly Fact<N>[] | ((record: RecordOf<N>) => readonly Fact<N>[]);
  /** what stands under those facts, or in place of them */
  overview?: (record: RecordOf<N>) => ReactNode;
  /** its parts after the overview; the history, or the activity, comes last by itself */
  tabs?: Tab<RecordOf<N>>[];
  /** the key of the part that it opens on, which stands before the overview */
  first?: string;
  /** what its time line tells beside changes and notes, in words */
  events?: EventWords;
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
      <nav className={styles.tabs} aria-label={t("Parts of this record")}>
        {tabs.map(({ key, title }) => (
          <button
            key={key}
            type="button"
            className={styles.tab}
            ref={key === chosen?.key ? bringIntoView : undefined}
            aria-current={key === chosen?.key ? "true" : undefined}
            onClick={() => open(key)}
          >
            {t(title)}
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
export function ResourceSheet<N extends RecordName>({
  of,
  id,
  tabs = [],
  remove: removal,
  edit,
  events = noEvents,
  ...props
}: Props<N>) {
  const { one } = of;
  const may = useMay();
  const links = useLinks(of);
  const mayWrite = of.may.write !== undefined && may(of.may.write);
  const editing = useEditing(edit !== undefined && mayWrite);
  const query = hooksOf(of.router).get.useQuery({ id });
  const remove = useRemove(of, removal === true ? undefined : removal);
  const named = query.data && of.title(query.data as Parameters<typeof of.title>[0]); // it comes from its own router
  useRemembered(named === undefined ? undefined : { at: links.record(id), title: named, one });
  if (problemOf(query.error)?.code === "not_found" && !query.data)
    return (
      <RemovedOrGone
        of={of.router}
        id={id}
        what={opening(t("this {one}", noun(of)))}
        error={query.error}
        retry={() => query.refetch()}
      />
    );
  if (query.error && !query.data)
    return <ErrorState what={opening(t("this {one}", noun(of)))} error={query.error} retry={() => query.refetch()} />;
  if (!query.data) return <Bones />;

  const stored: AnyRecord = query.data;
  const record = stored as RecordOf<N>; // what the resource's router answers to `get`
  const isEditable = props.isEditable?.(record) ?? true;
  const isEditing = editing.isOn && isEditable;
  const title = props.title?.(record) ?? of.title(stored as Parameters<typeof of.title>[0]); // the same record
  const about = typeof props.about === "function" ? props.about(record) : props.about;
  const hasOverview = about !== undefined || props.overview !== undefined;
  const facts = about && <RecordFacts of={of} record={record} facts={about} />;
  const story = props.overview?.(record);
  const overview = facts && story ? <Beside facts={facts} story={story} first="facts" /> : (facts ?? story);
  const all = [
    ...(hasOverview
      ? [
          {
            key: "overview",
            title: "Overview",
            content: (
              <>
                {props.head?.(record)}
                {overview}
              </>
            ),
          },
        ]
      : []),
    ...tabs.map(({ key, title, content }) => ({ key, title, content: content(record) })),
  ];
  if ((of.audited && may("audit.read")) || (of.notes && may("sheet-activity.read")) || events !== noEvents)
    all.push({
      key: of.notes ? "activity" : "history",
      title: of.notes ? "Activity" : "History",
      content: <ActivityTab of={of} record={stored} words={events} />,
    });
  const ordered = [...all.filter(({ key }) => key === props.first), ...all.filter(({ key }) => key !== props.first)];
  return (
    <>
      <PageHeader
        title={title}
        isRecord
        beside={props.beside?.(record)}
        facts={props.facts?.(record)}
        sentence={props.sentence?.(record)}
        actions={
          !isEditing && (
            <>
              <Neighbours key={id} of={of} id={id} />
              <MoreMenu id={id} />
              {removal && (
                <Allowed needs={of.may.write}>
                  <ActionIcon
                    variant="default"
                    aria-label={t("Delete this {one}", noun(of))}
                    onClick={() => remove.ask(stored, title)}
                  >
                    <IconTrash size={16} stroke={1.7} />
                  </ActionIcon>
                </Allowed>
              )}
              {props.actions?.(record)}
              {edit && isEditable && (
                <Allowed needs={of.may.write}>
                  <Button
                    variant="default"
                    leftSection={<IconPencil size={15} stroke={1.7} />}
                    title="E"
                    onClick={editing.open}
                  >
                    {t("Edit")}
                  </Button>
                </Allowed>
              )}
            </>
          )
        }
      />
      {isEditing && edit && <FormStep value={editing.close}>{edit(record)}</FormStep>}
      <div hidden={isEditing}>
        <Tabs tabs={ordered} />
      </div>
      {remove.dialog}
    </>
  );
}
