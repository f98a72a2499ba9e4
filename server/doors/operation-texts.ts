import { isForVerified, isPermission, permissionCatalogue } from "@/server/permissions";
import type { Operation } from "./rest-plan";

// What the API's document calls an operation and says of it: its id, a line for lists, and who may call it. All of it
// follows from the operation itself, so that no new one is without.

/** Router keys whose words are no plain plural of English, or abbreviations. */
const nouns: Record<string, [one: string, many: string]> = {
  allowManage: ["grant of roles", "grants of roles"],
  companyAllowToManage: ["grant of company roles", "grants of company roles"],
  teamAllowToManage: ["grant of team roles", "grants of team roles"],
  catalogue: ["catalogue", "catalogue"],
  companyRoleConfigurations: ["company role configuration", "company role configurations"],
  erpSync: ["ERP record", "ERP records"],
  platformSync: ["list from outside", "lists from outside"],
  inbox: ["in-app notification", "in-app notifications"],
  login: ["session", "sessions"],
  profile: ["profile", "profile"],
  pers: ["PERS", "PERS"],
  fleetPers: ["company's PERS", "company's PERS"],
  modelPers: ["PERS model", "PERS models"],
  dealerVehicles: ["dealer's vehicle", "dealer's vehicles"],
  subcontractorPers: ["subcontractor's PERS", "subcontractor's PERS"],
  currentData: ["current data of a PERS", "current data of a PERS"],
  os: ["operating system", "operating systems"],
  switchTo: ["switch", "switches"],
  readNotificationTemplates: ["notification template as apps read it", "notification templates as apps read them"],
  readPlatformPageTechs: ["page of apps as they read it", "pages of apps as they read them"],
};

const words = (key: string) =>
  key
    .replace(/ByKey$/, "")
    .replace(/([a-z])([A-Z])/g, "$1 $2")
    .toLowerCase()
    .replace(/\b(pers|faqs?|iot|erp|pin|uuid)\b/g, (word) =>
      word.toUpperCase().replace("FAQS", "FAQs").replace("IOT", "IoT"),
    );

const singular = (many: string) =>
  many
    .replace(/ies$/, "y")
    .replace(/(?<=x|ss)es$/, "")
    .replace(/(?<!s)s$/, "");

/** One and many of what a router is about, in English. */
function nounOf(resource: string): [one: string, many: string] {
  const known = nouns[resource];
  if (known) return known;
  const many = words(resource);
  return [singular(many), many];
}

const article = (noun: string) => `${/^[aeiou]/i.test(noun) ? "an" : "a"} ${noun}`;

/** What resources have in common. */
const verbs: Record<string, (one: string, many: string) => string> = {
  list: (_, many) => `List ${many}`,
  get: (one) => `Read ${article(one)}`,
  create: (one) => `Create ${article(one)}`,
  update: (one) => `Change ${article(one)}`,
  remove: (one) => `Delete ${article(one)}`,
  translate: (one) => `Add or change a translation of ${article(one)}`,
  changeTranslation: (one) => `Change a translation of ${article(one)}`,
  removeTranslation: (one) => `Delete a translation of ${article(one)}`,
  upload: (_, many) => `Import ${many} from a file`,
  template: (_, many) => `Get an empty file for the import of ${many}`,
  export: (_, many) => `Export ${many} as a file`,
  resend: (one) => `Send the invitation of ${article(one)} again`,
  updateAll: (_, many) => `Replace all ${many}`,
  bulkUpsert: (_, many) => `Change many ${many} in one language`,
};

