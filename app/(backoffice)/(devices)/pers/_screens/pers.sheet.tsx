"use client";

import dynamic from "next/dynamic";
import { Bones } from "@/components/kit/sheet/bones";
import { ResourceSheet } from "@/components/kit/sheet/resource-sheet";
import { useMay } from "@/components/kit/viewer";
import { firmwareSource, modelSource, PersStatusMark } from "./pers.words";
import { PersAlertsTab } from "./pers-alerts.tab";
import { PersFirmwareTab } from "./pers-firmware.tab";
import { messagesKey } from "./pers-message.rules";
import { PersMessagesTab } from "./pers-messages.tab";
import { PersOverviewTab } from "./pers-overview.tab";
import { PersPinButton } from "./pers-pin.button";

// What forms are made of is a third of the screen's script, and is loaded where somebody opens one.
const PersForm = dynamic(() => import("./pers.form").then((form) => form.PersForm), { loading: Bones });
const PersKitTab = dynamic(() => import("./pers-kit.tab").then((tab) => tab.PersKitTab), { loading: Bones });

export const PersSheet = ({ id }: { id: string }) => {
  const may = useMay();
  return (
    <ResourceSheet
      name="pers"
      id={id}
      one="PERS device"
      objectType="pers"
      title={(record) => record.nuSerialPersNumber}
      beside={(record) => <PersStatusMark status={record.status} />}
      facts={(record) => (
        <>
          <span>{record.modelPERS.label}</span>
          {record.firmwareVersion && <span>Firmware {record.firmwareVersion.firmwareVersion}</span>}
        </>
      )}
      actions={(record) => <PersPinButton id={id} hasPin={Boolean(record.activationPinAt)} />}
      tabs={[
        { key: "overview", title: "Overview", content: (record) => <PersOverviewTab record={record} /> },
        { key: "kit", title: "Kit", content: (record) => <PersKitTab record={record} /> },
        { key: "firmware", title: "Firmware", content: () => <PersFirmwareTab id={id} /> },
        { key: "alerts", title: "Alerts", content: () => <PersAlertsTab id={id} /> },
        ...(may("iot.read")
          ? [{ key: messagesKey, title: "Messages", content: () => <PersMessagesTab id={id} /> }]
          : []),
        { key: "edit", title: "Edit", content: (record) => <PersForm record={record} /> },
      ]}
      fields={{
        nuSerialPersNumber: "Serial number",
        modelPERSId: { title: "Model", source: modelSource },
        firmwareVersionId: { title: "Firmware", source: firmwareSource },
        erpPersId: "ERP id",
        status: "Status",
        currentKitConfiguration: "Current kit",
      }}
      verbs={{ "new-activation-pin": "made a new activation PIN for this" }}
      notes="pers"
      needs="pers.write"
      remove={{ list: "/pers", href: (id) => `/pers/${id}` }}
    />
  );
};
