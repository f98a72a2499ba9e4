"use client";

import Link from "next/link";
import type { ReactNode } from "react";
import type { RecordOf } from "@/components/kit/resource";
import { Facts, Section } from "@/components/kit/sheet/facts";
import { Copyable, LinkTo, None, When } from "@/components/ui/value";
import styles from "./pers.module.css";
import { PersStatusMark } from "./pers.words";
import { PersStateSection } from "./pers-state.section";
import { PersVehicleSection } from "./pers-vehicle.section";

const listOf = (filter: string, value: string) => `/pers?${new URLSearchParams({ [filter]: value })}`;

/** A company, with the way to its other devices. */
const Company = ({ company, filter }: { company: { name: string } | null; filter: string }): ReactNode =>
  company ? <LinkTo href={listOf(filter, company.name)}>{company.name}</LinkTo> : <None />;

/** How a device is, what it is, where it is mounted, and whose it is. */
export function PersOverviewTab({ record }: { record: RecordOf<"pers"> }) {
  const { firmwareVersion } = record;
  return (
    <>
      <PersStateSection record={record} />
      <Section title="Device">
        <Facts
          facts={[
            ["Serial number", <Copyable key="serial" value={record.nuSerialPersNumber} />],
            ["Status", <PersStatusMark key="status" status={record.status} />],
            [
              "Model",
              <LinkTo key="model" href={`/model-pers/${record.modelPERSId}`}>
                {record.modelPERS.label}
              </LinkTo>,
            ],
            [
              "Firmware",
              <LinkTo key="firmware" href={`/firmware-versions/${record.firmwareVersionId}`}>
                {firmwareVersion?.firmwareVersion}
              </LinkTo>,
            ],
            ["ERP id", record.erpPersId ? <Copyable key="erp" value={record.erpPersId} /> : <None key="erp" />],
            [
              "Kit",
              <Link key="kit" href={`/pers/${record.id}?tab=kit`} className={styles.link}>
                {record.kitDiffers ? "Differs from the initial kit" : "As delivered"}
              </Link>,
            ],
            ["Activation PIN", record.activationPinAt ? <When key="pin" at={record.activationPinAt} /> : "Never made"],
            ["Created", <When key="created" at={record.createdAt} />],
          ]}
        />
      </Section>
      <PersVehicleSection record={record} />
      <Section title="Companies">
        <Facts
          facts={[
            ["Manufacturer", <Company key="maker" company={record.manufacturer} filter="manufacturer" />],
            ["Subcontractor", <Company key="sub" company={record.subcontractor} filter="subcontractor" />],
          ]}
        />
      </Section>
    </>
  );
}
