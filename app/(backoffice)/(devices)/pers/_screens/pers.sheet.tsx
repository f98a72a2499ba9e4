"use client";

import dynamic from "next/dynamic";
import { lazyParts } from "@/components/kit/ahead.rules";
import { Bones } from "@/components/kit/sheet/bones";
import { ResourceSheet } from "@/components/kit/sheet/resource-sheet";
import { useAhead } from "@/components/kit/use-ahead";
import { useMay } from "@/components/kit/viewer";
import { t } from "@/texts/t";
import { iotMessages } from "../../iot-messages/iot-message.resource";
import { pers } from "../pers.resource";
import { PersStatusMark } from "./pers.words";
import { persEvents } from "./pers-events.words";
import { PersHead, PersSentence } from "./pers-head.words";
import { messagesKey } from "./pers-message.rules";
import { PersOverviewTab } from "./pers-overview.tab";

// What forms and lists are made of is a third of the screen's script, and is loaded where somebody opens one.
const { part, ahead } = lazyParts();
const PersKitTab = dynamic(
  part(() => import("./pers-kit.tab").then((tab) => tab.PersKitTab)),
  { loading: Bones },
);
const PersForm = dynamic(
  part(() => import("./pers.form").then((form) => form.PersForm)),
  { loading: Bones },
);
const PersAlertsTab = dynamic(
  part(() => import("./pers-alerts.tab").then((tab) => tab.PersAlertsTab)),
  { loading: Bones },
);
const PersFirmwareTab = dynamic(
  part(() => import("./pers-firmware.tab").then((tab) => tab.PersFirmwareTab)),
  { loading: Bones },
);
const PersMessagesTab = dynamic(
  part(() => import("./pers-messages.tab").then((tab) => tab.PersMessagesTab)),
  { loading: Bones },
);
const PersReachTab = dynamic(
  part(() => import("@/app/(backoffice)/(companies)/companies/_screens/reach.tab").then((tab) => tab.PersReachTab)),
  { loading: Bones },
);

export const PersSheet = ({ id }: { id: string }) => {
  const may = useMay();
  useAhead(ahead);
  return (
    <ResourceSheet
      of={pers}
      id={id}
      beside={(record) => <PersStatusMark status={record.status} />}
      sentence={() => <PersSentence id={id} />}
      head={(record) => <PersHead record={record} />}
      facts={(record) => (
        <>
          <span>{record.modelPERS.label}</span>
          {record.firmwareVersion && (
            <span>{t("Firmware {firmwareVersion}", { firmwareVersion: record.firmwareVersion.firmwareVersion })}</span>
          )}
        </>
      )}
      overview={(record) => <PersOverviewTab record={record} />}
      events={persEvents}
      edit={(record) => <PersForm record={record} />}
      tabs={[
        { key: "kit", title: "Kit", content: (record) => <PersKitTab record={record} /> },
        { key: "firmware", title: "Firmware", content: () => <PersFirmwareTab id={id} /> },
        { key: "alerts", title: "Alerts", content: () => <PersAlertsTab id={id} /> },
        ...(may(iotMessages.may.read)
          ? [{ key: messagesKey, title: "Messages", content: () => <PersMessagesTab id={id} /> }]
          : []),
        ...(may("company-reach.read")
          ? [{ key: "reach", title: "Access", content: () => <PersReachTab id={id} /> }]
          : []),
      ]}
      remove
    />
  );
};
