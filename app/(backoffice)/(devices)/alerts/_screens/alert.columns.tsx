import { MissingLanguages } from "@/app/(backoffice)/(content)/_screens/missing-languages.words";
import type { Shows } from "@/components/kit/list/definition";
import { stampColumns } from "@/components/kit/list/stamp-columns";
import { LinkTo, None, OnOff } from "@/components/ui/value";
import { ruleText } from "@/server/devices/alert/alert.rules";
import { formatted } from "@/server/kit/value/count.rules";
import { persAlerts } from "../../pers-alerts/pers-alert.resource";
import { LevelMark } from "./alert.words";

export const alertShows: Shows<"alerts"> = {
  columns: [
    { key: "name", sort: true, width: "220px" },
    {
      key: "levelAlert.name",
      sort: "levelAlert.rank",
      width: "130px",
      cell: (row) => <LevelMark level={row.levelAlert} />,
    },
    { key: "topicAlert", edit: true, sort: true, width: "130px" },
    { key: "groupAlert", edit: true, sort: true, width: "130px" },
    { key: "rule", title: "Raised when", cell: (row) => (row.rule ? ruleText(row.rule) : <None />) },
    {
      key: "isActivated",
      edit: "switch",
      title: "Status",
      sort: true,
      width: "90px",
      cell: (row) => <OnOff isOn={row.isActivated} />,
    },
    {
      key: "openCount",
      align: "right",
      width: "100px",
      cell: (row) => (
        <LinkTo href={persAlerts.list({ alert: row.id, isOpen: true })}>{formatted(row.openCount)}</LinkTo>
      ),
    },
    { key: "code", sort: true, width: "160px", hidden: true },
    {
      key: "missingLanguageIds",
      hidden: true,
      cell: (row) => <MissingLanguages ids={row.missingLanguageIds} />,
    },
    ...stampColumns,
  ],
  filters: [
    "alertLabel",
    { name: "levelAlertId", can: ["anyOf", "noneOf"] },
    "topicAlert",
    "groupAlert",
    { kind: "boolean", name: "isActivated", title: "Status", yes: "on", no: "off" },
  ],
};
