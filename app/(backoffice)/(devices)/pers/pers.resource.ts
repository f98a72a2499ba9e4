import { IconCpu } from "@tabler/icons-react";
import { resource } from "@/components/kit/resource";
import { persStatusWords } from "@/server/devices/pers/pers.rules";
import { firmwareVersions } from "../firmware-versions/firmware-version.resource";
import { levelAlerts } from "../level-alerts/level-alert.resource";
import { modelPers } from "../model-pers/model-pers.resource";

export const pers = resource("pers", {
  one: "PERS device",
  many: "PERS devices",
  at: "/pers",
  icon: IconCpu,
  may: { read: "pers.read", write: "pers.write" },
  audited: "pers",
  notes: "pers",
  title: (record) => record.nuSerialPersNumber,
  search: "nuSerialPersNumber",
  words: {
    nuSerialPersNumber: "Serial number",
    modelPERSId: ["Model", modelPers],
    status: { title: "Status", values: persStatusWords },
    firmwareVersionId: ["Firmware", firmwareVersions],
    erpPersId: "ERP id",
    currentKitConfiguration: "Current kit",
  },
  bulk: { status: "word", modelPERSId: "word" },
  shown: {
    firmwareVersion: "Firmware version",
    "firmwareVersion.firmwareVersion": "Firmware",
    nameVehicle: "Vehicle",
    vehicleBrand: "Vehicle brand",
    vehicleSerialNumber: "Vehicle serial number",
    vehicleRegistrationNumber: "Registration number",
    manufacturer: "Manufacturer",
    subcontractor: "Subcontractor",
    lastMessageAt: "Last heard",
    lastMessageAtInLastDays: "Last message",
    isSilent: "Last heard",
    silentForDays: "Silent for",
    isFirmwareBehind: "Newer firmware",
    batteryLevel: "Battery",
    openAlerts: "Open alerts",
    hasOpenAlert: "Alert",
    openAlertLevelId: ["Open alert of level", levelAlerts],
    kitDiffers: "Kit",
    initialKitConfiguration: "Initial kit",
  },
  verbs: { "new-activation-pin": "created a new activation PIN" },
});
