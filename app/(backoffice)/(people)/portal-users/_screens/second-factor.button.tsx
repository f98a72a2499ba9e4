"use client";

import { Button } from "@mantine/core";
import { useState } from "react";
import { attempt } from "@/components/kit/attempt";
import { trpc } from "@/components/kit/trpc";
import { useMay, useViewer } from "@/components/kit/viewer";
import { Dialog, DialogActions } from "@/components/ui/dialog";
import { notify } from "@/components/ui/notice";
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
      notify("Two-step sign-in reset");
    });
    setIsAsking(false);
  };
  return (
    <>
      <Button variant="default" onClick={() => setIsAsking(true)}>
        Reset two-step sign-in
      </Button>
      {isAsking && (
        <Dialog title={`Reset two-step sign-in of ${name}?`} onClose={() => setIsAsking(false)}>
          Their authenticator and recovery codes stop working, and the password alone signs them in until they set it up
          again. They are told by mail. Make sure that it is really {name} who asks.
          <DialogActions>
            <Button variant="default" onClick={() => setIsAsking(false)}>
              Leave it
            </Button>
            <Button color="red" loading={reset.isPending} onClick={confirm}>
              Reset two-step sign-in
            </Button>
          </DialogActions>
        </Dialog>
      )}
    </>
  );
}
