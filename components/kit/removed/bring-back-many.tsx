"use client";

import { Button } from "@mantine/core";
import { useEffect, useState } from "react";
import { Dialog, DialogActions } from "@/components/ui/dialog";
import { t } from "@/texts/t";
import { messageOf } from "../problem";
import { lostWords } from "./bring-back";
import { type Removal, useRemovalDoor } from "./removal-door";
import styles from "./removed.module.css";

/** How far one of them is: what would not return, what is in the way, and how it went. */
type State =
  | { is: "asked" }
  | { is: "possible"; lost: readonly (keyof typeof lostWords)[] }
  | { is: "hindered"; why: string }
  | { is: "back" };

function stateText(state: State): string {
  if (state.is === "asked") return t("Looking…");
  if (state.is === "hindered") return t("It cannot come back now: {obstacle}", { obstacle: state.why });
  if (state.is === "back") return t("Brought back");
  return [t("It can come back."), ...state.lost.map((part) => t(lostWords[part]))].join(" ");
}

const whyOf = (error: unknown): State => ({ is: "hindered", why: messageOf(error) });

/** What the button says. */
export const broughtBack = (count: number) =>
  t("{count, plural, one {Bring back # record} other {Bring back # records}}", { count });

interface Props {
  removals: readonly Removal[];
  onClose: () => void;
}

/** Brings several removed records back, one by one: before and after it is said of each. */
export function BringBackMany({ removals, onClose }: Props) {
  const { door, cache, where } = useRemovalDoor();
  const restore = door.restore.useMutation();
  const [states, setStates] = useState<ReadonlyMap<string, State>>(new Map());
  const [step, setStep] = useState<"looking" | "ready" | "running" | "done">("looking");
  const [of] = useState(removals); // those that were chosen, also once the list has them no more
  const put = (id: string, state: State) => setStates((old) => new Map(old).set(id, state));

  useEffect(() => {
    let isGone = false;
    const look = async ({ id }: Removal): Promise<State> => {
      try {
        const { lost, obstacle } = await cache.rehearse.fetch({ ...where, id }, { staleTime: 0 });
        return obstacle === null ? { is: "possible", lost } : { is: "hindered", why: obstacle };
      } catch (error) {
        return whyOf(error);
      }
    };
    void (async () => {
      for (const one of of) {
        const state = await look(one);
        if (isGone) return;
        setStates((old) => new Map(old).set(one.id, state));
      }
      setStep("ready");
    })();
    return () => {
      isGone = true;
    };
  }, [of, cache, where]);

  const possible = of.filter(({ id }) => states.get(id)?.is === "possible");
  const run = async () => {
    setStep("running");
    for (const { id } of possible) {
      try {
        await restore.mutateAsync({ ...where, id });
        put(id, { is: "back" });
      } catch (error) {
        put(id, whyOf(error));
      }
    }
    setStep("done");
  };
  return (
    <Dialog title={t("Bring back several records")} onClose={onClose}>
      <ul className={styles.many} aria-live="polite">
        {of.map(({ id, title }) => (
          <li key={id}>
            <b>{title || t("Without a name")}</b>
            <span>{stateText(states.get(id) ?? { is: "asked" })}</span>
          </li>
        ))}
      </ul>
      <DialogActions>
        <Button variant="default" onClick={onClose}>
          {step === "done" ? t("Close") : t("Cancel")}
        </Button>
        {step !== "done" && (
          <Button loading={step === "running"} disabled={step === "looking" || possible.length === 0} onClick={run}>
            {broughtBack(step === "looking" ? of.length : possible.length)}
          </Button>
        )}
      </DialogActions>
    </Dialog>
  );
}
