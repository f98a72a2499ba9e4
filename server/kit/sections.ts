/**
 * The sections of the two API documents, each with the name under which the OpenAPI document shows its operations: first
 * the backoffice's, then the notification service's.
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
} as const;

/** What the document says of each. */
export const sectionSentences: Record<Section, string> = {
  "4.1": "Roles of staff, the rights that they hold, and which role may grant which.",
  "4.2": "Versions of the apps with their texts, and features that are there from a version on.",
  "4.3": "People who run a company, as staff manage them.",
  "4.4": "The same people, for internal services with a key.",
  "4.5": "What roles of companies may do, the roles of one company, and its own texts of mails.",
  "4.6": "Kinds of companies, with their translations.",
  "4.7": "Which PERS, vehicles and brands belong to which company, and from when to when.",
  "4.8": "A company's preferences, teams, pilots and referents, as staff manage them.",
  "4.9": "What a company's people do in their own company: partners, fleet, roles and imports.",
  "4.10": "Signing in and out, tokens, registration, passwords and one's own profile.",
  "4.11": "People of portals, riders, and what was noted on their sheets.",
  "4.12": "PERS devices, their models, kits, current data, alerts and messages of vehicle brands.",
  "4.13": "Firmware, its categories, versions and segments, for internal services with a key.",
  "4.14": "Languages, countries and all texts that people read: labels, messages, questions and documentation.",
  "4.15": "Platform techs, logs of mails, routines and contacts, messages of devices, and the ERP's records.",
  "N OS": "Operating systems of phones.",
  "N Platform page tech": "Pages of the apps that a notification can lead to.",
  "N Internal sync": "Lists of portals and platform techs that another service keeps.",
  "N Notification template": "What is sent, by which channels and to whom.",
  "N Notification template content": "The texts of a template in each language.",
  "N Notification template tech": "By which platform techs a template is sent.",
  "N Notification request": "Sending a notification, and what became of each delivery.",
  "N In-app notifications": "What a person finds in the bell of an app.",
  "N Push notifications": "What was pushed to a person's phones.",
  "N User devices": "Phones that get push notifications.",
};

export type Section = keyof typeof sections;

/** The sections' names in the order of the documents. */
export const sectionNames: string[] = Object.values(sections);
