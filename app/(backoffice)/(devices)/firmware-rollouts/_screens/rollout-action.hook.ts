"use client";

import { useRouter } from "next/navigation";
import { trpc } from "@/components/kit/trpc";
import { formatted } from "@/server/kit/value/count.rules";
import { etagOf } from "@/server/kit/value/etag.rules";
import type { Permission } from "@/server/permissions";
import { t } from "@/texts/t";
import { firmwareRollouts } from "../firmware-rollout.resource";
import type { Rollout } from "./firmware-rollout.words";

export interface RolloutAction {
  /** on the button, in English as its question and what is said when it is done */
  title: string;
  question: string;
  /** what follows from it */
  says: string;
  done: string;
  needs: Permission | undefined;
  /** somebody must say why */
  isReasoned?: true;
  isPrimary?: true;
  isDanger?: true;
  run: (reason: string) => Promise<unknown>;
}

const { write } = firmwareRollouts.may;

/** The actions that a rollout has in its state, each with its consequence. */
export function useRolloutActions(record: Rollout): RolloutAction[] {
  const router = useRouter();
  const of = trpc.firmwareRollouts;
  const [start, approve, sendBack] = [of.start.useMutation(), of.approve.useMutation(), of.sendBack.useMutation()];
  const [pause, resume, nextWave] = [of.pause.useMutation(), of.resume.useMutation(), of.nextWave.useMutation()];
  const [cancel, retry, finish] = [of.cancel.useMutation(), of.retryFailed.useMutation(), of.finish.useMutation()];
  const rollBack = of.rollBack.useMutation();
  const { id, status, counts, waves, isDynamic, approval } = record;
  const open = formatted(counts.waiting + counts.offered + counts.silent);
  const on = { id };
  const isUnderWay = status === "running" || status === "paused";
  const hasNext = waves.some((wave) => wave.status === "waiting");
  const canGoBack = counts.installed + counts.failed > 0 && (isUnderWay || status === "done" || status === "cancelled");
  const list: (RolloutAction | false)[] = [
    status === "draft" && {
      title: "Start",
      question: "Start this rollout?",
      says: t(
        "Its devices are found and held for it. A large rollout is then approved by a second person, others begin with their first wave.",
      ),
      done: "Started",
      needs: write,
      isPrimary: true,
      run: () => start.mutateAsync(on),
    },
    status === "awaiting_approval" && {
      title: "Approve",
      question: "Approve this rollout?",
      says: t("It is for {count} devices, as this page shows it, and begins with its first wave.", {
        count: formatted(counts.waiting),
      }),
      done: "Approved",
      needs: "firmware-rollout.approve",
      isPrimary: true,
      run: () => approve.mutateAsync({ ...on, hash: approval?.hash ?? "" }),
    },
    (status === "awaiting_approval" || status === "scheduled") && {
      title: "Send back",
      question: "Send it back to its draft?",
      says: t("Its devices are let go, and it can be changed again."),
      done: "Sent back",
      needs: write,
      isReasoned: true,
      run: (reason) => sendBack.mutateAsync({ ...on, reason }),
    },
    status === "paused" && {
      title: "Resume",
      question: "Go on with this rollout?",
      says:
        record.pauseReason?.code === "share_missed"
          ? t(
              "The wave that missed its share counts as over, and the next one begins; after the last one the rollout ends.",
            )
          : t("Devices are offered the version again. Gates judge what ends from now on."),
      done: "It goes on",
      needs: write,
      isPrimary: true,
      run: () => resume.mutateAsync(on),
    },
    status === "running" && {
      title: "Pause",
      question: "Pause this rollout?",
      says: t("{count} offers are withdrawn. Devices that are downloading go on.", {
        count: formatted(counts.offered),
      }),
      done: "Paused",
      needs: write,
      isReasoned: true,
      run: (reason) => pause.mutateAsync({ ...on, reason }),
    },
    isUnderWay &&
      hasNext && {
        title: "Next wave",
        question: "Begin the next wave now?",
        says: t("The present wave counts as over, whatever its share of success is."),
        done: "The next wave has begun",
        needs: write,
        run: () => nextWave.mutateAsync(on),
      },
    isUnderWay &&
      counts.failed > 0 && {
        title: "Retry failed",
        question: "Try again with the devices that failed?",
        says: t("{count} devices wait for an offer again.", { count: formatted(counts.failed) }),
        done: "They wait for an offer",
        needs: write,
        run: () => retry.mutateAsync({ ...on, ifMatch: etagOf(record) }),
      },
    isUnderWay &&
      isDynamic && {
        title: "Finish",
        question: "Finish this rollout?",
        says: t("No more devices join. {count} devices are let go without the version.", { count: open }),
        done: "Finished",
        needs: write,
        run: () => finish.mutateAsync(on),
      },
    canGoBack && {
      title: "Roll back",
      question: "Take this rollout back?",
      says: t(
        "It is cancelled, and there is a draft for each version that its devices ran before. Nothing is offered before you start one.",
      ),
      done: "The way back is planned",
      needs: write,
      isDanger: true,
      run: async () => {
        const { items } = await rollBack.mutateAsync(on);
        if (items[0]) router.push(firmwareRollouts.record(items[0].id));
      },
    },
    ["preparing", "awaiting_approval", "scheduled", "running", "paused"].includes(status) && {
      title: "Cancel rollout",
      question: "Cancel this rollout?",
      says: t("{count} devices are let go without the version. It cannot be resumed.", { count: open }),
      done: "Cancelled",
      needs: write,
      isReasoned: true,
      isDanger: true,
      run: (reason) => cancel.mutateAsync({ ...on, reason }),
    },
  ];
  return list.filter((one) => one !== false);
}
