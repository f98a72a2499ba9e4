import type { Labelled } from "./permission-modules.rules";

/** The part of the permission catalogue that roles of companies can hold; apart, for their screens need no more of it. */
export const companyPermissions = {
  "company-pers.read": ["See the company's PERS devices", "pro-center", "PRO_CENTER"],
  "company-vehicle.read": ["See the company's vehicles", "pro-center", "PRO_CENTER"],
  "company-rider.read": ["See who rides the company's vehicles", "pro-center", "PRO_CENTER"],
  "company-vehicle-model.read": ["See vehicle models", "pro-center", "PRO_CENTER"],
  "company-vehicle-model.write": ["Edit the company's own vehicle models", "pro-center", "PRO_CENTER"],
  "company-alert.read": ["See the work on alerts of devices", "pro-center", "PRO_CENTER"],
  "company-alert.write": ["Work on alerts of devices", "pro-center", "PRO_CENTER"],
  "company-alert.escalation": ["Hear of alerts that are overdue and that nobody has", "pro-center", "PRO_CENTER"],
  "company-firmware-rollout.read": ["See firmware rollouts to the company's devices", "pro-center", "PRO_CENTER"],
  "company-note.write": ["Write notes on devices, vehicles and riders", "pro-center", "PRO_CENTER"],
  "company-member.read": ["See the company's members", "pro-center", "PRO_CENTER"],
  "company-member.write": ["Invite members, change their roles and end memberships", "pro-center", "PRO_CENTER"],
  "company-dealer.read": ["See the company's dealers", "pro-center", "PRO_CENTER"],
  "company-dealer.write": ["Invite dealers and hand vehicles to them", "pro-center", "PRO_CENTER"],
  "company-subcontractor.read": ["See the company's subcontractors", "pro-center", "PRO_CENTER"],
  "company-subcontractor.write": [
    "Invite subcontractors and hand devices and brands to them",
    "pro-center",
    "PRO_CENTER",
  ],
  "company-manufacturer.read": ["See the companies that this one works for", "pro-center", "PRO_CENTER"],
  "company-manufacturer.write": ["Accept, refuse and leave partners", "pro-center", "PRO_CENTER"],
  "team-role.read": ["See the roles of the company", "pro-center", "PRO_CENTER"],
  "team-role.write": ["Edit the roles of the company and who may grant them", "pro-center", "PRO_CENTER"],
  "team.read": ["See the company's teams and pilots", "pro-center", "PRO_CENTER"],
  "team.write": ["Edit the company's teams, invite pilots and end memberships", "pro-center", "PRO_CENTER"],
  "team-preference.read": ["See the company's preferences", "pro-center", "PRO_CENTER"],
  "team-preference.write": ["Edit the company's preferences", "pro-center", "PRO_CENTER"],
  "company-audit.read": ["See who changed what in the company", "pro-center", "PRO_CENTER"],
  "team-mail-template.read": ["See the company's e-mail texts", "pro-center", "PRO_CENTER"],
  "team-mail-template.write": ["Edit the company's e-mail texts", "pro-center", "PRO_CENTER"],
} as const satisfies Record<string, Labelled>;

/** What people do only for a company that staff have verified (ADR 89): other people get mails in its name by it. */
export const forVerifiedOnly: readonly (keyof typeof companyPermissions)[] = [
  "company-dealer.write",
  "company-subcontractor.write",
  "team-mail-template.write",
];