/** What only one resource does: the operation's id where its own does not read well, and its line. */
const own: Record<string, [id: string, summary: string]> = {
  "catalogue.companyPermissions": ["listCompanyPermissions", "List the rights of company roles"],
  "catalogue.groups": ["listPermissionGroups", "List the groups of rights"],
  "catalogue.modules": ["listModules", "List the modules of texts"],
  "catalogue.permissions": ["listPermissions", "List the rights of staff's roles"],
  "catalogue.portals": ["listPortals", "List the portals"],
  "companyAdmins.portalRole": ["listCompanyAdminsOfPortalRole", "List the company admins of a portal role"],
  "companyMailTemplates.in": ["getCompanyMailTemplate", "Read a company's text of a mail in one language"],
  "companyMailTemplates.put": ["putCompanyMailTemplate", "Write a company's text of a mail"],
  "companyPersLinks.companies": ["listCompaniesOfPersLinks", "List the companies that have PERS links of a kind"],
  "companyPersLinks.createByKey": ["createCompanyPersLinkByKey", "Create a company PERS link (internal callers)"],
  "companyPersLinks.listByKey": ["listCompanyPersLinksByKey", "List company PERS links (internal callers)"],
  "companyPersLinks.ofPers": ["listCompanyPersLinksOfPers", "List the company links of a PERS"],
  "companyPersLinks.ofPersByKey": [
    "listCompanyPersLinksOfPersByKey",
    "List the company links of a PERS (internal callers)",
  ],
  "companyPersLinks.removeByKey": ["removeCompanyPersLinkByKey", "Delete a company PERS link (internal callers)"],
  "companyPersLinks.updateByKey": ["updateCompanyPersLinkByKey", "Change a company PERS link (internal callers)"],
  "companyRoles.ceiling": ["listCompanyRoleCeiling", "List the rights that a company's roles may have"],
  "contactLogs.anonymize": ["anonymizeContactLogs", "Make contact logs anonymous"],
  "contactLogs.deleteAnonymized": ["deleteAnonymizedContactLogs", "Delete contact logs that are anonymous"],
  "contactLogs.reveal": ["revealContactLog", "Show whose an anonymous contact log is"],
  "contactLogs.store": ["storeContactLogs", "Store contact logs of the platforms"],
  "documentations.addContent": ["addDocumentationContent", "Add a content to a documentation"],
  "documentations.contents": ["listDocumentationContents", "List the contents of a documentation"],
  "documentations.translateContent": [
    "translateDocumentationContent",
    "Add or change a documentation's content in one language",
  ],
  "erpSync.upsert": ["upsertErpRecords", "Create or change records that come from the ERP"],
  "firmwareVersions.addCompatiblePers": ["addCompatiblePers", "Name PERS that a firmware version fits"],
  "firmwareVersions.checkDuplicate": [
    "checkDuplicateFirmwareVersion",
    "Ask whether a firmware version is there already",
  ],
  "firmwareRollouts.plan": ["planFirmwareRollout", "Say what the start of a firmware rollout would do"],
  "firmwareRollouts.start": ["startFirmwareRollout", "Start a firmware rollout"],
  "firmwareRollouts.approve": ["approveFirmwareRollout", "Approve a firmware rollout of others"],
  "firmwareRollouts.sendBack": ["sendBackFirmwareRollout", "Send a firmware rollout back to its draft"],
  "firmwareRollouts.pause": ["pauseFirmwareRollout", "Pause a firmware rollout"],
  "firmwareRollouts.resume": ["resumeFirmwareRollout", "Go on with a firmware rollout"],
  "firmwareRollouts.nextWave": ["beginNextFirmwareWave", "Begin the next wave of a firmware rollout"],
  "firmwareRollouts.cancel": ["cancelFirmwareRollout", "Cancel a firmware rollout"],
  "firmwareRollouts.retryFailed": ["retryFailedFirmware", "Try again with devices that a firmware rollout failed on"],
  "firmwareRollouts.finish": ["finishFirmwareRollout", "Finish a firmware rollout that devices join"],
  "firmwareRollouts.rollBack": ["rollBackFirmwareRollout", "Plan the way back from a firmware rollout"],
  "firmwareRolloutDevices.list": ["listFirmwareRolloutDevices", "List the devices of a firmware rollout"],
  "firmwareDevices.offers": ["askFirmwareOffers", "Ask what devices are to be updated with"],
  "firmwareDevices.report": ["sendFirmwareReports", "Send what became of offered firmware"],
  "firmwareImages.image": ["getFirmwareImage", "Download the image of a firmware version"],
  "firmwareImages.segment": ["getFirmwareSegment", "Download one segment of a firmware version"],
  "alertDesk.list": ["listDeskAlerts", "List alerts of PERS devices as work"],
  "alertDesk.get": ["getDeskAlert", "Read an alert of a PERS device as work"],
  "alertDesk.acknowledge": ["acknowledgePersAlert", "Acknowledge an alert of a PERS device"],
  "alertDesk.assign": ["assignPersAlert", "Assign an alert of a PERS device"],
  "alertDesk.snooze": ["snoozePersAlert", "Snooze an alert of a PERS device"],
  "alertDesk.close": ["closePersAlert", "Close an alert of a PERS device with a reason"],
  "alertDesk.reopen": ["reopenPersAlert", "Reopen an alert of a PERS device"],
  "bulkChanges.plan": ["planBulkChange", "Plan a change of many records"],
  "bulkChanges.run": ["runBulkChange", "Change many records, as planned or at once"],
  "bulkChanges.planDesk": ["planDeskBulkChange", "Plan an action on many alerts of PERS devices"],
  "bulkChanges.runDesk": ["runDeskBulkChange", "Act on many alerts of PERS devices, as planned or at once"],
  "bulkChanges.cancel": ["cancelBulkChange", "Stop a bulk change, and keep or take back what it changed"],
  "bulkChanges.undo": ["undoBulkChange", "Take a bulk change back"],
  "companyBulkChanges.plan": ["planCompanyBulkChange", "Plan a change of many of a company's records"],
  "companyBulkChanges.run": ["runCompanyBulkChange", "Change many of a company's records, as planned or at once"],
  "companyBulkChanges.planDesk": [
    "planDeskBulkChangeOfCompany",
    "Plan an action on many alerts of PERS devices at a company's desk",
  ],
  "companyBulkChanges.runDesk": [
    "runDeskBulkChangeOfCompany",
    "Act on many alerts of PERS devices at a company's desk, as planned or at once",
  ],
  "companyBulkChanges.cancel": [
    "cancelCompanyBulkChange",
    "Stop a company's bulk change, and keep or take back what it changed",
  ],
  "companyBulkChanges.undo": ["undoCompanyBulkChange", "Take a company's bulk change back"],
  "fleetRollouts.list": ["listFleetFirmwareRollouts", "List firmware rollouts to a company's PERS"],
  "fleetRollouts.get": ["getFleetFirmwareRollout", "Read a company's part of a firmware rollout"],
  "fleetRolloutDevices.list": ["listFleetFirmwareRolloutDevices", "List a company's devices of a firmware rollout"],
  "fleetAlerts.list": ["listFleetAlerts", "List alerts of a company's PERS as its work"],
  "fleetAlerts.get": ["getFleetAlert", "Read an alert of a company's PERS as its work"],
  "fleetAlerts.acknowledge": ["acknowledgeFleetAlert", "Acknowledge an alert for a company"],
  "fleetAlerts.assign": ["assignFleetAlert", "Assign an alert within a company"],
  "fleetAlerts.snooze": ["snoozeFleetAlert", "Snooze an alert for a company"],
  "fleetAlerts.close": ["closeFleetAlert", "Close an alert for a company with a reason"],
  "fleetAlerts.reopen": ["reopenFleetAlert", "Reopen an alert for a company"],
  "firmwareVersions.regenerateUuid": ["regenerateFirmwareVersionUuid", "Give a firmware version a new UUID"],
  "firmwareVersions.removeCompatiblePers": ["removeCompatiblePers", "Name PERS that a firmware version fits no more"],
  "firmwareVersions.removeSegments": ["removeFirmwareSegments", "Delete the segments of a firmware version"],
  "firmwareVersions.replaceSegments": ["replaceFirmwareSegments", "Replace the segments of a firmware version"],
  "fleetPers.available": ["listAvailableFleetPers", "List a company's PERS that are free to be linked"],
  "fleetPers.bySerial": ["getFleetPersBySerial", "Read a company's PERS by its serial number"],
  "fleetPers.currentData": ["getFleetPersCurrentData", "Read the current data of a company's PERS"],
  "currentData.get": ["getPersCurrentData", "Read the current data of a PERS"],
  "fleetVehicleModels.createByForm": ["createFleetVehicleModel", "Create a company's vehicle model, with its picture"],
  "fleetVehicleModels.updateByForm": ["updateFleetVehicleModel", "Change a company's vehicle model, with its picture"],
  "fleetVehicleModels.duplicate": ["duplicateFleetVehicleModel", "Copy a company's vehicle model"],
  "inbox.count": ["countInAppNotifications", "Count a person's in-app notifications"],
  "inbox.list": ["listOwnInAppNotifications", "List one's own in-app notifications"],
  "inbox.richText": ["getInAppNotificationText", "Read the text of an in-app notification"],
  "inbox.setPushStatus": ["setPushStatus", "Say what became of a push notification"],
  "inbox.setStatus": ["setInAppNotificationStatus", "Mark in-app notifications as read or unread"],
  "iotMessages.ingest": ["ingestIotMessages", "Store messages of devices"],
  "labels.bulkUpdate": ["bulkUpdateLabels", "Change many labels in one language"],
  "labels.removeOfModule": ["removeLabelsOfModule", "Delete the labels of a module"],
  "login.login": ["login", "Sign in"],
  "login.logout": ["logout", "Sign out"],
  "login.refresh": ["refresh", "Get the next access token and refresh token"],
  "manufacturers.answer": ["answerManufacturer", "Accept or refuse a manufacturer's invitation"],
  "manufacturers.leave": ["leaveManufacturer", "End the link with a manufacturer"],
  "mostFrequentQuestions.content": ["getMostFrequentQuestionContent", "Read a most frequent question in one language"],
  "mostFrequentQuestions.setContent": [
    "setMostFrequentQuestionContent",
    "Write a most frequent question in one language",
  ],
  "mostFrequentQuestions.setStatus": ["setMostFrequentQuestionStatus", "Publish a most frequent question, or hide it"],
  "notificationRequests.send": ["sendNotification", "Send a notification"],
  "password.change": ["changePassword", "Change one's own password"],
  "password.forgot": ["forgotPassword", "Ask for a code to set a new password"],
  "password.reset": ["resetPassword", "Set a new password with a code"],
  "password.validateCode": ["validatePasswordCode", "Ask whether a code for a new password is good"],
  "pers.kit": ["getPersKit", "Read the kit of a PERS"],
  "pers.kitByKey": ["getPersKitByKey", "Read the kit of a PERS (internal callers)"],
  "pers.mailActivationPin": ["mailPersActivationPin", "Mail the PIN that activates a PERS"],
  "pers.updateKit": ["updatePersKit", "Change the kit of a PERS"],
  "pers.updateKitByKey": ["updatePersKitByKey", "Change the kit of a PERS (internal callers)"],
  "platformSync.platformTechs": ["syncPlatformTechs", "Replace the list of platform techs"],
  "platformSync.portals": ["syncPortals", "Replace the list of portals"],
  "portalUsers.companies": ["listCompaniesOfPortalUser", "List the companies of a portal user"],
  "portalUsers.getOptin": ["getPortalUserOptin", "Read what a portal user agreed to"],
  "portalUsers.putOptin": ["putPortalUserOptin", "Write what a portal user agreed to"],
  "privacyPolicies.upsert": ["upsertPrivacyPolicy", "Create or change a privacy policy"],
  "profile.get": ["getProfile", "Read one's own profile"],
  "profile.me": ["getMe", "Read who one is, with one's rights"],
  "profile.storeDevice": ["storeOwnDevice", "Register the phone that one is signed in with"],
  "conditionalFeatures.own": ["listOwnConditionalFeatures", "List the conditional features that are on for oneself"],
  "recipients.values": ["readRecipientValues", "Read what messages can say of their recipients"],
  "profile.update": ["updateProfile", "Change one's own profile"],
  "readNotificationTemplates.getByContent": [
    "getNotificationTemplateByContent",
    "Read a notification template by one of its contents",
  ],
  "readNotificationTemplates.getByKey": ["getNotificationTemplateByKey", "Read a notification template by its key"],
  "readPlatformPageTechs.getByKey": ["getPlatformPageTechByKey", "Read a platform page by its key"],
  "registration.generateCode": ["generateRegistrationCode", "Ask for the code of a registration again"],
  "registration.register": ["register", "Register an account"],
  "registration.verify": ["verifyRegistration", "Confirm a registration with its code"],
  "riders.portalRole": ["listRidersOfPortalRole", "List the riders of a portal role"],
  "roles.removeAll": ["removeRoles", "Delete many roles"],
  "sheetActivities.listOwn": ["listOwnSheetActivities", "List one's own activities on a record"],
  "subcontractors.manageBrands": ["manageSubcontractorBrands", "Say which brands a subcontractor looks after"],
  "subcontractors.managePers": ["manageSubcontractorPers", "Say which PERS a subcontractor looks after"],
  "dealerVehicles.unlink": ["unlinkDealerVehicle", "Take a vehicle back from a dealer"],
  "switchTo.switchTo": ["switchTo", "Act as a member of a company"],
  "userDevices.current": ["getCurrentDevice", "Read the phone where a person was last"],
  "userDevices.remove": ["removeUserDevice", "Remove a person's phone, so that nothing is pushed to it"],
  "companyMailTemplates.editable": [
    "listCompanyMailTemplates",
    "List the mails that a company may have its own text of",
  ],
  "userDevices.store": ["storeUserDevice", "Register a person's phone for push notifications"],
};

