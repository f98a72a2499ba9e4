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
const lostWords: Readonly<Record<"pin" | "secret", string>> = {
  pin: "Its PIN does not return.",
  secret: "Its secrets do not return.",
};

interface Props {
  removal: Removal;
  onClose: () => void;
  onDone: () => void;
}

/** Says what would not return and what is in the way, before a removed record is brought back. */
function BringBackDialog({ removal: { id, title }, onClose, onDone }: Props) {
  const { door, where } = useRemovalDoor();
  const rehearsal = door.rehearse.useQuery({ ...where, id }, { staleTime: 0, gcTime: 0 });
  const restore = door.restore.useMutation();
  const confirm = () =>
    attempt(async () => {
      await restore.mutateAsync({ ...where, id });
      notify(t("{title} brought back", { title }));
      onDone();
    });
  const { obstacle } = rehearsal.data ?? {};
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
          disabled={!rehearsal.data || obstacle !== null}
          onClick={confirm}
          data-autofocus
        >
          {t("Bring back")}
        </Button>
      </DialogActions>
    </Dialog>
  );
}

/** Asks before a removed record is gone for good. */
function ForgetDialog({ removal: { id, title }, onClose, onDone }: Props) {
  const { door, where } = useRemovalDoor();
  const forget = door.forget.useMutation();
  const confirm = () =>
    attempt(async () => {
      await forget.mutateAsync({ ...where, id });
      notify(t("{title} deleted for good", { title }));
      onDone();
    });
  return (
    <Dialog title={t("Delete {title} for good?", { title })} onClose={onClose}>
      {t("Nobody can bring it back afterwards.")}
      <DialogActions>
        <Button variant="default" onClick={onClose}>
          {t("Keep it")}
        </Button>
        <Button color="red" loading={forget.isPending} onClick={confirm}>
          {t("Delete for good")}
        </Button>
      </DialogActions>
    </Dialog>
  );
}

/** What can be done with a removed record. */
export function RemovalActions({ removal, onReturned }: { removal: Removal; onReturned?: () => void }) {
  const [asked, setAsked] = useState<"restore" | "forget">();
  if (!removal.mayRestore) return null;
  const close = () => setAsked(undefined);
  return (
    <span className={styles.actions}>
      <Button variant="default" size="compact-sm" onClick={() => setAsked("restore")}>
        {t("Bring back")}
      </Button>
      <Button variant="subtle" color="red" size="compact-sm" onClick={() => setAsked("forget")}>
        {t("Delete for good")}
      </Button>
      {asked === "restore" && (
        <BringBackDialog
          removal={removal}
          onClose={close}
          onDone={() => {
            close();
            onReturned?.();
          }}
        />
      )}
      {asked === "forget" && <ForgetDialog removal={removal} onClose={close} onDone={close} />}
    </span>
  );
}
