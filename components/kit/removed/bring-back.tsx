"use client";

import { Button } from "@mantine/core";
import { useState } from "react";
import { Dialog, DialogActions } from "@/components/ui/dialog";
import { notify } from "@/components/ui/notice";
import { t } from "@/texts/t";
import { Answer } from "../answer";
import { attempt } from "../attempt";
import { type Removal, useRemovalDoor } from "./removal-door";
import styles from "./removed.module.css";

/** What no removal keeps, as people call it. */
export const lostWords: Readonly<Record<"pin" | "secret", string>> = {
  pin: "Its PIN does not return.",
  secret: "Its secrets do not return.",
};

interface Props {
  removal: Removal;
  /** when it is there again */
  onDone?: () => void;
}

/** Says what would not return and what is in the way, before a removed record is brought back. */
function BringBackDialog({ removal: { id, title }, onDone, onClose }: Props & { onClose: () => void }) {
  const { door, where } = useRemovalDoor();
  const rehearsal = door.rehearse.useQuery({ ...where, id }, { staleTime: 0, gcTime: 0 });
  const restore = door.restore.useMutation();
  const confirm = () =>
    attempt(async () => {
      await restore.mutateAsync({ ...where, id });
      notify(t("{title} brought back", { title }));
      onClose();
      onDone?.();
    });
  return (
    <Dialog title={t("Bring back {title}?", { title })} onClose={onClose}>
      <Answer of={rehearsal}>
        {({ lost, obstacle }) =>
          obstacle ? (
            <div role="alert">{t("It cannot come back now: {obstacle}", { obstacle })}</div>
          ) : (
            <>
              <p className={styles.sentence}>{t("It returns as it was, with its parts and files.")}</p>
              {lost.map((part) => (
                <p key={part} className={styles.sentence}>
                  {t(lostWords[part])}
                </p>
              ))}
            </>
          )
        }
      </Answer>
      <DialogActions>
        <Button variant="default" onClick={onClose}>
          {t("Cancel")}
        </Button>
        <Button
          loading={restore.isPending}
          disabled={!rehearsal.data || rehearsal.data.obstacle !== null}
          onClick={confirm}
          data-autofocus
        >
          {t("Bring back")}
        </Button>
      </DialogActions>
    </Dialog>
  );
}

/** The way back of a removed record, for who may take it. */
export function BringBack(props: Props) {
  const [isAsked, setIsAsked] = useState(false);
  if (!props.removal.mayRestore) return null;
  return (
    <>
      <Button variant="default" size="compact-sm" onClick={() => setIsAsked(true)}>
        {t("Bring back")}
      </Button>
      {isAsked && <BringBackDialog {...props} onClose={() => setIsAsked(false)} />}
    </>
  );
}
