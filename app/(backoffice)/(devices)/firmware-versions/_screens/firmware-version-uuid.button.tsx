"use client";

import { Button } from "@mantine/core";
import { useState } from "react";
import { Allowed } from "@/components/kit/allowed";
import { attempt } from "@/components/kit/attempt";
import { trpc } from "@/components/kit/trpc";
import { Dialog, DialogActions } from "@/components/ui/dialog";
import { notify } from "@/components/ui/notice";
import { t } from "@/texts/t";
import { firmwareVersions } from "../firmware-version.resource";

/** Gives a version a new UUID, after a question. */
export function FirmwareVersionUuidButton({ id }: { id: string }) {
  const regenerate = trpc.firmwareVersions.regenerateUuid.useMutation();
  const [isAsked, setIsAsked] = useState(false);

  const confirm = async () => {
    await attempt(async () => {
      await regenerate.mutateAsync({ id });
      notify(t("UUID regenerated"));
    });
    setIsAsked(false);
  };
  return (
    <>
      <Allowed needs={firmwareVersions.may.write}>
        <Button variant="default" onClick={() => setIsAsked(true)}>
          {t("Regenerate UUID")}
        </Button>
      </Allowed>
      {isAsked && (
        <Dialog title={t("Regenerate the UUID?")} onClose={() => setIsAsked(false)}>
          {t("Anything that refers to this version by its current UUID will no longer find it.")}
          <DialogActions>
            <Button variant="default" onClick={() => setIsAsked(false)}>
              {t("Keep it")}
            </Button>
            <Button loading={regenerate.isPending} onClick={confirm}>
              {t("Regenerate")}
            </Button>
          </DialogActions>
        </Dialog>
      )}
    </>
  );
}
