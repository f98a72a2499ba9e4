"use client";

import { Button } from "@mantine/core";
import { useState } from "react";
import { attempt } from "@/components/kit/attempt";
import { Dialog, DialogActions } from "@/components/ui/dialog";
import { notify } from "@/components/ui/notice";

interface Props {
  /** the device or the vehicle that is linked */
  what: string;
  period: { startDate: string; endDate?: string | null };
  isPending: boolean;
  end: () => Promise<unknown>;
}

/** Ends a link after a question; one that has not begun is deleted by it, and one that has ended has no such button. */
export function EndLinkButton({ what, period: { startDate, endDate }, isPending, end }: Props) {
  const [isAsking, setIsAsking] = useState(false);
  const now = new Date().toISOString();
  if (endDate && endDate <= now) return null;
  const isToCome = startDate > now;
  const confirm = async () => {
    await attempt(async () => {
      await end();
      notify(isToCome ? "Link deleted" : "Link ended");
    });
    setIsAsking(false);
  };
  const title = isToCome ? "Delete link" : "End link";
  return (
    <>
      <Button size="compact-sm" variant="default" ml={6} c="var(--pd-bad)" onClick={() => setIsAsking(true)}>
        {isToCome ? "Delete" : "End"}
      </Button>
      {isAsking && (
        <Dialog title={`${title} to ${what}?`} onClose={() => setIsAsking(false)}>
          <p>
            {isToCome
              ? "It has not begun, so nothing of it remains."
              : "The company can no longer reach it through this link, from this moment on."}
          </p>
          <DialogActions>
            <Button variant="default" onClick={() => setIsAsking(false)}>
              Cancel
            </Button>
            <Button color="red" loading={isPending} onClick={confirm}>
              {title}
            </Button>
          </DialogActions>
        </Dialog>
      )}
    </>
  );
}
