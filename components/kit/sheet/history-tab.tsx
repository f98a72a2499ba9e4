"use client";

import { Button } from "@mantine/core";
import { useState } from "react";
import { Dialog, DialogActions } from "@/components/ui/dialog";
import { notify } from "@/components/ui/notice";
import { messageOf } from "../problem";
import { type AnyRecord, hooksOf, type RecordName, useCacheOf } from "../resource";
import { trpc } from "../trpc";
import { Bones } from "./bones";
import { ChangeList, type Changes, type FieldTitles } from "./changes";
import styles from "./sheet.module.css";
import { TimeLine } from "./time-line";

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
}

const isWhole = (action: string) => ["create", "remove", "restore"].includes(action);
const ordinary = (action: string) => action === "update" || action === "translate";

/** Of an action of the resource's own, only the changes that the screen has words for. */
const shownChanges = (action: string, changes: Changes, fields: FieldTitles): Changes =>
  ordinary(action) ? changes : Object.fromEntries(Object.entries(changes).filter(([field]) => field in fields));

const verbs: Record<string, string> = {
  create: "created this",
  update: "changed this",
  remove: "deleted this",
  restore: "brought this back",
  translate: "translated this",
  "send-again": "sent this again",
};

const doors = { screen: "", rest: " through the API", job: " in the background" };

/** The record's fields as they were before a change. */
export const beforeOf = (changes: Changes) =>
  Object.fromEntries(Object.entries(changes).map(([field, [before]]) => [field, before]));

function RevertDialog({
  name,
  record,
  fields,
  changes,
  onClose,
}: Omit<Props, "objectType" | "canRevert" | "verbs"> & { changes: Changes; onClose: () => void }) {
  const cache = useCacheOf(name);
  const utils = trpc.useUtils();
  const update = hooksOf(name).update.useMutation();
  const now = record as unknown as Record<string, unknown>; // a record's fields by name
  const back = Object.fromEntries(
    Object.entries(beforeOf(changes)).map(([field, before]) => [field, [now[field], before] as [unknown, unknown]]),
  );
  const revert = async () => {
    try {
      const changed = await update.mutateAsync({ id: record.id, ifMatch: `"${record.version}"`, ...beforeOf(changes) });
      cache.get.setData({ id: record.id }, changed);
      notify("Change reverted");
    } catch (error) {
      notify(messageOf(error), { tone: "bad" });
    }
    cache.invalidate();
    utils.audit.history.invalidate();
    onClose();
  };
  return (
    <Dialog title="Revert this change?" onClose={onClose} width={560}>
      The record is set back to what it was before; later changes of other fields stay.
      <ChangeList changes={back} fields={fields} />
      <DialogActions>
        <Button variant="default" onClick={onClose}>
          Leave it
        </Button>
        <Button loading={update.isPending} onClick={revert} data-autofocus>
          Revert
        </Button>
      </DialogActions>
    </Dialog>
  );
}

/** Who changed what, and when, with the way back. */
export function HistoryTab({ name, objectType, record, fields, canRevert, verbs: own }: Props) {
  const [reverted, setReverted] = useState<Changes>();
  const query = trpc.audit.history.useInfiniteQuery(
    { objectType, objectId: record.id },
    { getNextPageParam: (page) => (page.hasMore ? page.items.at(-1)?.id : undefined) },
  );
  const entries = query.data?.pages.flatMap(({ items }) => items) ?? [];
  if (query.error) return <p role="alert">{messageOf(query.error)}</p>;
  if (!query.data) return <Bones />;
  if (entries.length === 0) return <p>Nothing was recorded yet. Changes show here as they are made.</p>;
  return (
    <>
      <TimeLine
        events={entries.map(({ id, at, actorLabel, action, door, changes }) => ({
          id,
          at,
          who: actorLabel,
          what: (own?.[action] ?? verbs[action] ?? action) + doors[door],
          tone: action === "remove" ? "bad" : action === "create" ? "accent" : undefined,
          children: !isWhole(action) && (
            <>
              <ChangeList changes={shownChanges(action, changes, fields)} fields={fields} />
              {canRevert && action === "update" && Object.keys(changes).every((field) => field in fields) && (
                <button type="button" className={styles.revert} onClick={() => setReverted(changes)}>
                  Revert
                </button>
              )}
            </>
          ),
        }))}
      />
      {query.hasNextPage && (
        <Button variant="default" loading={query.isFetchingNextPage} onClick={() => query.fetchNextPage()}>
          Show older changes
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
