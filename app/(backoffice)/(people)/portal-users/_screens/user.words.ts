import { languages } from "@/app/(backoffice)/(content)/languages/language.resource";

export const userStatusWords = { pending: "Pending", active: "Active", disabled: "Disabled" } as const;

/** What the history tells of a person beside the fields of their record. */
const userRecorded = {
  by: "By",
  pendingEmail: "Unconfirmed address",
  company: "Company",
  reason: "Reason",
  platformTechKey: "App",
  timeZone: "Time zone",
  emailNotifications: "E-mail",
  pushNotifications: "Push",
  weeklyReport: "Weekly report",
  distanceUnit: "Distance unit",
};

/** What was done to a person's account, and by them, as the history says it. */
export const userVerbs = {
  activate: "activated the account",
  "register-again": "registered again with this address",
  "request-email": "requested a new address",
  "confirm-email": "confirmed the new address",
  "cancel-email": "cancelled the address change",
  "expire-email": "discarded an unconfirmed address",
  "change-password": "changed the password",
  "reset-password": "reset the password with a code",
  "set-switch-to-password": "set a switch-to password",
  "logout-elsewhere": "signed out everywhere else",
  "set-roles": "changed the roles of this person",
  "set-company-role": "changed the role in a company",
  "switch-to": "switched to this person",
  "second-factor-on": "turned on two-step sign-in",
  "second-factor-off": "turned off two-step sign-in",
  "second-factor-reset": "reset two-step sign-in",
  "recovery-codes": "created new recovery codes",
  "end-sessions": "signed this person out everywhere",
  "give-back": "gave this administrator's account back at the server",
  invite: "invited this person",
  "accept-invitation": "accepted the invitation",
  optin: "changed app preferences",
};

/** What screens say alike of staff and of portal users, and the words of the fields that both have. */
export const userAccount = {
  audited: "user",
  notes: "user",
  title: ({ firstName, lastName }: { firstName: string; lastName: string }) => `${firstName} ${lastName}`,
  search: "name",
  recorded: userRecorded,
  verbs: userVerbs,
} as const;
export const userFields = {
  firstName: "First name",
  lastName: "Last name",
  email: "E-mail",
  status: { title: "Status", values: userStatusWords },
  phoneNumber: "Phone number",
  languageId: ["Language", languages],
  roleIds: "Roles",
} as const;
