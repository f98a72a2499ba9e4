"use client";

import { Button } from "@mantine/core";
import { useState } from "react";
import { attempt } from "@/components/kit/attempt";
import { trpc } from "@/components/kit/trpc";
import { useMay, useViewer } from "@/components/kit/viewer";
import { Dialog, DialogActions } from "@/components/ui/dialog";
import { notify } from "@/components/ui/notice";
import { Copyable } from "@/components/ui/value";
import { pers } from "../pers.resource";
import styles from "./pers.module.css";

/** Makes a new activation PIN after a question, and shows it once or mails it. */
export function PersPinButton({ id, hasPin }: { id: string; hasPin: boolean }) {
  const may = useMay();
  const { email } = useViewer();
  const show = trpc.pers.showActivationPin.useMutation();
  const mail = trpc.pers.mailActivationPin.useMutation();
  const [isOpen, setIsOpen] = useState(false);
  const pin = show.data?.pin;
  if (!may(pers.may.write)) return null;

  const close = () => {
    setIsOpen(false);
    show.reset();
  };
  const sendMail = () =>
    attempt(async () => {
      await mail.mutateAsync({ id });
      notify(`A new PIN is on its way to ${email}`);
      close();
    });

  return (
    <>
      <Button variant="default" onClick={() => setIsOpen(true)}>
        New activation PIN
      </Button>
      {isOpen && (
        <Dialog title={pin ? "The new activation PIN" : "Make a new activation PIN?"} onClose={close}>
          {pin ? (
            <>
              <div className={styles.pin}>
                <Copyable value={pin} />
              </div>
              It is shown this once. Persdesk keeps no copy that can be read.
            </>
          ) : hasPin ? (
            "The earlier PIN stops working then."
          ) : (
            "This device has no PIN yet."
          )}
          <DialogActions>
            {pin ? (
              <Button onClick={close}>Close</Button>
            ) : (
              <>
                <Button variant="default" loading={mail.isPending} onClick={sendMail}>
                  Make and mail it to me
                </Button>
                <Button loading={show.isPending} onClick={() => attempt(() => show.mutateAsync({ id }))} data-autofocus>
                  Make and show it
                </Button>
              </>
            )}
          </DialogActions>
        </Dialog>
      )}
    </>
  );
}
