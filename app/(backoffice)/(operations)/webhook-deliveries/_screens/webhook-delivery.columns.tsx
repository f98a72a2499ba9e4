import type { Shows } from "@/components/kit/list/definition";
import { None, When } from "@/components/ui/value";
import { DeliveryStatus, eventWords } from "./webhook-delivery.words";

export const deliveryColumns: Shows<"webhookDeliveries">["columns"] = [
  { key: "event", sort: true, cell: (row) => eventWords(row.event) },
  { key: "status", sort: true, width: "130px", cell: (row) => <DeliveryStatus status={row.status} /> },
  { key: "responseStatus", width: "90px", align: "right", cell: (row) => row.responseStatus ?? <None /> },
  { key: "tries", sort: true, width: "100px", align: "right" },
  { key: "lastError", width: "260px" },
  { key: "sentAt", sort: true, width: "140px", cell: (row) => <When at={row.sentAt} /> },
  { key: "createdAt", sort: true, width: "140px", cell: (row) => <When at={row.createdAt} /> },
  { key: "id", width: "300px", hidden: true },
];
