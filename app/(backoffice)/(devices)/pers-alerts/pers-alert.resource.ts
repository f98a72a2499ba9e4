import { IconBellRinging } from "@tabler/icons-react";
import { resource } from "@/components/kit/resource";
import { firmwareVersions } from "../firmware-versions/firmware-version.resource";
import { levelAlerts } from "../level-alerts/level-alert.resource";
import { modelPers } from "../model-pers/model-pers.resource";
import { vehicleBrands } from "../vehicle-brands/vehicle-brand.resource";

export const persAlerts = resource("persAlerts", {
  one: "alert",
  many: "alerts",
  at: "/pers-alerts",
  icon: IconBellRinging,
  may: { read: "pers.read" },
  title: (row) => row.alert.name,
  search: "nuSerialPersNumber",
  words: {},
  shown: {
    nuSerialPersNumber: "PERS device",
    isOpen: "State",
    "alert.name": "Alert",
    "alert.levelAlert": "Level",
    levelAlertId: ["Level", levelAlerts],
    alert: "Name, code or ID",
    "alert.topicAlert": "Topic",
    topicAlert: "Topic",
    "alert.groupAlert": "Group",
    groupAlert: "Group",
    "alert.code": "Code",
    startedAt: "Raised",
    endedAt: "Ended",
    modelPERSId: ["Model", modelPers],
    "pers.model": "Model",
    firmwareVersionId: ["Firmware", firmwareVersions],
    "pers.firmwareVersion": "Firmware",
    vehicleBrandId: ["Vehicle brand", vehicleBrands],
    "pers.vehicleBrand": "Vehicle brand",
    value: "Reading",
    startDate: "Raised",
    openFrom: "Open",
  },
});
