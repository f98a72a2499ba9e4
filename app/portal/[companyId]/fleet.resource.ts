import {
  IconBike,
  IconChartBar,
  IconChecklist,
  IconDeviceMobile,
  IconMotorbike,
  IconRocket,
  IconUsers,
} from "@tabler/icons-react";
import { resource } from "@/components/kit/resource";
import type { Screen } from "@/components/kit/screen";
import { rolloutStatusWords } from "@/server/devices/firmware-rollout/rollout-status.rules";
import { deviceStatusWords } from "@/server/devices/pers/rollout-status.rules";

// What a company reaches, in its own workspace. Addresses are below the workspace's (`useLinks`).

export const fleetPers = resource("fleetPers", {
  one: "PERS device",
  many: "PERS devices",
  at: "/pers",
  icon: IconDeviceMobile,
  may: { read: "company-pers.read" },
  title: ({ pers }) => pers.nuSerialPersNumber,
  search: "serialPersNumber",
  words: {},
  shown: {
    serialPersNumber: "Serial number",
    "pers.nuSerialPersNumber": "Serial number",
    "pers.modelPERS": "Model",
    modelPers: "Model",
    "pers.firmwareVersion": "Firmware",
    "vehicle.nameVehicle": "Vehicle",
    vehicle: "Vehicle",
    manufacturer: "Manufacturer",
    subcontractor: "Subcontractor",
    lastMessageAt: "Last message",
    openAlerts: "Open alerts",
    isSilent: "Silent",
    silentForDays: "Silent for",
    hasAlerts: "Alerts",
    isFirmwareBehind: "Newer firmware",
    associateStatus: "On a vehicle",
    startDate: "Since",
  },
  create: false,
});

export const fleetAlerts = resource("fleetAlerts", {
  one: "alert",
  many: "alerts",
  heading: "Alert desk",
  at: "/alert-desk",
  icon: IconChecklist,
  may: { read: "company-alert.read" },
  title: (row) => row.alert.name,
  search: "search",
  words: {},
  shown: { search: "Device or alert", "pers.nuSerialPersNumber": "PERS device", "alert.name": "Alert" },
});

export const fleetFigures: Screen = {
  heading: "Alert figures",
  at: "/alert-figures",
  icon: IconChartBar,
  needs: "company-alert.read",
};

export const fleetRollouts = resource("fleetRollouts", {
  one: "firmware rollout",
  many: "firmware rollouts",
  heading: "Firmware rollouts",
  at: "/firmware-rollouts",
  icon: IconRocket,
  may: { read: "company-firmware-rollout.read" },
  title: ({ name }) => name,
  search: "search",
  words: {},
  shown: {
    search: "Name",
    name: "Name",
    status: { title: "Status", values: rolloutStatusWords },
    "firmwareVersion.firmwareVersion": "Version",
    devices: "Your devices",
    "counts.installed": "Installed",
    "counts.failed": "Failed",
    startedAt: "Started",
    endedAt: "Ended",
  },
  create: false,
});

export const fleetRolloutDevices = resource("fleetRolloutDevices", {
  one: "device of a rollout",
  many: "devices of a rollout",
  at: "/firmware-rollouts",
  icon: IconRocket,
  may: { read: "company-firmware-rollout.read" },
  title: ({ pers }) => pers.nuSerialPersNumber,
  search: "search",
  words: {},
  shown: {
    search: "Serial number",
    "pers.nuSerialPersNumber": "Serial number",
    status: { title: "Status", values: deviceStatusWords },
    reason: "Reason",
    fromVersion: "Ran before",
    offeredAt: "Offered",
    endedAt: "Ended",
  },
  create: false,
});

export const fleetVehicles = resource("fleetVehicles", {
  one: "vehicle",
  many: "vehicles",
  at: "/vehicles",
  icon: IconBike,
  may: { read: "company-vehicle.read" },
  title: ({ vehicle }) => vehicle.nameVehicle ?? vehicle.vehicleSerialNumber,
  search: "fastSearchString",
  words: {},
  shown: {
    fastSearchString: "Serial, registration or name",
    "vehicle.vehicleSerialNumber": "Serial number",
    "vehicle.vehicleRegistrationNumber": "Registration",
    "vehicle.nameVehicle": "Name",
    "vehicleModel.nameVehicleModel": "Model",
    "vehicleBrand.name": "Brand",
    vehicleModel: "Model",
    vehicleBrand: "Brand",
    "pers.nuSerialPersNumber": "PERS device",
    "rider.lastName": "Rider",
    "dealer.name": "Dealer",
    "grantedBy.name": "Handed over by",
    rider: "Rider",
    persDistance: "Distance",
    isOwn: "Own",
    startDate: "Since",
  },
  create: false,
});

export const fleetRiders = resource("fleetRiders", {
  one: "rider",
  many: "riders",
  at: "/riders",
  icon: IconUsers,
  may: { read: "company-rider.read" },
  title: ({ firstName, lastName }) => `${firstName} ${lastName}`,
  search: "search",
  words: {},
  shown: {
    search: "Name or e-mail",
    lastName: "Name",
    email: "E-mail",
    phoneNumber: "Phone",
    status: "Account",
    vehicles: "Vehicles",
  },
  create: false,
});

export const fleetBrands = resource("fleetBrands", {
  one: "brand",
  many: "brands",
  at: "/brands",
  icon: IconMotorbike,
  may: { read: "company-vehicle.read" },
  title: ({ name }) => name,
  search: "name",
  words: {},
  shown: { name: "Name" },
  create: false,
});

export const fleetModels = resource("fleetVehicleModels", {
  one: "vehicle model",
  many: "vehicle models",
  at: "/vehicle-models",
  icon: IconMotorbike,
  may: { read: "company-vehicle-model.read", write: "company-vehicle-model.write" },
  title: ({ nameVehicleModel }) => nameVehicleModel,
  search: "nameVehicleModel",
  bulk: { vehicleType: "text", year: "number" },
  bulkAs: "vehicle-model",
  words: { vehicleBrandId: "Brand", nameVehicleModel: "Name", vehicleType: "Type", year: "Model year" },
  shown: { "vehicleBrand.name": "Brand", vehiclesCount: "Vehicles", isOwn: "Own", companyId: "For" },
});
