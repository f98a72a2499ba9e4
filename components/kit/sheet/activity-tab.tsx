"use client";

import { Button } from "@mantine/core";
import { useState } from "react";
import { t } from "@/texts/t";
import { Answer } from "../answer";
import type { RecordName, Resource } from "../resource";
import type { AnyRecord } from "../resource-hooks";
import { trpc } from "../trpc";
import { useMay } from "../viewer";
import { changed } from "./change-event";
import type { Changes } from "./changes";
import { type EventWords, happened } from "./event-words";
import { NewNote, Note } from "./notes";
import { RevertDialog } from "./revert-dialog";
import styles from "./sheet.module.css";
import { TimeLine, type TimeLineEvent } from "./time-line";

interface Props {
  of: Resource<RecordName>;
  record: AnyRecord;
  /** what the tables beside its changes and notes know of it, in words */
  words: EventWords;
}

/** What the time line of every object may tell. */
const commonKinds: Record<string, string> = { note: "Notes", change: "Changes" };

/** What happened to the record, newest first, from every table that knows of it: who changed it, with the way back, what people noted, and its events. */
export function ActivityTab({ of, record, words }: Props) {
  const { notes } = of;
  const may = useMay();
  const canRevert = of.may.write !== undefined && may(of.may.write);
  const [kind, setKind] = useState<string>();
  const [reverted, setReverted] = useState<Changes>();
  const line = trpc.timeLine.of.useInfiniteQuery(
    { objectType: of.audited ?? "user", objectId: record.id, notes, kinds: kind ? [kind] : undefined },
    { getNextPageParam: ({ hasMore, items }) => (hasMore ? placeOf(items.at(-1)) : undefined) },
  );
  const entries = line.data?.pages.flatMap(({ items }) => items) ?? [];
  const kinds = line.data?.pages[0]?.kinds ?? [];
  const changes = entries.filter((entry) => entry.type === "change");

  const events = entries.map((entry): TimeLineEvent => {
    const { id, at } = entry;
    if (entry.type === "event") return happened(entry, words);
    if (entry.type === "note") {
      const { note } = entry;
      return {
        id,
        at,
        tone: "note",
        who: `${note.author.firstName} ${note.author.lastName}`,
        what: note.updatedAt === note.createdAt ? t("added a note") : t("added a note, edited since"),
        children: <Note note={note} />,
      };
    }
    const earlier = changes.slice(changes.indexOf(entry) + 1);
    return changed({ of, record, entry, earlier, revert: canRevert ? setReverted : undefined });
  });

  return (
    <>
      {notes !== undefined && may("sheet-activity.write") && <NewNote objectId={record.id} modelType={notes} />}
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
