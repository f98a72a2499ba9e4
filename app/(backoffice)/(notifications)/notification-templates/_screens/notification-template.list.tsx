"use client";

import { ResourceList } from "@/components/kit/list/resource-list";
import { stampColumns } from "@/components/kit/list/stamp-columns";
import { Mark, OnOff } from "@/components/ui/value";
import { notificationTemplates } from "../notification-template.resource";

export const NotificationTemplateList = () => (
  <ResourceList
    of={notificationTemplates}
    columns={[
      { key: "labelNotificationTemplate", sort: true },
      { key: "keyNotificationTemplate", sort: true, width: "220px" },
      { key: "platformTechs.label", width: "160px" },
      {
        key: "isActivated",

        title: "Status",
        sort: true,
        width: "110px",
        cell: (row) => <OnOff isOn={row.isActivated} />,
      },
      { key: "isPublic", sort: true, width: "100px", cell: (row) => <Mark value={row.isPublic} title="Public" /> },
      { key: "isUrgent", width: "100px", cell: (row) => <Mark value={row.isUrgent} title="Urgent" /> },
      ...stampColumns,
    ]}
    filters={[
      "labelNotificationTemplate",
      "keyNotificationTemplate",
      { kind: "boolean", name: "isActivated", title: "Status", yes: "on", no: "off" },
      { kind: "boolean", name: "isPublic", title: "Public", yes: "yes", no: "no" },
    ]}
    empty="A template contains a message in each language, and its link in each app. Create the first one."
  />
);
