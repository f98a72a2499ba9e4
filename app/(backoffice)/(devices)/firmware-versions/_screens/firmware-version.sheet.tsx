"use client";

import { ResourceSheet } from "@/components/kit/sheet/resource-sheet";
import { LinkTo } from "@/components/ui/value";
import { t } from "@/texts/t";
import { pers } from "../../pers/pers.resource";
import { firmwareVersions } from "../firmware-version.resource";
import { FirmwareVersionForm } from "./firmware-version.form";
import { ActiveMark } from "./firmware-version.words";
import { FirmwareVersionModelsTab } from "./firmware-version-models.tab";
import { FirmwareVersionOverviewTab } from "./firmware-version-overview.tab";
import { FirmwareVersionSegmentsTab } from "./firmware-version-segments.tab";
import { FirmwareVersionUuidButton } from "./firmware-version-uuid.button";

const devicesOf = (firmwareVersionId: string) => pers.list({ firmwareVersionId });

export const FirmwareVersionSheet = ({ id }: { id: string }) => (
  <ResourceSheet
    of={firmwareVersions}
    id={id}
    title={(record) => record.firmwareVersion}
    beside={(record) => <ActiveMark isActivated={record.isActivated} />}
    facts={(record) => (
      <>
        <span>{record.category.label}</span>
        <LinkTo href={devicesOf(id)}>
          {t("{count, plural, one {# device} other {# devices}}", { count: record.persCount })}
        </LinkTo>
      </>
    )}
    actions={() => <FirmwareVersionUuidButton id={id} />}
    overview={(record) => <FirmwareVersionOverviewTab record={record} />}
    edit={(record) => <FirmwareVersionForm record={record} />}
    tabs={[
      { key: "models", title: "Models", content: (record) => <FirmwareVersionModelsTab record={record} /> },
      { key: "segments", title: "Segments", content: (record) => <FirmwareVersionSegmentsTab record={record} /> },
    ]}
    remove={() => ({ title: "Show devices", href: devicesOf(id) })}
  />
);
