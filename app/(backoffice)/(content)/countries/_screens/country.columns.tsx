import { MissingLanguages } from "@/app/(backoffice)/(content)/_screens/missing-languages";
import { defineList } from "@/components/kit/list/definition";
import { stampColumns } from "@/components/kit/list/stamp-columns";
import { Status } from "@/components/ui/value";

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
    ...stampColumns,
  ],
  filters: [
    { kind: "text", name: "name", title: "Name" },
    { kind: "boolean", name: "status", title: "Status", yes: "on", no: "off" },
  ],
  search: "name",
});
