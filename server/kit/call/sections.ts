/**
 * The sections of the two API documents, each with the name under which the OpenAPI document shows its operations: first
 * the backoffice's, then the notification service's, then what stands in neither.
 */
export const sections = {
  "4.1": "Roles, permissions, groups, modules",
  "4.2": "App versions and conditional features",
  "4.3": "Company admins",
  "4.4": "Company admins, for internal callers",
  "4.5": "Company role configuration, roles, mail templates",
  "4.6": "Company categories",
  "4.7": "Company PERS links, vehicle links, brand links",
  "4.8": "Company preferences, teams, pilots, referents",
  "4.9": "A company's own workspace",
  "4.10": "Authentication and self-service",
  "4.11": "Portal users, riders, sheet activity",
  "4.12": "PERS devices, models, kit configuration, alerts",
  "4.13": "Firmware",
  "4.14": "Localisation and help content",
  "4.15": "Platform techs, logs, ERP sync",
  "N OS": "Operating systems",
  "N Platform page tech": "Platform pages",
  "N Internal sync": "Portals and platform techs, for internal callers",
  "N Notification template": "Notification templates",
  "N Notification template content": "Contents of notification templates",
  "N Notification template tech": "Platform techs of notification templates",
  "N Notification request": "Notification requests",
  "N In-app notifications": "In-app notifications",
  "N Push notifications": "Push notifications",
  "N User devices": "Devices of users",
  "own Bulk changes": "Bulk changes",
  "own PERS alerts": "PERS alerts",
  "own Firmware rollouts": "Firmware rollouts",
} as const;

export type Section = keyof typeof sections;

/** The sections' names in the order of the documents. */
export const sectionNames: string[] = Object.values(sections);
