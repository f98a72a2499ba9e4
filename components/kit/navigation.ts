import {
  IconActivity,
  IconAlertTriangle,
  IconBellRinging,
  IconBike,
  IconBuildingFactory2,
  IconCpu,
  IconDeviceWatch,
  IconFlag,
  IconGridDots,
  IconHome,
  IconKey,
  IconLanguage,
  IconMail,
  IconMessage2,
  IconMotorbike,
  IconRepeat,
  IconShieldCheck,
  IconStack2,
  IconUrgent,
  IconUserCircle,
  IconUserCog,
  IconUserQuestion,
  IconUserShare,
  IconUsers,
  IconVersions,
  IconWorld,
} from "@tabler/icons-react";
import type { ComponentType } from "react";
import type { Permission } from "@/server/permissions";
import type { ListName } from "./resource";

export const domains = ["Home", "People", "Companies", "Devices", "Content", "Notifications", "Operations"] as const;

export interface Screen {
  domain: (typeof domains)[number];
  title: string;
  href: string;
  /** who may see it; nobody needs anything for the home page */
  needs?: Permission;
  icon: ComponentType<{ size?: number | string; stroke?: number | string }>;
  router?: ListName;
  /** what the command palette offers beside the screen itself */
  create?: { title: string; href: string; needs: Permission };
}

/** Every screen there is, in the order of the rail. The rail, breadcrumbs and the command palette read this. */
export const navigation: Screen[] = [
  { domain: "Home", title: "Home", href: "/", icon: IconHome },
  {
    domain: "People",
    title: "Portal users",
    href: "/portal-users",
    needs: "portal-user.read",
    icon: IconUsers,
    router: "portalUsers",
    create: { title: "Create portal user", href: "/portal-users/new", needs: "portal-user.write" },
  },
  { domain: "People", title: "Riders", href: "/riders", needs: "rider.read", icon: IconUserCircle, router: "riders" },
  {
    domain: "People",
    title: "Staff",
    href: "/staff",
    needs: "staff.read",
    icon: IconUserCog,
    router: "staff",
    create: { title: "Invite staff", href: "/staff/new", needs: "staff.write" },
  },
  {
    domain: "People",
    title: "Switch to a member",
    href: "/switch-to",
    needs: "switch-to.use",
    icon: IconUserShare,
    router: "switchTo",
  },
  {
    domain: "People",
    title: "Roles",
    href: "/roles",
    needs: "role.read",
    icon: IconShieldCheck,
    router: "roles",
    create: { title: "Create role", href: "/roles/new", needs: "role.write" },
  },
  { domain: "People", title: "Grant matrix", href: "/permission-matrix", needs: "role.read", icon: IconGridDots },
  {
    domain: "People",
    title: "Who can do what",
    href: "/who-can",
    needs: "role.read",
    icon: IconUserQuestion,
    router: "rightHolders",
  },
  {
    domain: "People",
    title: "API keys",
    href: "/api-keys",
    needs: "api-key.read",
    icon: IconKey,
    router: "apiKeys",
  },
  {
    domain: "Devices",
    title: "PERS devices",
    href: "/pers",
    needs: "pers.read",
    icon: IconCpu,
    router: "pers",
    create: { title: "Create PERS device", href: "/pers/new", needs: "pers.write" },
  },
  {
    domain: "Devices",
    title: "PERS models",
    href: "/model-pers",
    needs: "model-pers.read",
    icon: IconDeviceWatch,
    router: "modelPers",
    create: { title: "Create PERS model", href: "/model-pers/new", needs: "model-pers.write" },
  },
  {
    domain: "Devices",
    title: "Firmware categories",
    href: "/firmware-categories",
    needs: "firmware.read",
    icon: IconStack2,
    router: "firmwareCategories",
    create: { title: "Create firmware category", href: "/firmware-categories/new", needs: "firmware.write" },
  },
  {
    domain: "Devices",
    title: "Firmware versions",
    href: "/firmware-versions",
    needs: "firmware.read",
    icon: IconVersions,
    router: "firmwareVersions",
    create: { title: "Create firmware version", href: "/firmware-versions/new", needs: "firmware.write" },
  },
  {
    domain: "Devices",
    title: "Vehicles",
    href: "/vehicles",
    needs: "vehicle.read",
    icon: IconBike,
    router: "vehicles",
    create: { title: "Create vehicle", href: "/vehicles/new", needs: "vehicle.write" },
  },
  {
    domain: "Devices",
    title: "Vehicle models",
    href: "/vehicle-models",
    needs: "vehicle.read",
    icon: IconMotorbike,
    router: "vehicleModels",
    create: { title: "Create vehicle model", href: "/vehicle-models/new", needs: "vehicle.write" },
  },
  {
    domain: "Devices",
    title: "Vehicle brands",
    href: "/vehicle-brands",
    needs: "vehicle.read",
    icon: IconBuildingFactory2,
    router: "vehicleBrands",
    create: { title: "Create vehicle brand", href: "/vehicle-brands/new", needs: "vehicle.write" },
  },
  {
    domain: "Devices",
    title: "Brand messages",
    href: "/brand-messages",
    needs: "brand-message.read",
    icon: IconMessage2,
    router: "brandMessages",
    create: { title: "Write brand message", href: "/brand-messages/new", needs: "brand-message.write" },
  },
  {
    domain: "Devices",
    title: "Raised alerts",
    href: "/pers-alerts",
    needs: "pers.read",
    icon: IconBellRinging,
    router: "persAlerts",
  },
  {
    domain: "Devices",
    title: "Alerts",
    href: "/alerts",
    needs: "alert.read",
    icon: IconAlertTriangle,
    router: "alerts",
    create: { title: "Create alert", href: "/alerts/new", needs: "alert.write" },
  },
  {
    domain: "Devices",
    title: "Alert levels",
    href: "/level-alerts",
    needs: "alert.read",
    icon: IconUrgent,
    router: "levelAlerts",
    create: { title: "Create alert level", href: "/level-alerts/new", needs: "alert.write" },
  },
  {
    domain: "Devices",
    title: "Device messages",
    href: "/iot-messages",
    needs: "iot.read",
    icon: IconActivity,
    router: "iotMessages",
  },
  {
    domain: "Content",
    title: "Interface labels",
    href: "/labels",
    needs: "label.read",
    icon: IconLanguage,
    router: "labels",
    create: { title: "Create interface label", href: "/labels/new", needs: "label.write" },
  },
  {
    domain: "Content",
    title: "Languages",
    href: "/languages",
    needs: "language.read",
    icon: IconWorld,
    router: "languages",
    create: { title: "Create language", href: "/languages/new", needs: "language.write" },
  },
  {
    domain: "Content",
    title: "Countries",
    href: "/countries",
    needs: "country.read",
    icon: IconFlag,
    router: "countries",
    create: { title: "Create country", href: "/countries/new", needs: "country.write" },
  },
  {
    domain: "Operations",
    title: "Mail log",
    href: "/mail-log",
    needs: "mail-log.read",
    icon: IconMail,
    router: "mailLogs",
  },
  {
    domain: "Operations",
    title: "Routine log",
    href: "/routine-log",
    needs: "routine-log.read",
    icon: IconRepeat,
    router: "routineLogs",
  },
];

/** The screen a path belongs to: the longest `href` it begins with. */
export const screenOf = (path: string) =>
  navigation
    .filter(({ href }) => path === href || (href !== "/" && path.startsWith(`${href}/`)))
    .sort((one, other) => other.href.length - one.href.length)[0];
