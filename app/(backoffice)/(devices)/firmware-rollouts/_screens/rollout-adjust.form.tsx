"use client";

import { Button, TextInput } from "@mantine/core";
import { type SubmitEvent, useContext, useState } from "react";
import { attempt } from "@/components/kit/attempt";
import { FormStep } from "@/components/kit/form/form-step";
import { trpc } from "@/components/kit/trpc";
import { notify } from "@/components/ui/notice";
import { etagOf } from "@/server/kit/value/etag.rules";
import { t } from "@/texts/t";
import styles from "./firmware-rollout.module.css";
import type { Rollout } from "./firmware-rollout.words";
import { RolloutGatesField } from "./rollout-gates.field";
import { RolloutRateField } from "./rollout-pace.field";

/** What can be changed of a rollout that was started: its name, its gates, and how fast it goes. */
export function RolloutAdjustForm({ of }: { of: Rollout }) {
  const close = useContext(FormStep);
  const [name, setName] = useState(of.name);
  const [gates, setGates] = useState(of.gates);
  const [maxPerHour, setMaxPerHour] = useState(of.maxPerHour);
  const update = trpc.firmwareRollouts.update.useMutation();
  const save = async (event: SubmitEvent) => {
    event.preventDefault();
    const values = { id: of.id, ifMatch: etagOf(of), name, gates, maxPerHour };
    if (!(await attempt(() => update.mutateAsync(values)))) return;
    notify(t("Saved"));
    close?.();
  };
  return (
    <form className={styles.form} onSubmit={(event) => void save(event)} noValidate>
      <TextInput
        label={t("Name")}
        value={name}
        maxLength={120}
        onChange={(event) => setName(event.currentTarget.value)}
      />
      <RolloutGatesField gates={gates} onChange={setGates} />
      <RolloutRateField
        description={t("Looser gates and a higher rate of an approved rollout need another person.")}
        value={maxPerHour}
        onChange={setMaxPerHour}
      />
      <div className={styles.foot}>
        <Button type="submit" loading={update.isPending} disabled={name.trim() === ""}>
          {t("Save")}
        </Button>
        <Button variant="default" onClick={close}>
          {t("Cancel")}
        </Button>
      </div>
    </form>
  );
}
