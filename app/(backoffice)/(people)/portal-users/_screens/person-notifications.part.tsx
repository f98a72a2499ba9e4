"use client";

import dynamic from "next/dynamic";
import { lazyParts } from "@/components/kit/ahead.rules";
import { Bones } from "@/components/kit/sheet/bones";

const { part, ahead } = lazyParts();
const DevicesTab = dynamic(
  part(() => import("./user-devices.tab").then((tab) => tab.DevicesTab)),
  { loading: Bones },
);
const NotificationsTab = dynamic(
  part(() => import("./user-notifications.tab").then((tab) => tab.NotificationsTab)),
  { loading: Bones },
);

/** Their scripts, to be loaded while nobody waits for them. */
export const notificationTabsAhead = ahead;

/** The tabs of a person about what is sent to them, for those who may see it. */
export const notificationTabs = (may: (permission: "device.read" | "notification-request.read") => boolean) => [
  ...(may("notification-request.read")
    ? [
        {
          key: "notifications",
          title: "Notifications",
          content: ({ email }: { email: string }) => <NotificationsTab email={email} />,
        },
      ]
    : []),
  ...(may("device.read")
    ? [{ key: "devices", title: "Devices", content: ({ email }: { email: string }) => <DevicesTab email={email} /> }]
    : []),
];
