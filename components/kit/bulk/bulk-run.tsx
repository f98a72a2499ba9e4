"use client";

import { Button, Progress } from "@mantine/core";
import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { DialogActions } from "@/components/ui/dialog";
import { formatted } from "@/server/kit/value/count.rules";
import { t } from "@/texts/t";
import { attempt } from "../attempt";
import type { Resource } from "../resource";
import styles from "./bulk.module.css";
import { type BulkChange, useBulkDoor } from "./bulk-door";
import { BulkReasons } from "./bulk-rows";
import { useNotifyDone } from "./bulk-undo.hook";
import { goesOn, resultSentences, statuses } from "./bulk-words";

/** How often one that goes on is asked how far it is, in milliseconds. */
const pulse = 400;

interface Props {
  of: Resource;
  /** as it was when it was started, or last seen */
  run: BulkChange;
  /** it was started here: where nothing was left, its end is said at the page's foot */
  isOwn?: true;
  onClose: () => void;
}

/** How far a bulk change is, and how it ended; it goes on whether anybody looks or not. */
export function BulkRun({ of, run: begun, isOwn, onClose }: Props) {
  const { door, where } = useBulkDoor();
  const client = useQueryClient();
  const { data: run = begun } = door.get.useQuery(
    { ...where, id: begun.id },
    {
      initialData: begun,
      refetchInterval: ({ state }) => (state.data && goesOn(state.data) ? pulse : false),
      refetchIntervalInBackground: true,
    },
  );
  const say = useNotifyDone(of);
  const wentOn = useRef(goesOn(begun));
  const isClean = run.leftCount === 0 && run.error === null;
  useEffect(() => {
    if (goesOn(run)) {
      wentOn.current = true;
      return;
    }
    // What was loaded before it ended is old.
    if (wentOn.current) client.invalidateQueries();
    wentOn.current = false;
    if (!isOwn || !isClean) return;
    say(run);
    onClose();
  }, [run, isOwn, isClean, client, say, onClose]);
  const undo = door.undo.useMutation();
  return (
    <>
      {goesOn(run) ? (
        <Running run={run} onClose={onClose} />
      ) : (
        <>
          <p role="status">{resultSentences(run, of).join(" ")}</p>
          <BulkReasons of={of} rows={run.left.map(({ message, ...row }) => ({ ...row, reason: message }))} />
          <DialogActions>
            {run.undoUntil && (
              <Button
                variant="default"
                loading={undo.isPending}
                onClick={() => void attempt(() => undo.mutateAsync({ ...where, id: run.id }))}
              >
                {t("Undo")}
              </Button>
            )}
            <Button onClick={onClose} data-autofocus>
              {t("Close")}
            </Button>
          </DialogActions>
        </>
      )}
    </>
  );
}

function Running({ run, onClose }: Pick<Props, "run" | "onClose">) {
  const { door, where } = useBulkDoor();
  const cancel = door.cancel.useMutation();
  const [isAsked, setIsAsked] = useState(false);
  const { counts, status, id } = run;
  const [so, all] = status === "running" ? [counts.passed, counts.planned] : [counts.undone, counts.changed];
  const end = (keep: boolean) => void attempt(() => cancel.mutateAsync({ ...where, id, keep }));
  const changed = formatted(counts.changed);
  return (
    <>
      <Progress
        value={all === 0 ? 100 : Math.max(4, (100 * so) / all)}
        animated
        size="lg"
        aria-label={t(statuses[status][0])}
      />
      <p className={styles.progress}>
        {status === "running"
          ? t("{passed} of {planned} done.", { passed: formatted(so), planned: formatted(all) })
          : t("{undone} of {changed} set back.", { undone: formatted(so), changed: formatted(all) })}{" "}
        {t("You can close this. It goes on, and you find it under “Bulk changes”.")}
      </p>
      {isAsked && status === "running" && (
        <p role="alert">{t("{changed} rows have changed so far. Should they stay so?", { changed })}</p>
      )}
      <DialogActions>
        {status === "running" && !isAsked && (
          <Button variant="default" onClick={() => setIsAsked(true)}>
            {t("Cancel the change")}
          </Button>
        )}
        {status === "running" && isAsked && (
          <>
            <Button variant="subtle" onClick={() => setIsAsked(false)}>
              {t("Go on")}
            </Button>
            <Button variant="default" loading={cancel.isPending} onClick={() => end(false)}>
              {t("Take {changed} back", { changed })}
            </Button>
            <Button loading={cancel.isPending} onClick={() => end(true)}>
              {t("Keep {changed}", { changed })}
            </Button>
          </>
        )}
        {!isAsked && (
          <Button onClick={onClose} data-autofocus>
            {t("Close")}
          </Button>
        )}
      </DialogActions>
    </>
  );
}
