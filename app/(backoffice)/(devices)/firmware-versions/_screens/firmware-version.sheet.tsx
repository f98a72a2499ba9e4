"use client";

import { Facts, Section } from "@/components/kit/sheet/facts";
import { ResourceSheet } from "@/components/kit/sheet/resource-sheet";
import { Copyable, LinkTo, When } from "@/components/ui/value";
import { FirmwareVersionForm } from "./firmware-version.form";
import styles from "./firmware-version.module.css";
import { ActiveMark, categorySource, devicesOf, type FirmwareVersion, typeWord } from "./firmware-version.words";
import { FirmwareVersionAdoption } from "./firmware-version-adoption";
import { FirmwareVersionModelsTab } from "./firmware-version-models.tab";
import { FirmwareVersionSegmentsTab } from "./firmware-version-segments.tab";
import { FirmwareVersionUuidButton } from "./firmware-version-uuid.button";

const devicesText = (count: number) => `${count.toLocaleString("en")} ${count === 1 ? "device" : "devices"}`;

const Overview = ({ record }: { record: FirmwareVersion }) => (
  <>
    <Facts
      facts={[
        [
          "Category",
          <LinkTo key="category" href={`/firmware-categories/${record.categoryId}`}>
            {record.category.label}
          </LinkTo>,
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
    name="firmwareVersions"
    id={id}
    one="firmware version"
    objectType="firmware-version"
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
    fields={{
      firmwareVersion: "Version",
      categoryId: { title: "Category", source: categorySource },
      updateId: "Update",
      firmwareType: "Type",
      releaseNote: "Release note",
      isActivated: "Offered to devices",
      uuid: "UUID",
      compatiblePers: "Model",
      segments: "Segments",
      image: "Image",
    }}
    verbs={{
      "regenerate-uuid": "gave this a new UUID",
      "add-compatible-pers": "added a model",
      "remove-compatible-pers": "removed a model",
      "upload-image": "uploaded an image",
      "replace-segments": "replaced the segments",
      "remove-segments": "removed the segments",
    }}
    needs="firmware.write"
    remove={{
      list: "/firmware-versions",
      href: (id) => `/firmware-versions/${id}`,
      usedBy: (id) => ({ title: "Show its devices", href: devicesOf(id) }),
    }}
  />
);
