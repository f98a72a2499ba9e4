import { t } from "@/texts/t";

/** The parts of the product that own permissions and texts: `modules` in the database, seeded from here. */
export const moduleCodes = {
  identity: "Identity",
  companies: "Companies",
  devices: "Devices",
  content: "Content",
  operations: "Operations",
  notification: "Notifications",
  "mobile-app": "Mobile app",
  "pro-center": "Pro Center",
} as const;

/** A module by its code, which it is called by where it is none of these. */
export const moduleTitle = (code: string) =>
  t(Object.hasOwn(moduleCodes, code) ? moduleCodes[code as keyof typeof moduleCodes] : code);

export const groupCodes = { BACKOFFICE: "Backoffice", PRO_CENTER: "Pro Center", RIDER: "Rider" } as const;

/** A line of the catalogue of permissions as it is written. */
export type Labelled = readonly [label: string, module: keyof typeof moduleCodes, group: keyof typeof groupCodes];

/** What a line says. */
export interface PermissionEntry {
  label: Labelled[0];
  module: Labelled[1];
  group: Labelled[2];
}

/** What the lines say, by the codes of the permissions. */
export const catalogueOf = <C extends string>(lines: Readonly<Record<C, Labelled>>) =>
  Object.fromEntries(
    Object.entries<Labelled>(lines).map(([code, [label, module, group]]) => [code, { label, module, group }]),
  ) as Record<C, PermissionEntry>; // the same codes
