import { defineList } from "@/components/kit/list/definition";
import { None, Status, When } from "@/components/ui/value";
import { LevelMark, levelSource } from "../../alerts/_screens/alert.words";
import { readingText } from "../../pers/_screens/pers-message.rules";

export const persAlertList = defineList({
  name: "persAlerts",
  columns: [
    { key: "pers.nuSerialPersNumber", title: "PERS device", width: "170px" },
    { key: "alert.alertLabel", title: "Alert", sort: true },
    {
      key: "alert.levelAlert",
      title: "Level",
      sort: "levelAlert.rank",
      width: "130px",
      cell: (row) => <LevelMark level={row.alert.levelAlert} />,
      export: false,
    },
    { key: "alert.topicAlert", title: "Topic", width: "130px" },
    { key: "startedAt", title: "Raised", sort: true, width: "140px", cell: (row) => <When at={row.startedAt} /> },
    {
      key: "endedAt",
      title: "Ended",
      sort: true,
      width: "140px",
      cell: (row) => (row.endedAt ? <When at={row.endedAt} /> : <Status tone="warn">Open</Status>),
    },
    {
      key: "value",
      title: "Reading",
      align: "right",
      width: "110px",
      cell: (row) => (row.value === null ? <None /> : readingText(row.value)),
    },
    { key: "alert.groupAlert", title: "Group", width: "130px", hidden: true },
    { key: "alert.code", title: "Code", width: "150px", hidden: true },
    { key: "id", title: "Id", width: "300px", hidden: true },
  ],
  filters: [
    { kind: "text", name: "nuSerialPersNumber", title: "PERS device" },
    { kind: "boolean", name: "isOpen", title: "Alert", yes: "open", no: "ended" },
    { kind: "record", name: "levelAlertId", title: "Level", source: levelSource },
    { kind: "text", name: "alert", title: "Label, code or id" },
    { kind: "text", name: "topicAlert", title: "Topic" },
    { kind: "text", name: "groupAlert", title: "Group" },
    { kind: "dates", name: "startDate", until: "endDate", title: "Raised" },
    { kind: "dates", name: "openFrom", until: "openUntil", title: "Open" },
  ],
  search: "nuSerialPersNumber",
});
