"use client";

import { Button, NativeSelect } from "@mantine/core";
import { useEffect, useEffectEvent, useState } from "react";
import { Dialog, DialogActions } from "@/components/ui/dialog";
import { t } from "@/texts/t";
import { messageOf } from "../problem";
import { type Resource, wordOf } from "../resource";
import styles from "./bulk.module.css";
import { type BulkChange, type BulkPlan, useBulkDoor } from "./bulk-door";
import { BulkValue } from "./bulk-field";
import { BulkReasons, BulkRows } from "./bulk-rows";
import { BulkRun } from "./bulk-run";
import { changeTitle, planSentences } from "./bulk-words";

/** Which records: those chosen, or all that the list's filters find. */
export type BulkChosen = { ids: string[] } | { filters: Record<string, unknown>; all: boolean };

interface Props {
  of: Resource;
  chosen: BulkChosen;
  /** how many are chosen, where that is known */
  count: number | undefined;
  /** what they get, where an action says it; asked else */
  set?: Readonly<Record<string, unknown>>;
  onClose: () => void;
}

/** Changes many records: what they get, what that would do row by row, how far it is. Nothing is written before it is confirmed. */
export function BulkDialog({ of, chosen, count, set, onClose }: Props) {
  const { door, calls, where } = useBulkDoor();
  const [wanted, setWanted] = useState(set);
  const [plan, setPlan] = useState<BulkPlan>();
  const [run, setRun] = useState<BulkChange>();
  const [fault, setFault] = useState<string>();
  const start = door.run.useMutation();

  const make = useEffectEvent(async (values: Readonly<Record<string, unknown>>) => {
    setFault(undefined);
    try {
      setPlan(await calls.plan.mutate({ ...where, resource: of.bulkAs, ...chosen, set: values }));
    } catch (error) {
      setFault(messageOf(error));
      if (!set) setWanted(undefined);
    }
  });
  useEffect(() => {
    if (wanted) void make(wanted);
  }, [wanted]);

  const confirm = async (planId: string) => {
    setFault(undefined);
    try {
      setRun(await start.mutateAsync({ ...where, planId }));
    } catch (error) {
      setFault(messageOf(error));
    }
  };
  return (
    <Dialog title={changeTitle(plan?.change ?? count, of)} onClose={onClose} width={560}>
      {fault && (
        <p className={styles.fault} role="alert">
          {fault}
        </p>
      )}
      {run ? (
        <BulkRun isOwn of={of} run={run} onClose={onClose} />
      ) : plan && wanted ? (
        <Review
          of={of}
          plan={plan}
          set={wanted}
          isBusy={start.isPending}
          onBack={set ? onClose : () => [setPlan(undefined), setWanted(undefined)]}
          onConfirm={() => void confirm(plan.planId)}
        />
      ) : wanted ? (
        !fault && <p role="status">{t("Loading…")}</p>
      ) : (
        <Choose of={of} onChosen={setWanted} onClose={onClose} />
      )}
    </Dialog>
  );
}

interface ChooseProps extends Pick<Props, "of" | "onClose"> {
  onChosen: (set: Readonly<Record<string, unknown>>) => void;
}

/** Which field, and what it gets. */
function Choose({ of, onChosen, onClose }: ChooseProps) {
  const [name, setName] = useState(of.bulk[0]?.name ?? "");
  const [value, setValue] = useState<unknown>();
  const field = of.bulk.find((one) => one.name === name);
  return (
    <form
      className={styles.form}
      onSubmit={(event) => {
        event.preventDefault();
        if (value !== undefined) onChosen({ [name]: value });
      }}
    >
      <NativeSelect
        label={t("Field")}
        value={name}
        data={of.bulk.map((one) => ({ value: one.name, label: wordOf(of, one.name).title }))}
        onChange={(event) => {
          setName(event.currentTarget.value);
          setValue(undefined);
        }}
        data-autofocus
      />
      {field && <BulkValue key={name} of={of} field={field} value={value} onChange={setValue} />}
      <DialogActions>
        <Button variant="default" onClick={onClose}>
          {t("Cancel")}
        </Button>
        <Button type="submit" disabled={value === undefined}>
          {t("Review")}
        </Button>
      </DialogActions>
    </form>
  );
}

interface ReviewProps extends Pick<Props, "of"> {
  plan: BulkPlan;
  set: Readonly<Record<string, unknown>>;
  isBusy: boolean;
  onBack: () => void;
  onConfirm: () => void;
}

/** What the change would do, with its rows one click away. */
function Review({ of, plan, set, isBusy, onBack, onConfirm }: ReviewProps) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <p role="status">{planSentences(plan, of).join(" ")}</p>
      {plan.change > 0 && (
        <details open={isOpen} onToggle={(event) => setIsOpen(event.currentTarget.open)}>
          <summary>{t("Show the rows")}</summary>
          {isOpen && <BulkRows of={of} planId={plan.planId} set={set} />}
        </details>
      )}
      {plan.refused.length > 0 && (
        <details>
          <summary>{t("Show what cannot be changed")}</summary>
          <BulkReasons of={of} rows={plan.refused} />
        </details>
      )}
      <DialogActions>
        <Button variant="default" onClick={onBack}>
          {t("Cancel")}
        </Button>
        <Button disabled={plan.change === 0} loading={isBusy} onClick={onConfirm} data-autofocus>
          {changeTitle(plan.change, of)}
        </Button>
      </DialogActions>
    </>
  );
}
