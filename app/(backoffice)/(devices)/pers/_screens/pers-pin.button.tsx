"use client";

import { Button } from "@mantine/core";
import { useState } from "react";
import { Allowed } from "@/components/kit/allowed";
import { attempt } from "@/components/kit/attempt";
import { trpc } from "@/components/kit/trpc";
import { useViewer } from "@/components/kit/viewer";
import { Dialog, DialogActions } from "@/components/ui/dialog";
import { notify } from "@/components/ui/notice";
import { Copyable } from "@/components/ui/value";
import { t } from "@/texts/t";
import styles from "./pers.module.css";

/** Makes a new activation PIN after a question, and shows it once or mails it. */
export function PersPinButton({ id, hasPin }: { id: string; hasPin: boolean }) {
  const { email } = useViewer();
  const show = trpc.pers.showActivationPin.useMutation();
  const mail = trpc.pers.mailActivationPin.useMutation();
  const [isOpen, setIsOpen] = useState(false);
  const pin = show.data?.pin;

  const close = () => {
    setIsOpen(false);
    show.reset();
  };
  const sendMail = () =>
    attempt(async () => {
      await mail.mutateAsync({ id });
      notify(t("A new PIN is on its way to {email}", { email }));
      close();
    });

  return (
    <>
      <Allowed needs="pers.pin">
        <Button variant="default" onClick={() => setIsOpen(true)}>
          {t("New activation PIN")}
        </Button>
      </Allowed>
      {isOpen && (
        <Dialog title={pin ? "The new activation PIN" : "Create a new activation PIN?"} onClose={close}>
          {pin ? (
            <>
              <div className={styles.pin}>
                <Copyable value={pin} />
              </div>
              {t("It is shown only once. Persdesk keeps no readable copy.")}
            </>
          ) : hasPin ? (
            t("The current PIN will stop working.")
          ) : (
            t("This device has no PIN yet.")
          )}
          <DialogActions>
            {pin ? (
              <Button onClick={close}>{t("Close")}</Button>
            ) : (
              <>
                <Button variant="default" loading={mail.isPending} onClick={sendMail}>
                  {t("Create and send to me")}
                </Button>
                <Button loading={show.isPending} onClick={() => attempt(() => show.mutateAsync({ id }))} data-autofocus>
                  {t("Create and show")}
                </Button>
              </>
            )}
          </DialogActions>
        </Dialog>
      )}
    </>
  );
}
