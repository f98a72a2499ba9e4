"use client";

import { Button, Checkbox, TextInput } from "@mantine/core";
import { IconX } from "@tabler/icons-react";
import { useRouter, useSearchParams } from "next/navigation";
import { useContext, useState } from "react";
import { Allowed } from "@/components/kit/allowed";
import { attempt } from "@/components/kit/attempt";
import { FormStep } from "@/components/kit/form/form-step";
import { type AnyList, listOf } from "@/components/kit/list/definition";
import { FilterChips } from "@/components/kit/list/filter-chips";
import { type FilterValue, readUrl } from "@/components/kit/list/url";
import { messageOf } from "@/components/kit/problem";
import { RecordSelect } from "@/components/kit/record-select";
import { trpc } from "@/components/kit/trpc";
import { notify } from "@/components/ui/notice";
import type { PlannedWave } from "@/db/schema/firmware-rollout";
import { defaultGates } from "@/server/devices/firmware-rollout/firmware-rollout.rules";
import { etagOf } from "@/server/kit/value/etag.rules";
import { t } from "@/texts/t";
import { firmwareVersions } from "../../firmware-versions/firmware-version.resource";
import { persShows } from "../../pers/_screens/pers.columns";
import { pers } from "../../pers/pers.resource";
import { firmwareRollouts } from "../firmware-rollout.resource";
import styles from "./firmware-rollout.module.css";
import type { Rollout } from "./firmware-rollout.words";
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

/** Waves as they were planned. */
const plannedWaves = ({ waves }: Rollout): PlannedWave[] =>
  waves.map(({ label, percent, count }) => ({
    label: label ?? undefined,
    percent: percent ?? undefined,
    count: count ?? undefined,
  }));

/** What is asked for by an address that leads here. */
function filtersOf(address: URLSearchParams, list: AnyList): Filters {
  const ids = address.get("ids")?.split(",");
  const { filters } = readUrl(list, address);
  return ids ? { ...filters, ids } : filters;
}

/**
 * A rollout as it is planned: what it would do stands beside it, and nothing happens before it is started.
 * @param of the draft that is changed; a new one where there is none
 */
export function FirmwareRolloutForm({ of }: { of?: Rollout }) {
  const router = useRouter();
  const address = useSearchParams();
  const close = useContext(FormStep);
  const [list] = useState(() => listOf(pers, persShows));
  const [name, setName] = useState(of?.name ?? "");
  const [firmwareVersionId, setVersion] = useState<string | null>(of?.firmwareVersion.id ?? address.get("version"));
  // A rollout keeps filters of that list.
  const [filters, setFilters] = useState<Filters>(
    () => (of?.filters as Filters | undefined) ?? filtersOf(address, list),
  );
  const [isAll, setIsAll] = useState(of !== undefined && Object.keys(of.filters).length === 0);
  const [isDynamic, setIsDynamic] = useState(of?.isDynamic ?? false);
  const [allowDowngrade, setAllowDowngrade] = useState(of?.allowDowngrade ?? false);
  const [waves, setWaves] = useState(of ? plannedWaves(of) : firstWaves);
  const [gates, setGates] = useState(of?.gates ?? defaultGates);
  const [pace, setPace] = useState<Pace>({ startAt: of?.startAt ?? null, maxPerHour: of?.maxPerHour ?? null });
  const [error, setError] = useState<string>();
  const create = trpc.firmwareRollouts.create.useMutation();
  const update = trpc.firmwareRollouts.update.useMutation();
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
      const values = { ...choice, ...pace, name, gates };
      const { id } = of
        ? await update.mutateAsync({ ...values, id: of.id, ifMatch: etagOf(of) })
        : await create.mutateAsync(values);
      // Where the start is refused, the draft is there: its page opens, and nobody makes it a second time.
      const isUnderWay = isStarted && (await attempt(() => start.mutateAsync({ id })));
      if (isUnderWay) notify(t("Started"));
      else if (!isStarted) notify(t("Draft saved"));
      if (close) close();
      else router.replace(firmwareRollouts.record(id));
    } catch (thrown) {
      setError(messageOf(thrown));
    }
  };
  const isBusy = create.isPending || update.isPending || start.isPending;
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
          {close && (
            <Button variant="default" onClick={close}>
              {t("Cancel")}
            </Button>
          )}
        </div>
      </div>
      <RolloutPlan choice={isReady ? choice : undefined} />
    </div>
  );
}
