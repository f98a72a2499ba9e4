import type { Shows } from "@/components/kit/list/definition";
import { When } from "@/components/ui/value";
import { MailStatus, mailOptions, moduleOptions, statusOptions } from "./mail-log.words";

export const mailLogShows: Shows<"mailLogs"> = {
  columns: [
    { key: "subject", sort: true },
    { key: "recipient", sort: true, width: "240px", onPhone: true },
    { key: "status", sort: true, width: "110px", onPhone: true, cell: MailStatus },
    { key: "templateCode", sort: true, width: "190px" },
    { key: "module", sort: true, width: "110px", hidden: true },
    { key: "tries", sort: true, width: "80px", align: "right" },
    { key: "sentAt", sort: true, width: "140px", cell: (row) => <When at={row.sentAt} /> },
    { key: "createdAt", sort: true, width: "140px", onPhone: true, cell: (row) => <When at={row.createdAt} /> },
    { key: "lastError", hidden: true },
    { key: "sender", sort: true, width: "260px", hidden: true },
    { key: "id", width: "300px", hidden: true },
  ],
  filters: [
    "recipient",
    { kind: "select", name: "status", options: statusOptions, can: ["anyOf", "noneOf"] },
    { kind: "dates", name: "sentFrom", until: "sentTo", days: "sentAtInLastDays" },
    { kind: "days", name: "createdAtInLastDays" },
    "subject",
    { kind: "select", name: "templateCode", options: mailOptions },
    { kind: "select", name: "module", options: moduleOptions },
    "sender",
  ],
};
