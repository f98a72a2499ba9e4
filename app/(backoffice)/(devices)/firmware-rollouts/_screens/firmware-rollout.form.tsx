"use client";

import { Button, Checkbox, TextInput } from "@mantine/core";
import { IconX } from "@tabler/icons-react";
import { useRouter, useSearchParams } from "next/navigation";
import { useState } from "react";
import { Allowed } from "@/components/kit/allowed";
import { listOf } from "@/components/kit/list/definition";
import { FilterChips } from "@/components/kit/list/filter-chips";
import { type FilterValue, readUrl } from "@/components/kit/list/url";
import { messageOf } from "@/components/kit/problem";
import { RecordSelect } from "@/components/kit/record-select";
import { trpc } from "@/components/kit/trpc";
import { notify } from "@/components/ui/notice";
import type { PlannedWave } from "@/db/schema/firmware-rollout";
import { defaultGates } from "@/server/devices/firmware-rollout/firmware-rollout.rules";
import { t } from "@/texts/t";
import { firmwareVersions } from "../../firmware-versions/firmware-version.resource";
import { persShows } from "../../pers/_screens/pers.columns";
import { pers } from "../../pers/pers.resource";
import { firmwareRollouts } from "../firmware-rollout.resource";
import styles from "./firmware-rollout.module.css";
import { RolloutGatesField } from "./rollout-gates.field";
import { type Pace, RolloutPaceField } from "./rollout-pace.field";
import { RolloutPlan } from "./rollout-plan.part";
import { RolloutWavesField } from "./rollout-waves.field";

/** The first waves, where nobody says other ones: a few devices, then a third, then all. */
const firstWaves: PlannedWave[] = [{ percent: 5 }, { percent: 30 }, {}];

type Filters = Record<string, FilterValue | undefined>;

/** Only filters that have a value. */
const given = (filters: Filters): Record<string, FilterValue> =>
  Object.fromEntries(
    Object.entries(filters).flatMap(([name, value]) => (value === undefined || value === "" ? [] : [[name, value]])),
  );

/** A rollout as it is planned: what it would do stands beside it, and nothing happens before it is started. */
export function FirmwareRolloutForm() {
  const router = useRouter();
  const address = useSearchParams();
  const [list] = useState(() => listOf(pers, persShows));
  const [name, setName] = useState("");
  const [firmwareVersionId, setVersion] = useState<string | null>(address.get("version"));
  const [filters, setFilters] = useState<Filters>(() => {
    const chosen = address.get("ids")?.split(",");
    return { ...readUrl(list, new URLSearchParams(address)).filters, ...(chosen && { ids: chosen }) };
  });
  const [isAll, setIsAll] = useState(false);
  const [isDynamic, setIsDynamic] = useState(false);
  const [allowDowngrade, setAllowDowngrade] = useState(false);
  const [waves, setWaves] = useState(firstWaves);
  const [gates, setGates] = useState(defaultGates);
  const [pace, setPace] = useState<Pace>({ startAt: null, maxPerHour: null });
  const [error, setError] = useState<string>();
  const create = trpc.firmwareRollouts.create.useMutation();
  const start = trpc.firmwareRollouts.start.useMutation();

  const wanted = given(filters);
  const hasFilters = Object.keys(wanted).length > 0;
  const choice = {
    firmwareVersionId: firmwareVersionId ?? "",
    filters: wanted,
    all: !hasFilters && isAll ? true : undefined,
    isDynamic,
    allowDowngrade,
    waves,
  };
  const isReady = firmwareVersionId !== null && (hasFilters || isAll);
  const save = async (isStarted: boolean) => {
    setError(undefined);
    try {
      const { id } = await create.mutateAsync({ ...choice, ...pace, name, gates });
      if (isStarted) await start.mutateAsync({ id });
      notify(isStarted ? t("Started") : t("Draft saved"));
      router.replace(firmwareRollouts.record(id));
    } catch (thrown) {
      setError(messageOf(thrown));
    }
  };
  const isBusy = create.isPending || start.isPending;
  const missing = !isReady || name.trim() === "";
  return (
    <div className={styles.planner}>
      {/* No form: the filters open forms of their own, and a form within a form sends neither. */}
      <div className={styles.form}>
        <TextInput
          label={t("Name")}
          value={name}
          maxLength={120}
          onChange={(event) => setName(event.currentTarget.value)}
        />
        <RecordSelect
          of={firmwareVersions}
          label={t("Firmware version")}
          description={t("Only an active version with an image can be started.")}
          value={firmwareVersionId}
          onChange={setVersion}
        />
        <fieldset className={styles.group}>
          <legend>{t("Devices")}</legend>
          <div className={styles.chips}>
            <FilterChips
              filters={list.filters}
              values={wanted}
              change={(change) => setFilters({ ...filters, ...change.filters })}
            />
            {Array.isArray(wanted.ids) && (
              <Button
                variant="default"
                rightSection={<IconX size={14} />}
                onClick={() => setFilters({ ...filters, ids: undefined })}
              >
                {t("{count, plural, one {# chosen device} other {# chosen devices}}", { count: wanted.ids.length })}
              </Button>
            )}
          </div>
          {!hasFilters && (
            <Checkbox
              mt={8}
              label={t("All devices, without a filter")}
              checked={isAll}
              onChange={(event) => setIsAll(event.currentTarget.checked)}
            />
          )}
          <Checkbox
            mt={8}
            label={t("Devices that fit later join in a wave of their own")}
            checked={isDynamic}
            onChange={(event) => setIsDynamic(event.currentTarget.checked)}
          />
          <Checkbox
            mt={8}
            label={t("Devices that run a newer version get it too")}
            checked={allowDowngrade}
            onChange={(event) => setAllowDowngrade(event.currentTarget.checked)}
          />
        </fieldset>
        <RolloutWavesField waves={waves} onChange={setWaves} />
        <RolloutGatesField gates={gates} onChange={setGates} />
        <RolloutPaceField pace={pace} onChange={setPace} />
        {error && (
          <p className={styles.error} role="alert">
            {error}
          </p>
        )}
        <div className={styles.foot}>
          <Allowed needs={firmwareRollouts.may.write}>
            <Button loading={isBusy} disabled={missing} onClick={() => void save(true)}>
              {t("Start")}
            </Button>
          </Allowed>
          <Allowed needs={firmwareRollouts.may.write}>
            <Button variant="default" disabled={missing || isBusy} onClick={() => void save(false)}>
              {t("Save draft")}
            </Button>
          </Allowed>
        </div>
      </div>
      <RolloutPlan choice={isReady ? choice : undefined} />
    </div>
  );
}
