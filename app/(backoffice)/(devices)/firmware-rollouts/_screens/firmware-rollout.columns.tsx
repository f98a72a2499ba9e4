import type { Shows } from "@/components/kit/list/definition";
import { stampColumns } from "@/components/kit/list/stamp-columns";
import { RecordLink } from "@/components/kit/record-link";
import { When } from "@/components/ui/value";
import { formatted } from "@/server/kit/value/count.rules";
import { firmwareVersions } from "../../firmware-versions/firmware-version.resource";
import { pers } from "../../pers/pers.resource";
import {
  DeviceStatusMark,
  deviceStatusOptions,
  RolloutStatusMark,
  reasonWord,
  statusOptions,
} from "./firmware-rollout.words";

export const firmwareRolloutShows: Shows<"firmwareRollouts"> = {
  columns: [
    { key: "name", sort: true },
    { key: "status", width: "160px", onPhone: true, cell: ({ status }) => <RolloutStatusMark status={status} /> },
    {
      key: "firmwareVersion.firmwareVersion",
      width: "120px",
      cell: ({ firmwareVersion }) => (
        <RecordLink of={firmwareVersions} id={firmwareVersion.id}>
          {firmwareVersion.firmwareVersion}
        </RecordLink>
      ),
    },
    {
      key: "counts.installed",
      align: "right",
      width: "100px",
      onPhone: true,
      cell: ({ counts }) => formatted(counts.installed),
    },
    {
      key: "counts.failed",
      align: "right",
      width: "100px",
      onPhone: true,
      cell: ({ counts }) => formatted(counts.failed),
    },
    { key: "counts.waiting", align: "right", width: "100px", cell: ({ counts }) => formatted(counts.waiting) },
    { key: "startedAt", sort: true, width: "140px", cell: ({ startedAt }) => <When at={startedAt} /> },
    { key: "endedAt", width: "140px", hidden: true, cell: ({ endedAt }) => <When at={endedAt} /> },
    ...stampColumns.filter(({ key }) => key === "createdAt"),
  ],
  filters: ["search", { kind: "select", name: "status", options: statusOptions }, "firmwareVersionId", "modelPERSId"],
};

export const rolloutDeviceShows: Shows<"firmwareRolloutDevices"> = {
  columns: [
    {
      key: "pers.nuSerialPersNumber",
      width: "190px",
      cell: (row) => (
        <RecordLink of={pers} id={row.pers.id}>
          {row.pers.nuSerialPersNumber}
        </RecordLink>
      ),
    },
    { key: "wave", sort: true, align: "right", width: "80px", cell: ({ wave }) => wave + 1 },
    { key: "status", width: "130px", onPhone: true, cell: ({ status }) => <DeviceStatusMark status={status} /> },
    { key: "reason", cell: ({ reason }) => (reason === null ? null : reasonWord(reason)) },
    { key: "attempt", align: "right", width: "90px" },
    { key: "fromVersion", width: "110px" },
    { key: "offeredAt", sort: true, width: "140px", cell: ({ offeredAt }) => <When at={offeredAt} /> },
    { key: "endedAt", sort: true, width: "140px", onPhone: true, cell: ({ endedAt }) => <When at={endedAt} /> },
  ],
  filters: ["search", { kind: "select", name: "status", options: deviceStatusOptions }],
};
