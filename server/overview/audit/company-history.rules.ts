import type { Permission } from "@/server/permissions";

/** What a company's people see of the changes to one kind of record. */
interface Told {
  /** the rights there that read such records; every one of them is needed */
  needs: readonly Permission[];
  /** the fields whose values are told; everything else is internal to Persdesk */
  fields: readonly string[];
  /** fields with a name in them, such as "role in Example Ltd", by their beginning */
  begins?: readonly string[];
  /** the actions that are told, where not all are */
  actions?: readonly string[];
}

const work = ["deskStatus", "assigneeId", "snoozedUntil", "closeReason", "closeNote", "acknowledgedAt", "closedAt"];
const linked = ["linkType", "startDate", "endDate"];

/** The kinds of record whose changes a company's own people see. A kind or field that is missing here is never told. */
export const toldKinds = {
  company: {
    needs: ["team-preference.read"],
    fields: ["name", "registerNumber", "email", "phoneNumber", "address"],
    actions: ["update"],
  },
  "company-team": { needs: ["team.read"], fields: ["name", "description"] },
  "company-role": {
    needs: ["team-role.read"],
    fields: ["title", "description", "permissions", "roleManagerId", "isDefault", "isActivated"],
    begins: ["may grant "],
  },
  "company-preference": {
    needs: ["team-preference.read"],
    fields: [
      "languageId",
      "timeZone",
      "emailNotifications",
      "pushNotifications",
      "weeklyReport",
      "distanceUnit",
      "alertNotices",
    ],
  },
  "company-mail-template": { needs: ["team-mail-template.read"], fields: ["languageId", "subject", "content"] },
  "company-mail-look": { needs: ["team-mail-template.read"], fields: ["color"] },
  "company-link": { needs: [], fields: ["status", "name"] },
  "company-pers-link": { needs: ["company-pers.read"], fields: linked },
  "company-vehicle-link": { needs: ["company-vehicle.read"], fields: linked },
  "company-pers-alert": { needs: ["company-alert.read"], fields: [...work, "closedById"] },
  "vehicle-model": {
    needs: ["company-vehicle-model.read"],
    fields: ["nameVehicleModel", "vehicleType", "year", "vehicleBrandId"],
  },
  user: {
    needs: ["company-member.read", "team.read"],
    fields: ["company"],
    begins: ["role in ", "team in "],
    actions: ["invite", "enter-company", "set-company-role", "set-company-team", "end-membership"],
  },
} as const satisfies Record<string, Told>;

export type ToldKind = keyof typeof toldKinds;

const told: Readonly<Record<string, Told>> = toldKinds;
export const toldOf = (kind: string): Told | undefined => (Object.hasOwn(told, kind) ? told[kind] : undefined);

/** The kinds that somebody with these rights in the company sees. */
export const kindsToldTo = (rights: ReadonlySet<Permission>) =>
  Object.entries(told).flatMap(([kind, one]) =>
    one.needs.every((code) => rights.has(code)) ? [{ kind, ...one }] : [],
  );

export const isTold = ({ fields, begins = [] }: Told, field: string) =>
  fields.includes(field) || begins.some((begin) => field.startsWith(begin));
