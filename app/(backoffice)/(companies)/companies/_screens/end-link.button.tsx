"use client";

import { Button } from "@mantine/core";
import { useState } from "react";
import { Allowed } from "@/components/kit/allowed";
import { attempt } from "@/components/kit/attempt";
import { Dialog, DialogActions } from "@/components/ui/dialog";
import { notify } from "@/components/ui/notice";
import type { Permission } from "@/server/permissions";
import { t } from "@/texts/t";

interface Props {
  needs: Permission | undefined;
  /** the device or the vehicle that is linked */
  what: string;
  period: { startDate: string; endDate?: string | null };
  isPending: boolean;
  end: () => Promise<unknown>;
}

/** Ends a link after a question; one that has not begun is deleted by it, and one that has ended has no such button. */
export function EndLinkButton({ needs, what, period: { startDate, endDate }, isPending, end }: Props) {
  const [isAsking, setIsAsking] = useState(false);
  const now = new Date().toISOString();
  if (endDate && endDate <= now) return null;
  const isToCome = startDate > now;
  const confirm = async () => {
    await attempt(async () => {
      await end();
      notify(isToCome ? t("Link deleted") : t("Link ended"));
    });
    setIsAsking(false);
  };
  const title = isToCome ? t("Delete link") : t("End link");
  return (
    <>
      <Allowed needs={needs}>
        <Button size="compact-sm" variant="default" ml={6} c="var(--pd-bad)" onClick={() => setIsAsking(true)}>
          {isToCome ? t("Delete") : t("End")}
        </Button>
      </Allowed>
      {isAsking && (
        <Dialog title={t("{title} to {what}?", { title, what })} onClose={() => setIsAsking(false)}>
          <p>
            {isToCome
              ? t("The link has not started yet, so it is deleted.")
              : t("The company immediately loses access through this link.")}
          </p>
          <DialogActions>
            <Button variant="default" onClick={() => setIsAsking(false)}>
              {t("Cancel")}
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
