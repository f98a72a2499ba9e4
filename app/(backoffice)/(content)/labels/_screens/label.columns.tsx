import { defineList } from "@/components/kit/list/definition";

/** What the grid asks for and exports; the titles are those that the CSV import reads. */
export const labelList = defineList({
  name: "labels",
  columns: [
    { key: "name", title: "name", sort: true },
    { key: "value", title: "value" },
    { key: "module.code", title: "module", sort: "moduleName" },
    { key: "labelInterfacePage", title: "labelInterfacePage", sort: true },
    { key: "description", title: "description" },
  ],
  filters: [
    { kind: "text", name: "keyword", title: "Keyword" },
    { kind: "text", name: "languageId", title: "Language" },
    { kind: "text", name: "moduleId", title: "Module" },
    { kind: "text", name: "labelInterfacePage", title: "Page" },
    {
      kind: "select",
      name: "searchIn",
      title: "Shown",
      options: [
        { value: "not_translated", label: "missing only" },
        { value: "translated", label: "translated only" },
      ],
    },
  ],
  search: "keyword",
});
