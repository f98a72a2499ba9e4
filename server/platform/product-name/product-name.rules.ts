import { groupCodes, moduleCodes } from "@/server/permission-modules.rules";
import { t } from "@/texts/t";

// What the product itself has named is stored in English and told in the reader's language; people's own names stay.

/** The apps that every installation has, by their keys. */
export const appNames = { BACKOFFICE_WEB: "Backoffice", PORTAL_WEB: "Company portal", RIDER_APP: "Rider app" } as const;

/** The roles that every installation has. */
const roleNames = ["Administrator", "Support", "Support, acting for members", "Content"] as const;

const apps = new Map<string, string>(Object.entries(appNames));
const names = [...roleNames, ...Object.values({ ...appNames, ...groupCodes, ...moduleCodes })];
const known = new Set<string>(names);

/** Of a role, an app, a portal or a module, as its record calls it. */
export const productName = (name: string) => (known.has(name) ? t(name) : name);

/** An app by its key; one that is not the product's own is called by it. */
export const appName = (key: string) => t(apps.get(key) ?? key);

/** Names of modules by themselves, for columns that hold a name and no code. */
export const moduleNames: Readonly<Record<string, string>> = Object.fromEntries(
  Object.values(moduleCodes).map((name) => [name, name]),
);
