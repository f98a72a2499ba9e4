"use client";

import { Button } from "@mantine/core";
import { Dialog, DialogActions } from "@/components/ui/dialog";
import { notify } from "@/components/ui/notice";
import { messageOf } from "../problem";
import { type AnyRecord, hooksOf, type RecordName, useCacheOf } from "../resource";
import { trpc } from "../trpc";
import { ChangeList, type Changes, type FieldTitles } from "./changes";

/** The record's fields as they were before a change. */
const beforeOf = (changes: Changes) =>
  Object.fromEntries(Object.entries(changes).map(([field, [before]]) => [field, before]));

interface Props {
  name: RecordName;
  record: AnyRecord;
  fields: FieldTitles;
  changes: Changes;
  onClose: () => void;
}

/** Asks, with what would change, before a record is set back to what it was before a change. */
export function RevertDialog({ name, record, fields, changes, onClose }: Props) {
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
