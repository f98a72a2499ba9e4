"use client";

import { Button } from "@mantine/core";
import { type ReactNode, useState } from "react";
import { messageOf } from "../problem";
import type { AnyRecord, RecordName } from "../resource";
import { trpc } from "../trpc";
import { useMay } from "../viewer";
import { merged } from "./activity.rules";
import { Bones } from "./bones";
import { ChangeList, type Changes, type FieldTitles } from "./changes";
import { NewNote, Note, useNotes } from "./notes";
import { RevertDialog } from "./revert-dialog";
import styles from "./sheet.module.css";
import { TimeLine, type TimeLineEvent } from "./time-line";

interface Props {
  name: RecordName;
  /** the resource's name in the audit trail, such as "model-pers" */
  objectType: string;
  record: AnyRecord;
  fields: FieldTitles;
  /** may the person change the record; a change can be reverted where the update takes all of its fields */
  canRevert: boolean;
  /** what actions of the resource's own did, such as {"new-pin": "made a new PIN for this"} */
  verbs?: Record<string, string>;
  /** the kind of sheet that notes are kept under, such as "pers"; without it there are none */
  notes?: string;
}

const isWhole = (action: string) => ["create", "remove", "restore"].includes(action);
const ordinary = (action: string) => action === "update" || action === "translate";

/** Of an action of the resource's own, only the changes that the screen has words for, or that are named in words. */
const shownChanges = (action: string, changes: Changes, fields: FieldTitles): Changes =>
  ordinary(action)
    ? changes
    : Object.fromEntries(Object.entries(changes).filter(([field]) => field in fields || field.includes(" ")));

const verbs: Record<string, string> = {
  create: "created this",
  update: "changed this",
  remove: "deleted this",
  restore: "brought this back",
  translate: "translated this",
  "send-again": "sent this again",
};

const doors = { screen: "", rest: " through the API", job: " in the background" };

/** The record's changes, newest first, for whoever may see them. */
function useHistory({ objectType, record }: Pick<Props, "objectType" | "record">, enabled: boolean) {
  const query = trpc.audit.history.useInfiniteQuery(
    { objectType, objectId: record.id },
    { enabled, getNextPageParam: (page) => (page.hasMore ? page.items.at(-1)?.id : undefined) },
  );
  return {
    items: query.data?.pages.flatMap(({ items }) => items) ?? [],
    hasMore: query.hasNextPage,
    isLoaded: !enabled || query.data !== undefined,
    isLoading: query.isFetchingNextPage,
    error: query.error,
    loadOn: () => void query.fetchNextPage(),
  };
}

/** Who changed what, and when, with the way back; and, where the sheet has them, what people noted, on the same line. */
export function ActivityTab({ name, objectType, record, fields, canRevert, verbs: own, notes: modelType }: Props) {
  const may = useMay();
  const [reverted, setReverted] = useState<Changes>();
  const history = useHistory({ objectType, record }, may("audit.read"));
  const notes = useNotes(record.id, modelType ?? "", modelType !== undefined && may("sheet-activity.read"));
  const streams = [history, notes];
  const error = streams.find((stream) => stream.error)?.error;

  const changed = (entry: (typeof history.items)[number]): TimeLineEvent => {
    const { id, at, actorLabel, action, door, changes } = entry;
    let children: ReactNode;
    if (!isWhole(action))
      children = (
        <>
          <ChangeList changes={shownChanges(action, changes, fields)} fields={fields} />
          {canRevert && action === "update" && Object.keys(changes).every((field) => field in fields) && (
            <button type="button" className={styles.revert} onClick={() => setReverted(changes)}>
              Revert
            </button>
          )}
        </>
      );
    const tone = action === "remove" ? "bad" : action === "create" ? "accent" : undefined;
    return { id, at, who: actorLabel, what: (own?.[action] ?? verbs[action] ?? action) + doors[door], tone, children };
  };
  const noted = (note: (typeof notes.items)[number]): TimeLineEvent => ({
    id: note.id,
    at: note.createdAt,
    tone: "note",
    who: `${note.author.firstName} ${note.author.lastName}`,
    what: note.updatedAt === note.createdAt ? "noted" : "noted, and changed it since",
    children: <Note note={note} />,
  });
  const line = merged([
    { items: history.items.map(changed), hasMore: history.hasMore },
    { items: notes.items.map(noted), hasMore: notes.hasMore },
  ]);

  return (
    <>
      {modelType !== undefined && may("sheet-activity.write") && <NewNote objectId={record.id} modelType={modelType} />}
      {error && <p role="alert">{messageOf(error)}</p>}
      {!error && !streams.every((stream) => stream.isLoaded) && <Bones />}
      {!error && streams.every((stream) => stream.isLoaded) && line.events.length === 0 && (
        <p>Nothing was recorded yet. {modelType ? "Notes and changes show" : "Changes show"} here as they are made.</p>
      )}
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
      {reverted && (
        <RevertDialog
          name={name}
          record={record}
          fields={fields}
          changes={reverted}
          onClose={() => setReverted(undefined)}
        />
      )}
    </>
  );
}
