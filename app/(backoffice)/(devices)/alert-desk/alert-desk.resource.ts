import { IconChecklist } from "@tabler/icons-react";
import { resource } from "@/components/kit/resource";
import { companies } from "../../(companies)/companies/company.resource";
import { staff } from "../../(people)/staff/staff.resource";
import { alerts } from "../alerts/alert.resource";
import { firmwareVersions } from "../firmware-versions/firmware-version.resource";
import { levelAlerts } from "../level-alerts/level-alert.resource";
import { modelPers } from "../model-pers/model-pers.resource";
import { workVerbs, workWords } from "./_screens/alert-recorded.words";

export const alertDesk = resource("alertDesk", {
  one: "alert",
  many: "alerts",
  heading: "Alert desk",
  at: "/alert-desk",
  icon: IconChecklist,
  may: { read: "pers-alert.read" },
  audited: "pers-alert",
  notes: "pers-alert",
  title: (row) => row.alert.name,
  search: "search",
  words: {},
  shown: {
    search: "Device, alert or company",
    levelAlertId: ["Level", levelAlerts],
    alertId: ["Rule", alerts],
    modelPERSId: ["Model", modelPers],
    firmwareVersionId: ["Firmware", firmwareVersions],
    companyId: ["Company", companies],
    "pers.nuSerialPersNumber": "PERS device",
    "alert.name": "Alert",
  },
  recorded: workWords(staff),
  verbs: workVerbs,
});
