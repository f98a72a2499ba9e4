import { MissingLanguages } from "@/app/(backoffice)/(content)/_screens/missing-languages";
import { defineList } from "@/components/kit/list/definition";
import { Status, When } from "@/components/ui/value";

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
    { key: "updatedAt", title: "Changed", sort: true, width: "140px", cell: (row) => <When at={row.updatedAt} /> },
    { key: "isDefault", title: "Default", sort: true, width: "100px", hidden: true },
    {
      key: "createdAt",
      title: "Created",
      sort: true,
      width: "140px",
      hidden: true,
      cell: (row) => <When at={row.createdAt} />,
    },
    { key: "id", title: "Id", width: "300px", hidden: true },
  ],
  filters: [
    { kind: "text", name: "name", title: "Name" },
    { kind: "boolean", name: "status", title: "Status", yes: "on", no: "off" },
  ],
  search: "name",
});
