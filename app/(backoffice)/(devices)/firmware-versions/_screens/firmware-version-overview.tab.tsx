"use client";

import { Answer } from "@/components/kit/answer";
import { RecordLink } from "@/components/kit/record-link";
import { Beside, Facts, Section } from "@/components/kit/sheet/facts";
import { trpc } from "@/components/kit/trpc";
import { LinePlot } from "@/components/ui/plot";
import { dayOf } from "@/components/ui/time";
import { Copyable, LinkTo, None, When } from "@/components/ui/value";
import { t } from "@/texts/t";
import { firmwareCategories } from "../../firmware-categories/firmware-category.resource";
import { pers } from "../../pers/pers.resource";
import styles from "./firmware-version.module.css";
import { ActiveMark, type FirmwareVersion, typeWord } from "./firmware-version.words";

/** How many devices run the version. The list of PERS knows main firmware alone, so the others are no link. */
export function RunsOn({ record: { id, firmwareType, persCount } }: { record: FirmwareVersion }) {
  const isListed = firmwareType === 1;
  const { data } = trpc.firmwareVersions.running.useQuery({ id }, { enabled: !isListed });
  const words = (count: number) => t("{count, plural, one {# device} other {# devices}}", { count });
  if (isListed) return <LinkTo href={pers.list({ firmwareVersionId: id })}>{words(persCount)}</LinkTo>;
  return data ? <span>{words(data.devices)}</span> : <None />;
}

/** How many devices ran the version, week by week. */
function Adoption({ id }: { id: string }) {
  const href = pers.list({ firmwareVersionId: id });
  return (
    <Answer of={trpc.firmwareVersions.adoption.useQuery({ id })}>
      {({ weeks }) =>
        weeks.length === 0 ? (
          <p className={styles.lead}>{t("No device has run this version yet.")}</p>
        ) : (
          <div className={styles.adoption}>
            <LinePlot
              title="Devices running this version at the end of each week"
              unit="Week of"
              points={weeks.map(({ week }) => ({ name: dayOf(week), href }))}
              lines={[
                {
                  label: t("devices"),
                  colour: "var(--pd-accent-line)",
                  values: weeks.map(({ devices }) => devices),
                  href,
                },
              ]}
            />
          </div>
        )
      }
    </Answer>
  );
}

/** What a version is, how it spread, and what its makers say of it. */
export const FirmwareVersionOverviewTab = ({ record }: { record: FirmwareVersion }) => (
  <Beside
    first="facts"
    facts={
      <Facts
        facts={[
          [
            "Category",
            <RecordLink key="category" of={firmwareCategories} id={record.categoryId}>
              {record.category.label}
            </RecordLink>,
          ],
          ["Type", typeWord(record.firmwareType)],
          ["Update", record.updateId],
          ["Status", <ActiveMark key="status" isActivated={record.isActivated} />],
          ["Runs on", <RunsOn key="devices" record={record} />],
          ["UUID", <Copyable key="uuid" value={record.uuid} />],
          [
            "Signature",
            record.signature ? <Copyable key="signature" value={record.signature} /> : <None key="signature" />,
          ],
          ["Created", <When key="created" at={record.createdAt} />],
          ["Changed", <When key="changed" at={record.updatedAt} />],
        ]}
      />
    }
    story={
      <>
        <Section title="Adoption">
          <Adoption id={record.id} />
        </Section>
        <Section title="Release note">
          <p className={record.releaseNote ? styles.note : styles.lead}>
            {record.releaseNote ?? t("No release note.")}
          </p>
        </Section>
      </>
    }
  />
);
