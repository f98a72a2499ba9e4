"use client";

import { Button } from "@mantine/core";
import { useState } from "react";
import { t } from "@/texts/t";
import { Answer } from "../answer";
import type { RecordName, Resource } from "../resource";
import type { AnyRecord } from "../resource-hooks";
import { trpc } from "../trpc";
import { useMay, useViewer } from "../viewer";
import { changed } from "./change-event";
import type { Changes } from "./changes";
import { type EventWords, happened } from "./event-words";
import { changedRecord } from "./latest-changes";
import { NewNote, type NoteWays, noted } from "./notes";
import { RevertDialog } from "./revert-dialog";
import styles from "./sheet.module.css";
import { TimeLine, type TimeLineEvent } from "./time-line";

interface Props {
  of: Resource<RecordName>;
  record: AnyRecord;
  /** what the tables beside its changes and notes know of it, in words */
  words: EventWords;
}

/** How staff write notes: each their own, and who may edit notes of others, all. */
function useNotes(objectId: string, modelType: string): NoteWays {
  const { id: me } = useViewer();
  const may = useMay();
  const { create, update, remove, restore } = trpc.sheetActivities;
  const [created, updated] = [create.useMutation(), update.useMutation()];
  const [removed, restored] = [remove.useMutation(), restore.useMutation()];
  return {
    create: (content) => created.mutateAsync({ objectId, modelType, content }),
    update: updated.mutateAsync,
    remove: removed.mutateAsync,
    restore: restored.mutateAsync,
    mayChange: ({ authorId }) => may("sheet-activity.write") && (authorId === me || may("sheet-activity.manage")),
  };
}

/** What the time line of every object may tell. */
const commonKinds: Record<string, string> = { note: "Notes", change: "Changes", inside: "What belongs to it" };

/** What happened to the record, newest first, from every table that knows of it: who changed it, with the way back, what people noted, and its events. */
export function ActivityTab({ of, record, words }: Props) {
  const { notes } = of;
  const may = useMay();
  const canRevert = of.may.write !== undefined && may(of.may.write);
  const ways = useNotes(record.id, notes ?? "");
  const [kind, setKind] = useState<string>();
  const [reverted, setReverted] = useState<Changes>();
  const line = trpc.timeLine.of.useInfiniteQuery(
    {
      objectType: of.audited ?? "user",
      objectId: record.id,
      notes: notes !== undefined,
      kinds: kind ? [kind] : undefined,
    },
    { getNextPageParam: ({ hasMore, items }) => (hasMore ? placeOf(items.at(-1)) : undefined) },
  );
  const entries = line.data?.pages.flatMap(({ items }) => items) ?? [];
  const kinds = line.data?.pages[0]?.kinds ?? [];
  const changes = entries.filter((entry) => entry.type === "change").filter(({ of }) => !of);

  const events = entries.map((entry): TimeLineEvent => {
    if (entry.type === "event") return happened(entry, words);
    if (entry.type === "note") return noted(entry.note, ways);
    if (entry.of) return changedRecord({ ...entry, ...entry.of });
    const earlier = changes.slice(changes.indexOf(entry) + 1);
    return changed({ of, record, entry, earlier, revert: canRevert ? setReverted : undefined });
  });

  return (
    <>
      {notes !== undefined && <NewNote needs="sheet-activity.write" create={ways.create} />}
      {kinds.length > 1 && (
        <fieldset className={styles.kinds}>
          <legend>{t("What to show")}</legend>
          {[undefined, ...kinds].map((one) => (
            <button
              key={one ?? "all"}
              type="button"
              className={styles.kind}
              aria-pressed={one === kind}
              onClick={() => setKind(one)}
            >
              {one === undefined ? t("All") : t(words.kinds[one] ?? commonKinds[one] ?? one)}
            </button>
          ))}
        </fieldset>
      )}
      <Answer of={line}>
        {() =>
          events.length === 0 && (
            <p>{kind === undefined ? t("Nothing recorded yet.") : t("Nothing of this type recorded yet.")}</p>
          )
        }
      </Answer>
      <TimeLine events={events} />
      {line.hasNextPage && (
        <Button variant="default" loading={line.isFetchingNextPage} onClick={() => line.fetchNextPage()}>
          {t("Show older")}
        </Button>
      )}
      {reverted && <RevertDialog of={of} record={record} changes={reverted} onClose={() => setReverted(undefined)} />}
    </>
  );
}

const placeOf = (last: { at: string; id: string } | undefined) => last && { at: last.at, id: last.id };
