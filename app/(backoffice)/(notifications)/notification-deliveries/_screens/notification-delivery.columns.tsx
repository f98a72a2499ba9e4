import type { Shows } from "@/components/kit/list/definition";
import { None, When } from "@/components/ui/value";
import { notificationTypes } from "@/server/kit/value/notification-type.rules";
import { DeliveryState, reasonWords } from "../../notification-requests/_screens/notification-request.words";

export const deliveryColumns: Shows<"notificationDeliveries">["columns"] = [
  { key: "email", sort: true },
  { key: "keyPlatformTech", sort: true, width: "150px" },
  { key: "type", sort: true, width: "100px", cell: (row) => notificationTypes[row.type] },
  { key: "status", sort: true, width: "120px", cell: (row) => <DeliveryState status={row.status} /> },
  { key: "reason", width: "220px", cell: (row) => (row.reason ? reasonWords(row.reason) : <None />) },
  { key: "tries", sort: true, width: "80px", align: "right" },
  { key: "at", width: "140px", cell: (row) => <When at={row.at} /> },
  { key: "createdAt", sort: true, width: "140px", hidden: true, cell: (row) => <When at={row.createdAt} /> },
  { key: "id", width: "300px", hidden: true },
];
