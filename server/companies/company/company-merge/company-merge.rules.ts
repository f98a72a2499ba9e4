/** For how many days a merge can be undone. */
export const undoDays = 7;

/** What people call the parts of a merge, in the order in which a plan lists them. */
export const mergeWords = {
  members: "People",
  roles: "Company roles",
  grantRules: "Rules about granting roles",
  teams: "Teams",
  partners: "Partnerships",
  madeCompanies: "Companies that it invited first",
  entryRequests: "Requests to be let in",
  vehicles: "Links to vehicles",
  vehicleModels: "Vehicle models of its own",
  pers: "Links to PERS devices",
  brands: "Links to vehicle brands",
  handedVehicles: "Vehicles handed to dealers",
  handedPers: "PERS devices handed over",
  notes: "Notes of its people",
  alerts: "Work on alerts",
  referents: "Partner referents",
  features: "Features",
  preferences: "Preferences",
  mailTexts: "E-mail texts",
  mailLook: "Look of e-mails",
  webhooks: "Webhooks",
  merges: "Earlier merges",
} as const;

export type MergePart = keyof typeof mergeWords;
export const mergeParts = Object.keys(mergeWords) as MergePart[];
