"use client";

import { Button } from "@mantine/core";
import Link from "next/link";
import { ResourceList } from "@/components/kit/list/resource-list";
import { useMay } from "@/components/kit/viewer";
import { When } from "@/components/ui/value";
import { t } from "@/texts/t";
import { notificationRequests, sendScreen } from "../notification-request.resource";
import { RequestStatus, requestStatusOptions } from "./notification-request.words";

const SendButton = () =>
  useMay()(sendScreen.needs) ? (
    <Button component={Link} href={sendScreen.at} prefetch={false}>
      {t(sendScreen.heading)}
    </Button>
  ) : null;

export const NotificationRequestList = () => (
  <ResourceList
    of={notificationRequests}
    columns={[
      { key: "notificationTitle", sort: true },
      { key: "status", sort: true, width: "130px", cell: (row) => <RequestStatus status={row.status} /> },
      { key: "keyNotificationTemplate", sort: true, width: "190px" },
      { key: "recipients", sort: true, width: "110px", align: "right" },
      { key: "counts.pending", width: "100px", align: "right" },
      { key: "counts.delivered", width: "100px", align: "right" },
      { key: "counts.opened", width: "100px", align: "right" },
      { key: "counts.failed", width: "90px", align: "right" },
      { key: "counts.skipped", width: "100px", align: "right" },
      { key: "dtReception", sort: true, width: "140px", cell: (row) => <When at={row.dtReception} /> },
      {
        key: "dtPrepareSent",
        sort: true,
        width: "140px",
        hidden: true,
        cell: (row) => <When at={row.dtPrepareSent} />,
      },
      { key: "counts.sent", width: "90px", align: "right", hidden: true },
      { key: "id", width: "300px", hidden: true },
    ]}
    filters={[
      "notificationTitle",
      "notificationContent",
      { kind: "select", name: "status", options: requestStatusOptions },
      "keyPlatformTech",
    ]}
    actions={<SendButton />}
    empty="Notifications to phones, browsers and inboxes are listed here with their progress. Nothing has been sent yet."
  />
);
