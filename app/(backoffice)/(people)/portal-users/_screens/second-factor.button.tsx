"use client";

import { Button } from "@mantine/core";
import { useState } from "react";
import { attempt } from "@/components/kit/attempt";
import { trpc } from "@/components/kit/trpc";
import { useMay, useViewer } from "@/components/kit/viewer";
import { Dialog, DialogActions } from "@/components/ui/dialog";
import { notify } from "@/components/ui/notice";
import { t } from "@/texts/t";
import { portalUsers } from "../portal-user.resource";

/** For somebody who lost both their authenticator and their recovery codes; nothing where two-step sign-in is off. */
export function SecondFactorButton({ userId, name }: { userId: string; name: string }) {
  const may = useMay();
  const { id: me } = useViewer();
  const mayReset = may("second-factor.reset") && userId !== me;
  const factor = trpc.secondFactor.of.useQuery({ userId }, { enabled: mayReset && may(portalUsers.may.read) }).data;
  const reset = trpc.secondFactor.reset.useMutation();
  const [isAsking, setIsAsking] = useState(false);
  if (!mayReset || !factor?.isOn) return null;

  const confirm = async () => {
    await attempt(async () => {
      await reset.mutateAsync({ userId });
      notify(t("Two-step sign-in reset"));
    });
    setIsAsking(false);
  };
  return (
    <>
      <Button variant="default" onClick={() => setIsAsking(true)}>
        {t("Reset two-step sign-in")}
      </Button>
      {isAsking && (
        <Dialog title={t("Reset two-step sign-in of {name}?", { name })} onClose={() => setIsAsking(false)}>
          {t(
            "Their authenticator app and recovery codes stop working, and they sign in with their password alone until they set it up again. They are notified by e-mail. Make sure that the request really comes from {name}.",
            { name },
          )}
          <DialogActions>
            <Button variant="default" onClick={() => setIsAsking(false)}>
              {t("Cancel")}
            </Button>
            <Button color="red" loading={reset.isPending} onClick={confirm}>
              {t("Reset two-step sign-in")}
            </Button>
          </DialogActions>
        </Dialog>
      )}
    </>
  );
}
