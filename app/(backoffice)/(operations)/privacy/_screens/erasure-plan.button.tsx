"use client";

import { Button } from "@mantine/core";
import { type ReactNode, useState } from "react";
import { messageOf } from "@/components/kit/problem";
import { trpc } from "@/components/kit/trpc";
import { Dialog, DialogActions } from "@/components/ui/dialog";
import { t } from "@/texts/t";
import { ByHand, ErasureLines } from "./erasure-lines.part";

interface Props {
  email: string;
  /** draws the button that opens the plan */
  trigger: (open: () => void) => ReactNode;
  title: string;
  note: string;
  action: string;
  isReady?: boolean;
  /** does what the button says, with the hash of the plan that is shown; what it throws is shown */
  run: (planHash: string) => Promise<unknown>;
  children?: ReactNode;
}

/** A button with what an erasure would do at this moment, and what can be done with that plan. */
export function ErasurePlan({ email, trigger, title, note, action, isReady = true, run, children }: Props) {
  const plan = trpc.erasures.plan.useMutation();
  const [isOpen, setIsOpen] = useState(false);
  const [isRunning, setIsRunning] = useState(false);
  const [fault, setFault] = useState<string>();
  const attemptTo = async (work: () => Promise<unknown>) => {
    setFault(undefined);
    try {
      await work();
    } catch (error) {
      setFault(messageOf(error));
    }
  };
  const open = () => {
    setIsOpen(true);
    void attemptTo(() => plan.mutateAsync({ email }));
  };
  const act = async () => {
    setIsRunning(true);
    await attemptTo(async () => {
      await run(plan.data?.hash ?? "");
      setIsOpen(false);
    });
    setIsRunning(false);
  };
  return (
    <>
      {trigger(open)}
      {isOpen && (
        <Dialog title={title} width={820} onClose={() => setIsOpen(false)}>
          {fault && <p role="alert">{fault}</p>}
          <p>{t(note)}</p>
          {plan.data ? (
            <>
              <ErasureLines lines={plan.data.lines} />
              <ByHand found={plan.data.byHand} />
            </>
          ) : (
            !fault && <p role="status">{t("Loading…")}</p>
          )}
          {children}
          <DialogActions>
            <Button variant="default" onClick={() => setIsOpen(false)}>
              {t("Cancel")}
            </Button>
            <Button color="red" disabled={!plan.data || !isReady} loading={isRunning} onClick={act}>
              {t(action)}
            </Button>
          </DialogActions>
        </Dialog>
      )}
    </>
  );
}
