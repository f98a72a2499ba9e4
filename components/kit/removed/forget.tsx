"use client";

import { Button } from "@mantine/core";
import { useState } from "react";
import { Dialog, DialogActions } from "@/components/ui/dialog";
import { notify } from "@/components/ui/notice";
import { t } from "@/texts/t";
import { attempt } from "../attempt";
import { type Removal, useRemovalDoor } from "./removal-door";

/** Asks before nothing can bring a removed record back any more. */
export function Forget({ removal: { id, title, mayRestore } }: { removal: Removal }) {
  const { door, where } = useRemovalDoor();
  const forget = door.forget.useMutation();
  const [isAsked, setIsAsked] = useState(false);
  const close = () => setIsAsked(false);
  const confirm = () =>
    attempt(async () => {
      await forget.mutateAsync({ ...where, id });
      notify(t("{title} deleted for good", { title }));
      close();
    });
  if (!mayRestore) return null;
  return (
    <>
      <Button variant="subtle" color="red" size="compact-sm" onClick={() => setIsAsked(true)}>
        {t("Delete for good")}
      </Button>
      {isAsked && (
        <Dialog title={t("Delete {title} for good?", { title })} onClose={close}>
          {t("Nobody can bring it back afterwards.")}
          <DialogActions>
            <Button variant="default" onClick={close}>
              {t("Keep it")}
            </Button>
            <Button color="red" loading={forget.isPending} onClick={confirm}>
              {t("Delete for good")}
            </Button>
          </DialogActions>
        </Dialog>
      )}
    </>
  );
}