const ids: Record<string, string> = { template: "get", updateAll: "replace" };

/** The id of an operation, which generators make functions of: `listPers`, `login`. */
export function operationIdOf(name: string): string {
  const known = own[name];
  if (known) return known[0];
  const [resource = "", action] = name.split(".");
  if (!action) return resource;
  const key = resource.endsWith("ByKey") ? "ByKey" : "";
  const many = resource.replace(/^[a-z]/, (letter) => letter.toUpperCase()).replace(/ByKey$/, "");
  const one = /(Pers|Os)$/.test(many) ? many : singular(many);
  const noun = /^(list|upload|template|export|updateAll|bulkUpsert)$/.test(action) ? many : one;
  const [, done, part] = /^(remove|change)(Translation)$/.exec(action) ?? [undefined, action, ""];
  return `${ids[action] ?? done}${noun}${part}${action === "template" ? "Template" : ""}${key}`;
}

/** One line that says what an operation does; its name where there is none, which a test of the real document finds. */
export function summaryOf({ name, rest, searches }: Pick<Operation, "name" | "rest" | "searches">): string {
  if (searches) return `${summaryOf(searches)}, with filters in the body`;
  const [resource = "", action = ""] = name.split(".");
  const summary = rest.summary ?? own[name]?.[1] ?? verbs[action]?.(...nounOf(resource)) ?? name;
  return resource.endsWith("ByKey") ? `${summary} (internal callers)` : summary;
}

