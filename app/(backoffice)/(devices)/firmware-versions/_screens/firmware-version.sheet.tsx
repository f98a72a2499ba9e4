"use client";

import dynamic from "next/dynamic";
import { lazyParts } from "@/components/kit/ahead.rules";
import { Bones } from "@/components/kit/sheet/bones";
import { ResourceSheet } from "@/components/kit/sheet/resource-sheet";
import { useAhead } from "@/components/kit/use-ahead";
import { useMay } from "@/components/kit/viewer";
import { firmwareRollouts } from "../../firmware-rollouts/firmware-rollout.resource";
import { pers } from "../../pers/pers.resource";
import { firmwareVersions } from "../firmware-version.resource";
import { FirmwareVersionForm } from "./firmware-version.form";
import { ActiveMark } from "./firmware-version.words";
import { FirmwareVersionModelsTab } from "./firmware-version-models.tab";
import { FirmwareVersionOverviewTab, RunsOn } from "./firmware-version-overview.tab";
import { FirmwareVersionSegmentsTab } from "./firmware-version-segments.tab";
import { FirmwareVersionUuidButton } from "./firmware-version-uuid.button";

// What lists are made of is loaded where somebody opens one.
const { part, ahead } = lazyParts();
const FirmwareVersionRolloutsTab = dynamic(
  part(() => import("./firmware-version-rollouts.tab").then((tab) => tab.FirmwareVersionRolloutsTab)),
  { loading: Bones },
);

const devicesOf = (firmwareVersionId: string) => pers.list({ firmwareVersionId });

export const FirmwareVersionSheet = ({ id }: { id: string }) => {
  const may = useMay();
  useAhead(ahead);
  return (
    <ResourceSheet
      of={firmwareVersions}
      id={id}
      title={(record) => record.firmwareVersion}
      beside={(record) => <ActiveMark isActivated={record.isActivated} />}
      facts={(record) => (
        <>
          <span>{record.category.label}</span>
          <RunsOn record={record} />
        </>
      )}
      actions={() => <FirmwareVersionUuidButton id={id} />}
      overview={(record) => <FirmwareVersionOverviewTab record={record} />}
      edit={(record) => <FirmwareVersionForm record={record} />}
      tabs={[
        { key: "models", title: "Models", content: (record) => <FirmwareVersionModelsTab record={record} /> },
        { key: "segments", title: "Segments", content: (record) => <FirmwareVersionSegmentsTab record={record} /> },
        ...(may(firmwareRollouts.may.read)
          ? [{ key: "rollouts", title: "Rollouts", content: () => <FirmwareVersionRolloutsTab id={id} /> }]
          : []),
      ]}
      remove={() => ({ title: "Show devices", href: devicesOf(id) })}
    />
  );
};
