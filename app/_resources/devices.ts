import { alerts } from "@/app/(backoffice)/(devices)/alerts/alert.resource";
import { firmwareCategories } from "@/app/(backoffice)/(devices)/firmware-categories/firmware-category.resource";
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
import type { Screen } from "@/components/kit/screen";

/** The screens of the devices, in the order of the rail. */
export const devices: Screen[] = [
  pers,
  modelPers,
  firmwareCategories,
  firmwareVersions,
  vehicles,
  vehicleModels,
  vehicleBrands,
  vehicleBrandMessages,
  persAlerts,
  alerts,
  levelAlerts,
  iotMessages,
];
