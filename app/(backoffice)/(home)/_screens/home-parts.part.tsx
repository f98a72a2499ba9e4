"use client";

import { DeskStanding } from "@/app/(backoffice)/(devices)/alert-desk/_screens/desk-standing.part";
import { staffPlace } from "@/app/(backoffice)/(devices)/alert-desk/_screens/staff-place.words";
import { LevelMark } from "@/app/(backoffice)/(devices)/alerts/_screens/alert.words";
import { firmwareRollouts } from "@/app/(backoffice)/(devices)/firmware-rollouts/firmware-rollout.resource";
import { pers } from "@/app/(backoffice)/(devices)/pers/pers.resource";
import { persAlerts } from "@/app/(backoffice)/(devices)/pers-alerts/pers-alert.resource";
import { Answer } from "@/components/kit/answer";
import { RecordLink } from "@/components/kit/record-link";
import { HomePart } from "@/components/kit/shell/home";
import { trpc } from "@/components/kit/trpc";
import { useMay } from "@/components/kit/viewer";
import { LinkTo, When } from "@/components/ui/value";
import { t } from "@/texts/t";
import styles from "./home.module.css";
import { gravestAlerts } from "./home.rules";
import { HomeChanges } from "./home-changes.part";
import { HomeRollouts } from "./home-rollouts.part";
import { HomeTexts } from "./home-texts.part";

function OpenAlerts() {
  const query = trpc.persAlerts.rows.useQuery(gravestAlerts);
  return (
    <HomePart title="Needs attention" isFirst>
      <Answer of={query}>
        {({ items, hasMore }) =>
          items.length === 0 ? (
            <p className={styles.empty}>{t("No open alerts.")}</p>
          ) : (
            <>
              <ul className={styles.rows}>
                {items.map(({ id, alert, startedAt, pers: device }) => (
                  <li key={id}>
                    <LevelMark level={alert.levelAlert} />
                    <span>{alert.name}</span>
                    <RecordLink of={pers} id={device.id}>
                      {device.nuSerialPersNumber}
                    </RecordLink>
                    <When at={startedAt} />
                  </li>
                ))}
              </ul>
              {hasMore && <LinkTo href={persAlerts.list({ isOpen: true })}>{t("Show all open alerts")}</LinkTo>}
            </>
          )
        }
      </Answer>
    </HomePart>
  );
}

const Changes = () => <HomeChanges title="Recent changes" of={trpc.audit.latest.useQuery()} />;

/** What needs attention, for who may read it. */
export function HomeAttention() {
  const may = useMay();
  return (
    <>
      <DeskStanding place={staffPlace} />
      {may(persAlerts.may.read) && <OpenAlerts />}
      {may(firmwareRollouts.may.read) && <HomeRollouts />}
    </>
  );
}

/** What changed, for who may read it, and how far texts are, for who writes them. */
export function HomeParts() {
  const may = useMay();
  const mayAudit = may("audit.read");
  return (
    <>
      {mayAudit && <Changes />}
      {may("language.read") && <HomeTexts withChanges={!mayAudit} />}
    </>
  );
}
