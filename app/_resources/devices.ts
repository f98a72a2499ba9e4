import { IconAdjustmentsAlt, IconAlertTriangle, IconCpu } from "@tabler/icons-react";
import { alertDesk } from "@/app/(backoffice)/(devices)/alert-desk/alert-desk.resource";
import { alertFigures } from "@/app/(backoffice)/(devices)/alert-figures/alert-figures.resource";
import { alerts } from "@/app/(backoffice)/(devices)/alerts/alert.resource";
import { firmwareCategories } from "@/app/(backoffice)/(devices)/firmware-categories/firmware-category.resource";
import { firmwareRollouts } from "@/app/(backoffice)/(devices)/firmware-rollouts/firmware-rollout.resource";
import { firmwareVersions } from "@/app/(backoffice)/(devices)/firmware-versions/firmware-version.resource";
import { iotMessages } from "@/app/(backoffice)/(devices)/iot-messages/iot-message.resource";
import { levelAlerts } from "@/app/(backoffice)/(devices)/level-alerts/level-alert.resource";
import { modelPers } from "@/app/(backoffice)/(devices)/model-pers/model-pers.resource";
import { pers } from "@/app/(backoffice)/(devices)/pers/pers.resource";
import { persAlerts } from "@/app/(backoffice)/(devices)/pers-alerts/pers-alert.resource";
import { vehicleBrandMessages } from "@/app/(backoffice)/(devices)/vehicle-brand-messages/vehicle-brand-message.resource";
import { vehicleBrands } from "@/app/(backoffice)/(devices)/vehicle-brands/vehicle-brand.resource";
import { vehicleModels } from "@/app/(backoffice)/(devices)/vehicle-models/vehicle-model.resource";
import { vehicles } from "@/app/(backoffice)/(devices)/vehicles/vehicle.resource";
import type { Area } from "@/components/kit/screen";

/** The areas of the devices, in the order of the rail. */
export const devices: readonly Area[] = [
  {
    heading: "Alerts",
    icon: IconAlertTriangle,
    pages: [
      [alertDesk, "Alerts that need somebody, the most urgent first: take one, deal with it, and close it."],
      [
        alertFigures,
        "How many alerts were raised and closed by week, how long it took, and which rules raise false alarms.",
      ],
      [persAlerts, "What devices warned about, the latest first: see which alerts are still open."],
    ],
  },
  {
    heading: "Devices",
    icon: IconCpu,
    pages: [
      [pers, "Every PERS device: find one by its serial number, see how it is, and act on it."],
      [vehicles, "Every vehicle, with the device it carries, its rider and its company."],
      [iotMessages, "What devices reported, message by message: read them to see what a device really sent."],
    ],
  },
  {
    heading: "Device set-up",
    icon: IconAdjustmentsAlt,
    pages: [
      [modelPers, "The models of PERS devices that are built, each with its firmware categories."],
      [firmwareVersions, "Firmware that devices can be given, with its files and the models it fits."],
      [firmwareRollouts, "Firmware on its way to many devices, in waves."],
      [firmwareCategories, "The kinds of firmware, of which each device model takes some."],
      [vehicleModels, "The models of each brand, with their technical data."],
      [vehicleBrands, "The brands that vehicles are sold under."],
      [vehicleBrandMessages, "Messages that riders of a brand's vehicles see in the app."],
      [alerts, "What makes a device raise an alert, and for whom."],
      [levelAlerts, "How urgent an alert is, and how each level looks."],
    ],
  },
];
