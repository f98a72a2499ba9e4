"use client";

import { Button } from "@mantine/core";
import { type ReactNode, useState } from "react";
import { Answer } from "../answer";
import type { RecordName, Resource } from "../resource";
import type { AnyRecord } from "../resource-hooks";
import { trpc } from "../trpc";
import { useMay } from "../viewer";
import { isUndone, isWayBack, mergeStreams } from "./activity.rules";
import { ChangeList, type Changes } from "./changes";
import { NewNote, Note, useNotes } from "./notes";
import { RevertDialog } from "./revert-dialog";
import styles from "./sheet.module.css";
import { TimeLine, type TimeLineEvent } from "./time-line";

interface Props {
  of: Resource<RecordName>;
  record: AnyRecord;
}

const isWhole = (action: string) => ["create", "remove", "restore"].includes(action);
const ordinary = (action: string) => action === "update" || action === "translate";

/** Of an action of the resource's own, only the changes that the screen has words for, or that are named in words. */
const shownChanges = (action: string, changes: Changes, { allWords }: Resource): Changes =>
  ordinary(action)
    ? changes
    : Object.fromEntries(Object.entries(changes).filter(([field]) => field in allWords || field.includes(" ")));

const verbs: Record<string, string> = {
  create: "created this",
  update: "changed this",
  remove: "deleted this",
  restore: "brought this back",
  translate: "translated this",
  "send-again": "sent this again",
};

const doors = { screen: "", rest: " through the API", job: " in the background" };

/** Whether there is something to take back, by fields that can be written. */
const isRevertible = (action: string, changes: Changes, { words }: Resource, record: Record<string, unknown>) =>
  action === "update" && Object.keys(changes).every((field) => field in words) && !isUndone(changes, record);

/** The record's changes, newest first, for whoever may see them. */
function useHistory({ of, record }: Props, mayRead: boolean) {
  const enabled = mayRead && of.audited !== undefined;
  const query = trpc.audit.history.useInfiniteQuery(
    { objectType: of.audited ?? "user", objectId: record.id },
    { enabled, getNextPageParam: (page) => (page.hasMore ? page.items.at(-1)?.id : undefined) },
  );
  return {
    items: query.data?.pages.flatMap(({ items }) => items) ?? [],
    hasMore: query.hasNextPage,
    isLoaded: !enabled || query.data !== undefined,
    isLoading: query.isFetchingNextPage,
    error: query.error,
    again: () => query.refetch(),
    loadOn: () => void query.fetchNextPage(),
  };
}

/** Who changed what, and when, with the way back; and, where the sheet has them, what people noted, on the same line. */
export function ActivityTab({ of, record }: Props) {
  const { notes: modelType } = of;
  const may = useMay();
  const canRevert = of.may.write !== undefined && may(of.may.write);
  const [reverted, setReverted] = useState<Changes>();
  const history = useHistory({ of, record }, may("audit.read"));
  const notes = useNotes(record.id, modelType ?? "", modelType !== undefined && may("sheet-activity.read"));
  const streams = [history, notes];
  const error = streams.find((stream) => stream.error)?.error;
  const isLoaded = !error && streams.every((stream) => stream.isLoaded);

  const values = record as unknown as Record<string, unknown>; // its fields by name
  const changed = (entry: (typeof history.items)[number], place: number): TimeLineEvent => {
    const { id, at, actorLabel, action, door, changes } = entry;
    const earlier = history.items.slice(place + 1).filter((one) => one.action === "update");
    const isBack =
      action === "update" &&
      isWayBack(
        changes,
        earlier.map((one) => one.changes),
      );
    let children: ReactNode;
    if (!isWhole(action))
      children = (
        <>
          <ChangeList of={of} changes={shownChanges(action, changes, of)} />
          {canRevert && isRevertible(action, changes, of, values) && (
            <button type="button" className={styles.revert} onClick={() => setReverted(changes)}>
              Revert
            </button>
          )}
        </>
      );
    const tone = action === "remove" ? "bad" : action === "create" ? "accent" : undefined;
    return {
      id,
      at,
      who: actorLabel,
      what: (isBack ? "changed this back" : (of.verbs[action] ?? verbs[action] ?? action)) + doors[door],
      tone,
      children,
    };
  };
  const noted = (note: (typeof notes.items)[number]): TimeLineEvent => ({
    id: note.id,
    at: note.createdAt,
    tone: "note",
    who: `${note.author.firstName} ${note.author.lastName}`,
    what: note.updatedAt === note.createdAt ? "noted" : "noted, and changed it since",
    children: <Note note={note} />,
  });
  const line = mergeStreams([
    { items: history.items.map(changed), hasMore: history.hasMore },
    { items: notes.items.map(noted), hasMore: notes.hasMore },
  ]);

  return (
    <>
      {modelType !== undefined && may("sheet-activity.write") && <NewNote objectId={record.id} modelType={modelType} />}
      <Answer of={{ data: isLoaded || undefined, error, refetch: () => streams.map((stream) => stream.again()) }}>
        {() =>
          line.events.length === 0 && (
            <p>
              Nothing was recorded yet. {modelType ? "Notes and changes show" : "Changes show"} here as they are made.
            </p>
          )
        }
      </Answer>
      <TimeLine events={line.events} />
      {line.waitsFor.length > 0 && (
        <Button
          variant="default"
          loading={streams.some((stream) => stream.isLoading)}
          onClick={() => {
            for (const index of line.waitsFor) streams[index]?.loadOn();
          }}
        >
          {modelType ? "Show older" : "Show older changes"}
        </Button>
      )}
      {reverted && <RevertDialog of={of} record={record} changes={reverted} onClose={() => setReverted(undefined)} />}
    </>
  );
}
