"use client";

import { Button, Textarea } from "@mantine/core";
import { useState } from "react";
import { attempt } from "@/components/kit/attempt";
import { trpc } from "@/components/kit/trpc";
import { Dialog, DialogActions } from "@/components/ui/dialog";
import { Status } from "@/components/ui/value";
import { warningWords } from "@/server/kit/desk/desk-warning.rules";
import { t } from "@/texts/t";
import styles from "./desk.module.css";
import { useShowRow } from "./desk-cell.hook";
import { Diff } from "./desk-diff.words";
import { type DeskLanguage, type DeskResource, glance, isBlank, type Row } from "./desk-row.rules";

/** What the source was when the translation was last right, and what it is now; and whether a machine wrote it. */
export function Outdated({
  row,
  of,
  target,
  mayWrite,
}: {
  row: Row;
  of: DeskResource;
  target: DeskLanguage;
  mayWrite: boolean;
}) {
  const show = useShowRow(target.id);
  const confirm = trpc.useUtils().client.desk.confirm;
  const { resource, id, outdatedFrom, findings } = row;
  const isByMachine = findings.includes("machine");
  if (!outdatedFrom && !isByMachine) return null;
  const was = outdatedFrom ?? row.source;
  const changed = of.fields.filter(({ name }) => (was[name] ?? "") !== (row.source[name] ?? ""));
  return (
    <div className={styles.outdated}>
      {outdatedFrom && <Status tone="warn">{t("The source changed")}</Status>}
      {isByMachine && <Status tone="warn">{t("Written by a machine")}</Status>}
      {changed.map(({ name, html }) => (
        <p key={name}>
          <Diff before={glance(was[name] ?? "", html)} after={glance(row.source[name] ?? "", html)} />
        </p>
      ))}
      {mayWrite && (
        <button
          type="button"
          onClick={() => attempt(async () => show(await confirm.mutate({ resource, id, languageId: target.id })))}
        >
          {outdatedFrom ? t("The translation is still correct") : t("The translation is correct")}
        </button>
      )}
    </div>
  );
}

/** What to look at in a translation; each can be put aside for this text, with a reason. */
export function Warnings({ row, target, mayWrite }: { row: Row; target: DeskLanguage; mayWrite: boolean }) {
  const show = useShowRow(target.id);
  const { client } = trpc.useUtils();
  const [asked, setAsked] = useState<Row["warnings"][number]>();
  const [reason, setReason] = useState("");
  const at = { resource: row.resource, id: row.id, languageId: target.id };
  const putAside = async () => {
    if (!asked) return;
    const isDone = await attempt(async () =>
      show(await client.desk.dismiss.mutate({ ...at, warning: asked.warning, reason })),
    );
    if (isDone) setAsked(undefined);
  };
  return (
    <>
      {row.warnings.map((one) => (
        <div
          key={`${one.warning} ${one.field}`}
          className={styles.warning}
          data-aside={one.dismissed !== null || undefined}
        >
          <span>
            {t("{title}: {value}", { title: t(warningWords[one.warning]), value: one.message })}
            {one.dismissed !== null && ` ${t("Dismissed: {reason}", { reason: one.dismissed })}`}
          </span>
          {mayWrite &&
            (one.dismissed === null ? (
              <button
                type="button"
                onClick={() => {
                  setReason("");
                  setAsked(one);
                }}
              >
                {t("Dismiss")}
              </button>
            ) : (
              <button
                type="button"
                onClick={() =>
                  attempt(async () => show(await client.desk.recall.mutate({ ...at, warning: one.warning })))
                }
              >
                {t("Show the warning again")}
              </button>
            ))}
        </div>
      ))}
      {asked && (
        <Dialog title="Dismiss this warning?" onClose={() => setAsked(undefined)}>
          <Textarea
            label={t("Reason")}
            description={t("{title}: {value}", { title: t(warningWords[asked.warning]), value: asked.message })}
            data-autofocus
            autosize
            minRows={2}
            maxLength={300}
            value={reason}
            onChange={(event) => setReason(event.currentTarget.value)}
          />
          <DialogActions>
            <Button variant="default" onClick={() => setAsked(undefined)}>
              {t("Cancel")}
            </Button>
            <Button disabled={isBlank(reason)} onClick={putAside}>
              {t("Dismiss")}
            </Button>
          </DialogActions>
        </Dialog>
      )}
    </>
  );
}
