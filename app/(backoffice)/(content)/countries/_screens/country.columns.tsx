import { MissingLanguages } from "@/app/(backoffice)/(content)/_screens/missing-languages";
import { defineList } from "@/components/kit/list/definition";
import { Status, When } from "@/components/ui/value";

export const countryList = defineList({
  name: "countries",
  columns: [
    { key: "name", title: "Country", sort: true, width: "240px" },
    { key: "code", title: "Code", sort: true, width: "90px" },
    { key: "phonePrefix", title: "Phone prefix", sort: true, width: "120px" },
    {
      key: "status",
      title: "Status",
      sort: true,
      width: "120px",
      cell: (row) => <Status tone={row.status ? "ok" : "quiet"}>{row.status ? "On" : "Off"}</Status>,
    },
    {
      key: "missingLanguageIds",
      title: "Not translated into",
      export: false,
      cell: (row) => <MissingLanguages ids={row.missingLanguageIds} />,
    },
    { key: "updatedAt", title: "Changed", sort: true, width: "140px", cell: (row) => <When at={row.updatedAt} /> },
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
