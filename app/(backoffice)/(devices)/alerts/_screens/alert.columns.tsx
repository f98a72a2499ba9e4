import { MissingLanguages } from "@/app/(backoffice)/(content)/_screens/missing-languages";
import { defineList } from "@/components/kit/list/definition";
import { stampColumns } from "@/components/kit/list/stamp-columns";
import { LinkTo, None, Status } from "@/components/ui/value";
import { LevelMark, levelSource, ruleText } from "./alert.words";

export const alertList = defineList({
  name: "alerts",
  columns: [
    { key: "alertLabel", title: "Alert", sort: true, width: "220px" },
    {
      key: "levelAlert.label",
      title: "Level",
      sort: "levelAlert.rank",
      width: "130px",
      cell: (row) => <LevelMark level={row.levelAlert} />,
    },
    { key: "topicAlert", title: "Topic", sort: true, width: "130px" },
    { key: "groupAlert", title: "Group", sort: true, width: "130px" },
    { key: "rule", title: "Raised when", cell: (row) => ruleText(row.rule) ?? <None />, export: false },
    {
      key: "isActivated",
      title: "Status",
      sort: true,
      width: "90px",
      cell: (row) => <Status tone={row.isActivated ? "ok" : "quiet"}>{row.isActivated ? "On" : "Off"}</Status>,
    },
    {
      key: "openCount",
      title: "Open on",
      align: "right",
      width: "100px",
      cell: (row) => (
        <LinkTo href={`/pers-alerts?alert=${row.id}&isOpen=true`}>{row.openCount.toLocaleString("en")}</LinkTo>
      ),
    },
    { key: "code", title: "Code", sort: true, width: "160px", hidden: true },
    {
      key: "missingLanguageIds",
      title: "Not translated into",
      export: false,
      hidden: true,
      cell: (row) => <MissingLanguages ids={row.missingLanguageIds} />,
    },
    ...stampColumns,
  ],
  filters: [
    { kind: "text", name: "alertLabel", title: "Alert" },
    { kind: "record", name: "levelAlertId", title: "Level", source: levelSource },
    { kind: "text", name: "topicAlert", title: "Topic" },
    { kind: "text", name: "groupAlert", title: "Group" },
    { kind: "boolean", name: "isActivated", title: "Status", yes: "on", no: "off" },
  ],
  search: "alertLabel",
});
