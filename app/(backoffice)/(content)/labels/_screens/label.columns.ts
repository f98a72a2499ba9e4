import type { Shows } from "@/components/kit/list/definition";

/** What the grid asks for and exports; the titles are those that the CSV import reads. */
export const labelShows: Shows<"labels"> = {
  columns: [
    { key: "name", title: "name", sort: true },
    { key: "value", title: "value" },
    { key: "module.code", title: "module", sort: "moduleName" },
    { key: "labelInterfacePage", title: "labelInterfacePage", sort: true },
    { key: "description", title: "description" },
  ],
  filters: [
    "keyword",
    { kind: "text", name: "languageId", isChoice: true },
    { kind: "text", name: "moduleId" },
    "labelInterfacePage",
    {
      kind: "select",
      name: "searchIn",
      options: [
        { value: "not_translated", label: "missing only" },
        { value: "translated", label: "translated only" },
      ],
    },
  ],
};
