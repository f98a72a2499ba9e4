import type { Shows } from "@/components/kit/list/definition";
import { None, Status, When } from "@/components/ui/value";
import { readingWords } from "@/server/devices/reading/reading.rules";
import { t } from "@/texts/t";
import { LevelMark } from "../../alerts/_screens/alert.words";

/** What is open has no end, and what has none comes first. */
export const openFirst = "endedAt:desc,startedAt:desc";

/** What all lists of raised alerts show. */
export const persAlertShows: Shows<"persAlerts"> = {
  columns: [
    { key: "alert.name", sort: true, onPhone: true },
    {
      key: "alert.levelAlert",
      sort: "levelAlert.rank",
      width: "130px",
      cell: (row) => <LevelMark level={row.alert.levelAlert} />,
    },
    { key: "alert.topicAlert", width: "130px" },
    { key: "startedAt", sort: true, width: "140px", onPhone: true, cell: (row) => <When at={row.startedAt} /> },
    {
      key: "endedAt",
      sort: true,
      onPhone: true,
      width: "140px",
      cell: (row) => (row.endedAt ? <When at={row.endedAt} /> : <Status tone="warn">{t("Open")}</Status>),
    },
    {
      key: "value",
      export: ["alert.field", "value"],
      width: "180px",
      cell: (row) => (row.value === null ? <None /> : readingWords(row.alert.field, row.value)),
    },
    { key: "alert.groupAlert", width: "130px", hidden: true },
    { key: "alert.code", width: "150px", hidden: true },
    { key: "id", title: "ID", width: "300px", hidden: true },
  ],
  filters: [
    { kind: "boolean", name: "isOpen", yes: "open", no: "ended" },
    { name: "levelAlertId", can: ["anyOf", "noneOf"] },
    "alert",
    "topicAlert",
    "groupAlert",
    { kind: "dates", name: "startDate", until: "endDate", days: "startedAtInLastDays" },
    { kind: "dates", name: "openFrom", until: "openUntil" },
  ],
};
