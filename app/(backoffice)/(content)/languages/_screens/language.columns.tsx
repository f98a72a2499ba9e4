import { MissingLanguages } from "@/app/(backoffice)/(content)/_screens/missing-languages";
import { defineList } from "@/components/kit/list/definition";
import { stampColumns } from "@/components/kit/list/stamp-columns";
import { Status } from "@/components/ui/value";

export const languageList = defineList({
  name: "languages",
  columns: [
    { key: "name", title: "Language", sort: true, width: "240px" },
    { key: "code", title: "Code", sort: true, width: "100px" },
    {
      key: "status",
      title: "Status",
      sort: true,
      width: "160px",
      cell: (row) =>
        row.isDefault ? (
          <Status tone="info">Default</Status>
        ) : row.status ? (
          <Status tone="ok">On</Status>
        ) : (
          <Status>Off</Status>
        ),
    },
    {
      key: "missingLanguageIds",
      title: "Not translated into",
      export: false,
      cell: (row) => <MissingLanguages ids={row.missingLanguageIds} />,
    },
    { key: "isDefault", title: "Default", sort: true, width: "100px", hidden: true },
    ...stampColumns,
  ],
  filters: [
    { kind: "text", name: "name", title: "Name" },
    { kind: "boolean", name: "status", title: "Status", yes: "on", no: "off" },
  ],
  search: "name",
});
