"use client";

import { Button, Textarea } from "@mantine/core";
import { useState } from "react";
import { Allowed } from "@/components/kit/allowed";
import { attempt } from "@/components/kit/attempt";
import { Dialog, DialogActions } from "@/components/ui/dialog";
import { notify } from "@/components/ui/notice";
import { t } from "@/texts/t";
import type { Rollout } from "./firmware-rollout.words";
import { type RolloutAction, useRolloutActions } from "./rollout-action.hook";

/** Says what follows, and asks why where somebody must say so. */
function Ask({ action, onClose }: { action: RolloutAction; onClose: () => void }) {
  const { question, says, title, done, isReasoned, isDanger, run } = action;
  const [reason, setReason] = useState("");
  const [isRunning, setIsRunning] = useState(false);
  const start = async () => {
    setIsRunning(true);
    if (await attempt(() => run(reason.trim()))) notify(t(done));
    setIsRunning(false);
    onClose();
  };
  return (
    <Dialog title={t(question)} onClose={onClose}>
      <p>{says}</p>
      {isReasoned && (
        <Textarea
          label={t("Reason")}
          description={t("Colleagues read it on this page and in its history.")}
          autosize
          minRows={2}
          value={reason}
          onChange={(event) => setReason(event.currentTarget.value)}
        />
      )}
      <DialogActions>
        <Button variant="default" onClick={onClose}>
          {t("Back")}
        </Button>
        <Button
          color={isDanger ? "red" : undefined}
          loading={isRunning}
          disabled={isReasoned && reason.trim() === ""}
          onClick={start}
        >
          {t(title)}
        </Button>
      </DialogActions>
    </Dialog>
  );
}

/** What can be done with a rollout now, each with its consequence in the question. */
export function RolloutActions({ record }: { record: Rollout }) {
  const actions = useRolloutActions(record);
  const [asked, setAsked] = useState<RolloutAction>();
  return (
    <>
      {actions.map((action) => (
        <Allowed key={action.title} needs={action.needs}>
          <Button
            variant={action.isPrimary ? "filled" : "default"}
            c={action.isDanger ? "var(--pd-bad)" : undefined}
            onClick={() => setAsked(action)}
          >
            {t(action.title)}
          </Button>
        </Allowed>
      ))}
      {asked && <Ask action={asked} onClose={() => setAsked(undefined)} />}
    </>
  );
}
