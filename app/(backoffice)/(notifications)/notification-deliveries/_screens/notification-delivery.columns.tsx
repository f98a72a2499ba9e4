import type { Shows } from "@/components/kit/list/definition";
import { trpc } from "@/components/kit/trpc";
import { None, When } from "@/components/ui/value";
import { notificationTypes } from "@/server/kit/value/notification-type.rules";
import { appName, productName } from "@/server/platform/product-name/product-name.rules";
import { t } from "@/texts/t";
import {
  DeliveryState,
  deliveryReasonOptions,
  deliveryStatusOptions,
  reasonWords,
} from "../../notification-requests/_screens/notification-request.words";

export const deliveryColumns: Shows<"notificationDeliveries">["columns"] = [
  { key: "email", sort: true },
  { key: "keyPlatformTech", sort: true, width: "150px", cell: (row) => appName(row.keyPlatformTech) },
  { key: "type", sort: true, width: "100px", cell: (row) => t(notificationTypes[row.type]) },
  { key: "status", sort: true, width: "120px", cell: (row) => <DeliveryState status={row.status} /> },
  { key: "reason", width: "220px", cell: (row) => (row.reason ? reasonWords(row.reason) : <None />) },
  { key: "tries", sort: true, width: "80px", align: "right" },
  { key: "at", width: "140px", cell: (row) => <When at={row.at} /> },
  { key: "createdAt", sort: true, width: "140px", hidden: true, cell: (row) => <When at={row.createdAt} /> },
  { key: "id", width: "300px", hidden: true },
];

/** By what deliveries are looked for, in their own list and beneath their request. */
export function useDeliveryFilters(): Shows<"notificationDeliveries">["filters"] {
  const apps = trpc.notificationSends.apps.useQuery();
  return [
    "email",
    { kind: "select", name: "status", options: deliveryStatusOptions },
    {
      kind: "select",
      name: "notificationType",
      options: ([1, 2, 3] as const).map((value) => ({ value, label: notificationTypes[value] })),
    },
    { kind: "select", name: "reason", options: deliveryReasonOptions },
    {
      kind: "select",
      name: "keyPlatformTech",
      options: (apps.data?.items ?? []).map(({ key, label }) => ({ value: key, label: productName(label) })),
    },
    { kind: "dates", name: "createdFrom", until: "createdUntil" },
  ];
}
