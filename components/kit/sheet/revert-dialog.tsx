"use client";

import { Button } from "@mantine/core";
import { Dialog, DialogActions } from "@/components/ui/dialog";
import { notify } from "@/components/ui/notice";
import { etagOf } from "@/server/kit/value/etag.rules";
import { t } from "@/texts/t";
import { attempt } from "../attempt";
import { useBase } from "../base";
import type { RecordName, Resource } from "../resource";
import { type AnyRecord, hooksOf, useCacheOf } from "../resource-hooks";
import { ChangeList, type Changes } from "./changes";

/** The record's fields as they were before a change. */
const beforeOf = (changes: Changes) =>
  Object.fromEntries(Object.entries(changes).map(([field, [before]]) => [field, before]));

interface Props {
  of: Resource<RecordName>;
  record: AnyRecord;
  changes: Changes;
  onClose: () => void;
}

/** Asks, with what would change, before a record is set back to what it was before a change. */
export function RevertDialog({ of, record, changes, onClose }: Props) {
  const { where } = useBase();
  const cache = useCacheOf(of.router);
  const update = hooksOf(of.router).update.useMutation();
  const now: Record<string, unknown> = { ...record };
  const back = Object.fromEntries(
    Object.entries(beforeOf(changes)).map(([field, before]) => [field, [now[field], before] as [unknown, unknown]]),
  );
  const revert = async () => {
    await attempt(async () => {
      const changed = await update.mutateAsync({
        ...where,
        id: record.id,
        ifMatch: etagOf(record),
        ...beforeOf(changes),
      });
      cache.get.setData({ ...where, id: record.id }, changed);
      notify(t("Change reverted"));
    });
    onClose();
  };
  return (
    <Dialog title={t("Revert this change?")} onClose={onClose} width={560}>
      {t("The fields changed here return to their earlier values. Later changes to other fields stay.")}
      <ChangeList of={of} changes={back} />
      <DialogActions>
        <Button variant="default" onClick={onClose}>
          {t("Cancel")}
        </Button>
        <Button loading={update.isPending} onClick={revert} data-autofocus>
          {t("Revert")}
        </Button>
      </DialogActions>
    </Dialog>
  );
}
