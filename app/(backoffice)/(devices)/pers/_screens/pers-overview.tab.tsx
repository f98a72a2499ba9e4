"use client";

import Link from "next/link";
import type { ReactNode } from "react";
import { RecordLink } from "@/components/kit/record-link";
import type { Filters, RecordOf } from "@/components/kit/resource";
import { Beside, Facts, Section } from "@/components/kit/sheet/facts";
import { Copyable, LinkTo, None, When } from "@/components/ui/value";
import { t } from "@/texts/t";
import { firmwareVersions } from "../../firmware-versions/firmware-version.resource";
import { modelPers } from "../../model-pers/model-pers.resource";
import { pers } from "../pers.resource";
import styles from "./pers.module.css";
import { PersStatusMark } from "./pers.words";
import { PersStateSection } from "./pers-state.part";
import { PersVehicleSection } from "./pers-vehicle.part";

/** A company, with the way to its other devices. */
const Company = ({ name, others }: { name: string | undefined; others: Filters<"pers"> }): ReactNode => (
  <LinkTo href={pers.list(others)}>{name}</LinkTo>
);

/** How a device is, what it is, where it is mounted, and whose it is. */
export function PersOverviewTab({ record }: { record: RecordOf<"pers"> }) {
  const { firmwareVersion } = record;
  const [maker, sub] = [record.manufacturer?.name, record.subcontractor?.name];
  return (
    <Beside
      first="story"
      facts={
        <>
          <Section title="Device">
            <Facts
              facts={[
                ["Serial number", <Copyable key="serial" value={record.nuSerialPersNumber} />],
                ["Status", <PersStatusMark key="status" status={record.status} />],
                [
                  "Model",
                  <RecordLink key="model" of={modelPers} id={record.modelPERSId}>
                    {record.modelPERS.label}
                  </RecordLink>,
                ],
                [
                  "Firmware",
                  <RecordLink key="firmware" of={firmwareVersions} id={record.firmwareVersionId}>
                    {firmwareVersion?.firmwareVersion}
                  </RecordLink>,
                ],
                ["ERP id", record.erpPersId ? <Copyable key="erp" value={record.erpPersId} /> : <None key="erp" />],
                [
                  "Kit",
                  <Link key="kit" href={pers.record(record.id, "kit")} className={styles.link}>
                    {record.kitDiffers ? t("Differs from the initial kit") : t("As delivered")}
                  </Link>,
                ],
                [
                  "Activation PIN",
                  record.activationPinAt ? <When key="pin" at={record.activationPinAt} /> : t("Never created"),
                ],
                ["Created", <When key="created" at={record.createdAt} />],
              ]}
            />
          </Section>
          <Section title="Companies">
            <Facts
              facts={[
                ["Manufacturer", <Company key="maker" name={maker} others={{ manufacturer: maker }} />],
                ["Subcontractor", <Company key="sub" name={sub} others={{ subcontractor: sub }} />],
              ]}
            />
          </Section>
        </>
      }
      story={
        <>
          <PersStateSection record={record} />
          <PersVehicleSection record={record} />
        </>
      }
    />
  );
}