const right = (permission: string) =>
  isPermission(permission) ? `"${permissionCatalogue[permission].label}" (\`${permission}\`)` : permission;

/** Who may call an operation: what a 403 would say afterwards. */
function whoMay({ rest, meta: { permission, company, staffOnly } }: Operation): string[] {
  if (rest.auth === "none") return ["Needs no credentials."];
  if (permission === "public") return ["Looks at its credentials itself."];
  if (permission === "signed-in") return ["For anybody who is signed in."];
  const needed = right(permission);
  const key = `keys need the scope \`${permission}\``;
  if (rest.auth === "apiKey") return [`For internal callers: ${key}.`];
  const keys = rest.auth === "either" ? `; ${key}` : "";
  if (!company) return [`For staff with the right ${needed}${keys}.`];
  if (staffOnly) return [`For staff with the right ${needed}, inside of one company${keys}.`];
  if (permission === "member") return ["For everybody who belongs to the company."];
  const verified = isForVerified(permission) ? ["The company has to be verified."] : [];
  return [`For the company's people with the right ${needed}, and for staff who hold it${keys}.`, ...verified];
}

/** What else a caller has to know, in Markdown. */
export function descriptionOf(operation: Operation): string {
  const { headers, rest, searches } = operation;
  const isVersioned = headers.some(({ name }) => name === "If-Match");
  return [
    `${summaryOf(operation)}.`,
    ...whoMay(operation),
    ...(searches ? [`As \`GET /api${searches.rest.path}\`, without an address in the URL, which logs keep.`] : []),
    ...(isVersioned ? ["`If-Match` takes the record's `ETag` or its `version`: 412 where it has changed since."] : []),
    ...(rest.section && /^4/.test(rest.section) ? [`Section ${rest.section} of the API's specification.`] : []),
  ].join(" ");
}
