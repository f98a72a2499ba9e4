import { MissingLanguages } from "@/app/(backoffice)/(content)/_screens/missing-languages";
import { defineList } from "@/components/kit/list/definition";
import { LinkTo, When } from "@/components/ui/value";
import { LevelMark } from "../../alerts/_screens/alert.words";

export const levelAlertList = defineList({
  name: "levelAlerts",
  columns: [
    { key: "label", title: "Level", sort: true, width: "200px", cell: (row) => <LevelMark level={row} /> },
    { key: "rank", title: "Rank", sort: true, align: "right", width: "90px" },
    {
      key: "alertsCount",
      title: "Alerts",
      align: "right",
      width: "100px",
      cell: (row) => <LinkTo href={`/alerts?levelAlertId=${row.id}`}>{String(row.alertsCount)}</LinkTo>,
    },
    {
      key: "missingLanguageIds",
      title: "Not translated into",
      export: false,
      cell: (row) => <MissingLanguages ids={row.missingLanguageIds} />,
    },
    { key: "updatedAt", title: "Changed", sort: true, width: "130px", cell: (row) => <When at={row.updatedAt} /> },
    {
      key: "createdAt",
      title: "Created",
      sort: true,
      width: "130px",
      hidden: true,
      cell: (row) => <When at={row.createdAt} />,
    },
    { key: "id", title: "Id", width: "300px", hidden: true },
  ],
  filters: [{ kind: "text", name: "label", title: "Level" }],
  search: "label",
});
