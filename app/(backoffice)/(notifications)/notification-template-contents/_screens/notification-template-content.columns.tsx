"use client";

import { languages } from "@/app/(backoffice)/(content)/languages/language.resource";
import type { Shows } from "@/components/kit/list/definition";
import { stampColumns } from "@/components/kit/list/stamp-columns";
import { RecordLink } from "@/components/kit/record-link";
import type { RecordName, Resource } from "@/components/kit/resource";
import { useRecordLabel } from "@/components/kit/use-records";
import { useMay } from "@/components/kit/viewer";
import { None, Status } from "@/components/ui/value";
import { notificationTemplates } from "../../notification-templates/notification-template.resource";

/** A record by its id, as the way to its page. */
function Named({ of, id }: { of: Resource<RecordName>; id: string }) {
  const mayRead = useMay()(of.may.read);
  const label = useRecordLabel(of, mayRead ? id : undefined);
  return (
    <RecordLink of={of} id={id}>
      {label}
    </RecordLink>
  );
}

export const contentColumns: Shows<"notificationTemplateContents">["columns"] = [
  { key: "notificationTitle", sort: true, width: "260px" },
  {
    key: "languageId",
    width: "120px",
    onPhone: true,
    cell: ({ languageId }) => <Named of={languages} id={languageId} />,
  },
  {
    key: "noticationTemplateId",
    width: "200px",
    onPhone: true,
    cell: ({ noticationTemplateId }) => <Named of={notificationTemplates} id={noticationTemplateId} />,
  },
  "notificationContent",
  {
    key: "missingTokens",
    width: "180px",
    cell: (row) => (row.missingTokens.length ? <Status tone="warn">{row.missingTokens.join(", ")}</Status> : <None />),
  },
  ...stampColumns,
];
