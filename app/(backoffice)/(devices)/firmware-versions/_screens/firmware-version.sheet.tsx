"use client";

import { RecordLink } from "@/components/kit/record-link";
import { Facts, Section } from "@/components/kit/sheet/facts";
import { ResourceSheet } from "@/components/kit/sheet/resource-sheet";
import { Copyable, LinkTo, When } from "@/components/ui/value";
import { firmwareCategories } from "../../firmware-categories/firmware-category.resource";
import { pers } from "../../pers/pers.resource";
import { firmwareVersions } from "../firmware-version.resource";
import { FirmwareVersionForm } from "./firmware-version.form";
import styles from "./firmware-version.module.css";
import { ActiveMark, type FirmwareVersion, typeWord } from "./firmware-version.words";
import { FirmwareVersionAdoption } from "./firmware-version-adoption";
import { FirmwareVersionModelsTab } from "./firmware-version-models.tab";
import { FirmwareVersionSegmentsTab } from "./firmware-version-segments.tab";
import { FirmwareVersionUuidButton } from "./firmware-version-uuid.button";

const devicesOf = (firmwareVersionId: string) => pers.list({ firmwareVersionId });
const devicesText = (count: number) => `${count.toLocaleString("en")} ${count === 1 ? "device" : "devices"}`;

const Overview = ({ record }: { record: FirmwareVersion }) => (
  <>
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
        [
          "Runs on",
          <LinkTo key="devices" href={devicesOf(record.id)}>
            {devicesText(record.persCount)}
          </LinkTo>,
        ],
        ["UUID", <Copyable key="uuid" value={record.uuid} />],
        ["Created", <When key="created" at={record.createdAt} />],
        ["Changed", <When key="changed" at={record.updatedAt} />],
      ]}
    />
    <Section title="Adoption">
      <FirmwareVersionAdoption id={record.id} />
    </Section>
    <Section title="Release note">
      <p className={record.releaseNote ? styles.note : styles.lead}>{record.releaseNote ?? "None was written."}</p>
    </Section>
  </>
);

export const FirmwareVersionSheet = ({ id }: { id: string }) => (
  <ResourceSheet
    of={firmwareVersions}
    id={id}
    title={(record) => record.firmwareVersion}
    beside={(record) => <ActiveMark isActivated={record.isActivated} />}
    facts={(record) => (
      <>
        <span>{record.category.label}</span>
        <LinkTo href={devicesOf(id)}>{devicesText(record.persCount)}</LinkTo>
      </>
    )}
    actions={() => <FirmwareVersionUuidButton id={id} />}
    tabs={[
      { key: "overview", title: "Overview", content: (record) => <Overview record={record} /> },
      { key: "models", title: "Models", content: (record) => <FirmwareVersionModelsTab record={record} /> },
      { key: "segments", title: "Segments", content: (record) => <FirmwareVersionSegmentsTab record={record} /> },
      { key: "edit", title: "Edit", content: (record) => <FirmwareVersionForm record={record} /> },
    ]}
    remove={() => ({ title: "Show its devices", href: devicesOf(id) })}
  />
);
