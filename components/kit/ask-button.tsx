"use client";

import { Button } from "@mantine/core";
import { type ReactNode, useState } from "react";
import { Dialog, DialogActions } from "@/components/ui/dialog";
import { notify } from "@/components/ui/notice";
import type { Permission } from "@/server/permissions";
import { t } from "@/texts/t";
import { Allowed } from "./allowed";
import { attempt } from "./attempt";

interface Props {
  /** the right to do it */
  needs: Permission | undefined;
  /** on the button */
  title: string;
  /** what is asked before it is done */
  question: string;
  /** what follows from it */
  children: ReactNode;
  /** on the button that does it */
  confirm: string;
  /** said when it is done */
  done: string;
  run: () => Promise<unknown>;
  /** nothing is lost by it, so that it is not in the colour of what takes something away */
  isSafe?: boolean;
  /** takes it back, where that can be done */
  undo?: () => Promise<unknown>;
}

/** A button that asks before it does what takes something away, or what others notice. */
export function AskButton({ needs, title, question, children, confirm, done, run, undo, isSafe = false }: Props) {
  const [isAsking, setIsAsking] = useState(false);
  const [isRunning, setIsRunning] = useState(false);
  const start = async () => {
    setIsRunning(true);
    if (await attempt(run)) notify(t(done), undo && { action: { title: t("Undo"), run: () => void attempt(undo) } });
    setIsRunning(false);
    setIsAsking(false);
  };
  return (
    <>
      <Allowed needs={needs}>
        <Button
          size={isSafe ? "sm" : "compact-sm"}
          variant="default"
          c={isSafe ? undefined : "var(--pd-bad)"}
          onClick={() => setIsAsking(true)}
        >
          {t(title)}
        </Button>
      </Allowed>
      {isAsking && (
        <Dialog title={t(question)} onClose={() => setIsAsking(false)}>
          {children}
          <DialogActions>
            <Button variant="default" onClick={() => setIsAsking(false)}>
              {t("Cancel")}
            </Button>
            <Button color={isSafe ? undefined : "red"} loading={isRunning} onClick={start}>
              {t(confirm)}
            </Button>
          </DialogActions>
        </Dialog>
      )}
    </>
  );
}
