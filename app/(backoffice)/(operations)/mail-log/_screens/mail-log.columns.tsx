import { defineList } from "@/components/kit/list/definition";
import { Status, type Tone, When } from "@/components/ui/value";

const words = { pending: ["warn", "Pending"], done: ["ok", "Sent"], fail: ["bad", "Failed"] } as const;

export function MailStatus({ status }: { status: keyof typeof words }) {
  const [tone, word]: readonly [Tone, string] = words[status];
  return <Status tone={tone}>{word}</Status>;
}

export const mailLogList = defineList({
  name: "mailLogs",
  columns: [
    { key: "subject", title: "Subject", sort: true },
    { key: "recipient", title: "Recipient", sort: true, width: "240px" },
    { key: "status", title: "Status", sort: true, width: "110px", cell: MailStatus },
    {
      key: "templateCode",
      title: "Template",
      sort: true,
      width: "190px",
      cell: (row) => <code>{row.templateCode}</code>,
    },
    { key: "module", title: "Module", sort: true, width: "110px" },
    { key: "tries", title: "Tries", sort: true, width: "80px", align: "right" },
    { key: "sentAt", title: "Sent", sort: true, width: "140px", cell: (row) => <When at={row.sentAt} /> },
    { key: "createdAt", title: "Written", sort: true, width: "140px", cell: (row) => <When at={row.createdAt} /> },
    { key: "lastError", title: "Last error", hidden: true },
    { key: "sender", title: "Sender", sort: true, width: "260px", hidden: true },
    { key: "id", title: "Id", width: "300px", hidden: true },
  ],
  filters: [
    { kind: "text", name: "recipient", title: "Recipient" },
    {
      kind: "select",
      name: "status",
      title: "Status",
      options: Object.entries(words).map(([value, [, label]]) => ({ value, label })),
    },
    { kind: "dates", name: "sentFrom", until: "sentTo", title: "Sent" },
    { kind: "text", name: "subject", title: "Subject" },
    { kind: "text", name: "templateCode", title: "Template" },
    { kind: "text", name: "module", title: "Module" },
    { kind: "text", name: "sender", title: "Sender" },
  ],
  search: "recipient",
});
