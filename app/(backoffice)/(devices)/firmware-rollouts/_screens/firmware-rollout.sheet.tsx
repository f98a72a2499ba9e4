"use client";

import { RecordLink } from "@/components/kit/record-link";
import { ResourceSheet } from "@/components/kit/sheet/resource-sheet";
import { t } from "@/texts/t";
import { firmwareVersions } from "../../firmware-versions/firmware-version.resource";
import { firmwareRollouts } from "../firmware-rollout.resource";
import { FirmwareRolloutForm } from "./firmware-rollout.form";
import { RolloutStatusMark } from "./firmware-rollout.words";
import { RolloutActions } from "./rollout-actions.part";
import { RolloutAdjustForm } from "./rollout-adjust.form";
import { RolloutDevicesTab } from "./rollout-devices.tab";
import { RolloutOverviewTab } from "./rollout-overview.tab";

/** In these a rollout's gates and pace can be changed; one that waits to be approved is sent back for that. */
const adjustable = ["scheduled", "running", "paused"];

export const FirmwareRolloutSheet = ({ id }: { id: string }) => (
  <ResourceSheet
    of={firmwareRollouts}
    id={id}
    beside={({ status }) => <RolloutStatusMark status={status} />}
    facts={({ firmwareVersion, isDynamic }) => (
      <>
        <RecordLink of={firmwareVersions} id={firmwareVersion.id}>
          {`${firmwareVersion.category.label} ${firmwareVersion.firmwareVersion}`}
        </RecordLink>
        {isDynamic && <span>{t("Devices join later")}</span>}
      </>
    )}
    actions={(record) => <RolloutActions record={record} />}
    edit={(record) =>
      record.status === "draft" ? <FirmwareRolloutForm of={record} /> : <RolloutAdjustForm of={record} />
    }
    isEditable={({ status }) => status === "draft" || adjustable.includes(status)}
    overview={(record) => <RolloutOverviewTab record={record} />}
    tabs={[{ key: "devices", title: "Devices", content: (record) => <RolloutDevicesTab record={record} /> }]}
  />
);
