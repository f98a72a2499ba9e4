"use client";

import { keepPreviousData } from "@tanstack/react-query";
import { useDeferredValue } from "react";
import { Answer } from "@/components/kit/answer";
import { RecordLink } from "@/components/kit/record-link";
import { trpc } from "@/components/kit/trpc";
import type { PlannedWave } from "@/db/schema/firmware-rollout";
import { formatted } from "@/server/kit/value/count.rules";
import { t } from "@/texts/t";
import { pers } from "../../pers/pers.resource";
import styles from "./firmware-rollout.module.css";
import { reasonWord, waveName } from "./firmware-rollout.words";

interface Choice {
  firmwareVersionId: string;
  filters: Record<string, unknown>;
  all?: boolean;
  isDynamic: boolean;
  allowDowngrade: boolean;
  waves: PlannedWave[];
}

/** What the start of a rollout would do, as it is planned now. */
function Plan({ choice }: { choice: Choice }) {
  const asked = useDeferredValue(choice);
  const plan = trpc.firmwareRollouts.planDraft.useQuery(asked, { placeholderData: keepPreviousData });
  return (
    <Answer of={plan}>
      {({ devices, waves, excluded }) => (
        <>
          <p>
            <b>{t("{count, plural, one {# device gets it} other {# devices get it}}", { count: devices })}</b>
          </p>
          {waves.map((wave) => (
            <div key={wave.index} className={styles.planLine}>
              <span>{waveName({ ...wave, label: choice.waves[wave.index]?.label ?? null, isOfJoiners: false })}</span>
              <span>{formatted(wave.devices)}</span>
            </div>
          ))}
          <h3>{t("Left out")}</h3>
          {excluded.length === 0 && <p className={styles.lead}>{t("Nobody that the filters find.")}</p>}
          <ul className={styles.reasons}>
            {excluded.map(({ reason, devices, sample }) => (
              <li key={reason}>
                <div className={styles.planLine}>
                  <span>{reasonWord(reason)}</span>
                  <span>{formatted(devices)}</span>
                </div>
                <div className={styles.sample}>
                  {sample.map(({ id, nuSerialPersNumber }, index) => (
                    <span key={id}>
                      {index > 0 && ", "}
                      <RecordLink of={pers} id={id}>
                        {nuSerialPersNumber}
                      </RecordLink>
                    </span>
                  ))}
                </div>
              </li>
            ))}
          </ul>
        </>
      )}
    </Answer>
  );
}

/** Beside the form, always as it stands now. */
export const RolloutPlan = ({ choice }: { choice: Choice | undefined }) => (
  <aside className={styles.plan} aria-label={t("What it would do")}>
    <h2>{t("What it would do")}</h2>
    {choice ? (
      <Plan choice={choice} />
    ) : (
      <p className={styles.lead}>
        {t("Choose a version, and devices by a filter. Nothing happens before you start it.")}
      </p>
    )}
  </aside>
);
