"use client";

import { RolloutStatusMark } from "@/app/(backoffice)/(devices)/firmware-rollouts/_screens/firmware-rollout.words";
import { firmwareRollouts } from "@/app/(backoffice)/(devices)/firmware-rollouts/firmware-rollout.resource";
import { Answer } from "@/components/kit/answer";
import { RecordLink } from "@/components/kit/record-link";
import { HomePart } from "@/components/kit/shell/home";
import { trpc } from "@/components/kit/trpc";
import { LinkTo } from "@/components/ui/value";
import { pauseWords } from "@/server/devices/firmware-rollout/firmware-rollout.rules";
import { formatted } from "@/server/kit/value/count.rules";
import { t } from "@/texts/t";
import styles from "./home.module.css";

const whyOf = (code: string) => t(pauseWords[code as keyof typeof pauseWords] ?? "Paused");

/** Rollouts that are not over: paused ones first, for they wait for somebody. Without any there is nothing to say. */
export function HomeRollouts() {
  const query = trpc.firmwareRollouts.underWay.useQuery(undefined, { refetchInterval: 60_000 });
  if (query.data?.items.length === 0) return null;
  return (
    <HomePart title="Firmware rollouts" isFirst>
      <Answer of={query}>
        {({ items, hasMore }) => (
          <>
            <ul className={styles.rows}>
              {items.map(({ id, name, status, pauseCode, installed, failed, devices }) => (
                <li key={id}>
                  <RolloutStatusMark status={status} />
                  <RecordLink of={firmwareRollouts} id={id}>
                    {name}
                  </RecordLink>
                  <span>
                    {status === "paused" && pauseCode !== null
                      ? whyOf(pauseCode)
                      : t("{installed} of {devices} installed", {
                          installed: formatted(installed),
                          devices: formatted(devices),
                        })}
                  </span>
                  <span>{failed > 0 && t("{count} failed", { count: formatted(failed) })}</span>
                </li>
              ))}
            </ul>
            {hasMore && <LinkTo href={firmwareRollouts.list()}>{t("Show all rollouts")}</LinkTo>}
          </>
        )}
      </Answer>
    </HomePart>
  );
}
