import { MissingLanguages } from "@/app/(backoffice)/(content)/_screens/missing-languages";
import { defineList } from "@/components/kit/list/definition";
import { stampColumns } from "@/components/kit/list/stamp-columns";
import { LinkTo } from "@/components/ui/value";
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
    ...stampColumns,
  ],
  filters: [{ kind: "text", name: "label", title: "Level" }],
  search: "label",
});
