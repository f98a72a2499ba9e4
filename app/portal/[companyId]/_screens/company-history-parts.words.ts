import { workVerbs, workWords } from "@/app/(backoffice)/(devices)/alert-desk/_screens/alert-recorded.words";
import { otherKinds } from "@/components/kit/audited.words";
import type { Resource, Words } from "@/components/kit/resource";
import { linkTypeWords } from "@/server/companies/fleet/link-type.rules";
import type { ToldKind } from "@/server/overview/audit/company-history.rules";
import { fleetAlerts, fleetModels } from "../fleet.resource";
import { companyHistory, teamMailTexts, teamMembers, teamRoles, teams } from "../team.resource";

/** A kind whose records have no list here, with what its fields are called. */
const kind = (audited: ToldKind, allWords: Words, one = otherKinds[audited] ?? audited): Resource => ({
  ...companyHistory,
  audited,
  one,
  allWords,
  words: {},
});

const linked: Words = {
  linkType: { title: "Type", values: linkTypeWords },
  startDate: "From|a time",
  endDate: "Until|a time",
};

/** Of people the history has names in place of ids. */
const alertWork: Words = { ...workWords(teamMembers), assigneeId: "Assigned to", closedById: "Closed by" };

const preferences: Words = {
  languageId: "Language",
  timeZone: "Time zone",
  emailNotifications: "Notifications by e-mail",
  pushNotifications: "Push notifications",
  weeklyReport: "Weekly report",
  distanceUnit: "Distance unit",
  alertNotices: "Messages about overdue alerts",
};

const company: Words = {
  name: "Name",
  registerNumber: "Register number",
  email: "E-mail",
  phoneNumber: "Phone number",
  address: "Address",
};

/** What actions did that have no words of their own; registers of screens send no texts, so they stand here. */
const verbs: Readonly<Record<string, string>> = {
  accept: "accepted this",
  "allow-manage": "changed the roles that this role can grant",
  assign: "assigned this",
  configure: "changed the permissions of this role",
  confirm: "confirmed this",
  "enter-company": "joined a company",
  "end-membership": "ended a membership",
  "hand-over-brands": "granted vehicle brands",
  "hand-over-pers": "handed over PERS devices",
  "hand-over-vehicles": "handed over vehicles",
  invite: "invited this person",
  leave: "left this partnership",
  refuse: "refused this",
  renew: "renewed this",
  "send-invitation": "sent the invitation",
  "set-company-role": "changed the role in a company",
  "set-company-team": "changed the team in a company",
  "take-back-brands": "took back vehicle brands",
  "take-back-pers": "took back PERS devices",
  "take-back-vehicles": "took back vehicles",
};

/** Of a brand the history has the name in place of the id, so that a change of it is not set back. */
const { vehicleBrandId: _, ...revertible } = fleetModels.words;

/** What has a history that a company's people see (`toldKinds`). Only vehicle models have pages that have nothing else beside. */
export const audited = {
  pages: [{ ...fleetModels, words: revertible, audited: "vehicle-model" as const }],
  verbs,
  parts: [
    { ...teams, audited: "company-team" as const },
    { ...teamRoles, audited: "company-role" as const },
    { ...teamMailTexts, audited: "company-mail-template" as const },
    { ...kind("company-pers-alert", alertWork, fleetAlerts.one), verbs: workVerbs },
    kind("company-preference", preferences),
    kind("company-pers-link", linked),
    kind("company-vehicle-link", linked),
    kind("company-link", { name: "Name", status: "Status" }),
    kind("company-mail-look", { color: "Colour" }),
    kind("company", company, "company"),
    kind("user", { company: "Company" }),
  ],
};
