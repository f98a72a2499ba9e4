"use client";

import { Button } from "@mantine/core";
import { useQueryClient } from "@tanstack/react-query";
import Link from "next/link";
import { useState } from "react";
import { Allowed } from "@/components/kit/allowed";
import { ResourceList } from "@/components/kit/list/resource-list";
import type { RowOf } from "@/components/kit/resource";
import { When } from "@/components/ui/value";
import { t } from "@/texts/t";
import { notificationRequests, sendScreen } from "../notification-request.resource";
import {
  DueTime,
  everyMs,
  isRunning,
  RequestProgress,
  RequestStatus,
  rateText,
  requestStatusOptions,
} from "./notification-request.words";
import styles from "./send.module.css";

type Row = RowOf<"notificationRequests">;

const SendButton = () => (
  <Allowed needs={sendScreen.needs}>
    <Button component={Link} href={sendScreen.at} prefetch={false}>
      {t(sendScreen.heading)}
    </Button>
  </Allowed>
);

/** How far a request came; while it runs, how much of it is through. */
const StatusCell = ({ row: { status, counts } }: { row: Row }) => (
  <div className={styles.status}>
    <RequestStatus status={status} />
    {isRunning(status) && <RequestProgress counts={counts} />}
  </div>
);

/** While a request that is shown runs, the rows are asked for again every other second. */
function useLiveRows() {
  const client = useQueryClient();
  useState(() =>
    client.setQueryDefaults([[notificationRequests.router, "rows"]], {
      refetchInterval: ({ state }: { state: { data?: unknown } }) =>
        (state.data as { items: Row[] } | undefined)?.items.some((row) => isRunning(row.status)) ? everyMs : false,
    }),
  );
}

const Rows = () => (
  <ResourceList
    of={notificationRequests}
    columns={[
      { key: "label", isLong: true, width: "220px" },
      { key: "status", sort: true, width: "150px", cell: (row) => <StatusCell row={row} /> },
      { key: "notificationTitle", sort: true, width: "190px", hidden: true },
      { key: "keyNotificationTemplate", sort: true, width: "190px", hidden: true },
      { key: "recipients", sort: true, width: "110px", align: "right" },
      { key: "counts.pending", width: "100px", align: "right", hidden: true },
      { key: "rates.delivered", width: "120px", align: "right", cell: (row) => rateText(row.rates.delivered) },
      { key: "rates.opened", width: "110px", align: "right", cell: (row) => rateText(row.rates.opened) },
      { key: "counts.failed", width: "90px", align: "right" },
      { key: "counts.skipped", width: "100px", align: "right" },
      { key: "dtReception", sort: true, width: "140px", cell: (row) => <When at={row.dtReception} /> },
      {
        key: "dtPrepareSent",
        sort: true,
        width: "140px",
        cell: (row) => <DueTime at={row.dtPrepareSent} />,
      },
      { key: "counts.sent", width: "90px", align: "right", hidden: true },
      { key: "counts.delivered", width: "100px", align: "right", hidden: true },
      { key: "counts.opened", width: "100px", align: "right", hidden: true },
      { key: "id", width: "300px", hidden: true },
    ]}
    filters={[
      "label",
      "notificationTitle",
      "notificationContent",
      { kind: "select", name: "status", options: requestStatusOptions },
      "keyPlatformTech",
      "keyNotificationTemplate",
      "email",
      "id",
      { kind: "dates", name: "receivedFrom", until: "receivedUntil" },
      { kind: "dates", name: "dueFrom", until: "dueUntil" },
    ]}
    actions={<SendButton />}
    empty="Notifications to phones, browsers and inboxes are listed here with their progress. Nothing has been sent yet."
  />
);

export function NotificationRequestList() {
  useLiveRows();
  return <Rows />;
}
