import type { Shows } from "@/components/kit/list/definition";
import { stampColumns } from "@/components/kit/list/stamp-columns";
import { None, Status } from "@/components/ui/value";

export const contentColumns: Shows<"notificationTemplateContents">["columns"] = [
  { key: "notificationTitle", sort: true, width: "300px" },
  "notificationContent",
  {
    key: "missingTokens",
    width: "220px",
    cell: (row) => (row.missingTokens.length ? <Status tone="warn">{row.missingTokens.join(", ")}</Status> : <None />),
  },
  ...stampColumns,
];
