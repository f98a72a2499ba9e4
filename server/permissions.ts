import { companyPermissions, forVerifiedOnly } from "./company-permissions.rules";
import { catalogueOf } from "./permission-modules.rules";

/**
 * The permission catalogue, a line for each: code → label, module, group. Procedures, REST, menus and buttons all name
 * these codes; the `permissions` table is kept equal to it.
 */
export const permissionCatalogue = catalogueOf({
  "role.read": ["See roles and permissions", "identity", "BACKOFFICE"],
  "role.write": ["Edit roles and who may grant them", "identity", "BACKOFFICE"],
  "api-key.read": ["See API keys", "identity", "BACKOFFICE"],
  "api-key.write": ["Create and revoke API keys", "identity", "BACKOFFICE"],
  "portal-user.read": ["See portal users", "identity", "BACKOFFICE"],
  "portal-user.write": ["Edit portal users", "identity", "BACKOFFICE"],
  "second-factor.reset": ["Reset the second factor of others", "identity", "BACKOFFICE"],
  "staff.read": ["See staff", "identity", "BACKOFFICE"],
  "staff.write": ["Invite, edit and disable staff", "identity", "BACKOFFICE"],
  "rider.read": ["See riders", "identity", "BACKOFFICE"],
  "user-role.write": ["Give and take roles of users", "identity", "BACKOFFICE"],
  "switch-to.use": ["Switch to a member of a company", "identity", "BACKOFFICE"],
  "list-view.share": ["Share views of lists with roles and with everybody", "operations", "BACKOFFICE"],
  "sheet-activity.read": ["See notes on sheets", "operations", "BACKOFFICE"],
  "sheet-activity.write": ["Write notes on sheets", "operations", "BACKOFFICE"],
  "sheet-activity.manage": ["Edit notes of others", "operations", "BACKOFFICE"],
  "language.read": ["See languages", "content", "BACKOFFICE"],
  "language.write": ["Edit languages", "content", "BACKOFFICE"],
  "country.read": ["See countries", "content", "BACKOFFICE"],
  "country.write": ["Edit countries", "content", "BACKOFFICE"],
  "label.read": ["See interface labels", "content", "BACKOFFICE"],
  "label.write": ["Edit and import interface labels", "content", "BACKOFFICE"],
  "formatted-text.read": ["See formatted texts", "content", "BACKOFFICE"],
  "formatted-text.write": ["Edit and import formatted texts", "content", "BACKOFFICE"],
  "message.read": ["See messages of apps", "content", "BACKOFFICE"],
  "message.write": ["Edit and import messages of apps", "content", "BACKOFFICE"],
  "faq.read": ["See the FAQ", "content", "BACKOFFICE"],
  "faq.write": ["Edit the FAQ", "content", "BACKOFFICE"],
  "documentation.read": ["See documentation and its files", "content", "BACKOFFICE"],
  "documentation.write": ["Edit documentation", "content", "BACKOFFICE"],
  "help-desk-button.read": ["See help-desk buttons", "content", "BACKOFFICE"],
  "help-desk-button.write": ["Edit help-desk buttons", "content", "BACKOFFICE"],
  "most-frequent-question.read": ["See most frequent questions", "content", "BACKOFFICE"],
  "most-frequent-question.write": ["Edit most frequent questions", "content", "BACKOFFICE"],
  "privacy-policy.read": ["See the privacy policy and its versions", "content", "BACKOFFICE"],
  "privacy-policy.write": ["Edit and publish the privacy policy", "content", "BACKOFFICE"],
  "app-version.read": ["See app versions", "content", "BACKOFFICE"],
  "app-version.write": ["Edit app versions", "content", "BACKOFFICE"],
  "conditional-feature.read": ["See conditional features", "content", "BACKOFFICE"],
  "conditional-feature.write": ["Edit conditional features", "content", "BACKOFFICE"],
  "file.write": ["Upload files for records", "content", "BACKOFFICE"],
  "model-pers.read": ["See PERS models", "devices", "BACKOFFICE"],
  "model-pers.write": ["Edit PERS models", "devices", "BACKOFFICE"],
  "pers.read": ["See PERS devices", "devices", "BACKOFFICE"],
  "pers.write": ["Edit PERS devices", "devices", "BACKOFFICE"],
  "pers.pin": ["Make new activation PINs of PERS devices", "devices", "BACKOFFICE"],
  "vehicle.read": ["See vehicles, models and brands", "devices", "BACKOFFICE"],
  "vehicle.write": ["Edit vehicles, models and brands", "devices", "BACKOFFICE"],
  "alert.read": ["See alerts and their levels", "devices", "BACKOFFICE"],
  "alert.write": ["Edit alerts and their levels", "devices", "BACKOFFICE"],
  "vehicle-brand-message.read": ["See messages of vehicle brands", "devices", "BACKOFFICE"],
  "vehicle-brand-message.write": ["Edit messages of vehicle brands", "devices", "BACKOFFICE"],
  "iot.read": ["See messages that devices sent", "devices", "BACKOFFICE"],
  "iot.write": ["Send messages of devices", "devices", "BACKOFFICE"],
  "firmware.read": ["See firmware", "devices", "BACKOFFICE"],
  "firmware.write": ["Edit firmware", "devices", "BACKOFFICE"],
  "company.read": ["See companies", "companies", "BACKOFFICE"],
  "company.write": ["Make, edit and disable companies", "companies", "BACKOFFICE"],
  "company-admin.read": ["See the people of companies", "companies", "BACKOFFICE"],
  "company-admin.write": ["Invite admins of companies and end memberships", "companies", "BACKOFFICE"],
  "company-merge.read": ["See merged companies, and what a merge would do", "companies", "BACKOFFICE"],
  "company-merge.write": ["Merge and refuse companies, and undo merges", "companies", "BACKOFFICE"],
  "company-mail-template.read": ["See the mail texts of companies", "companies", "BACKOFFICE"],
  "company-mail-template.write": ["Edit the mail texts of companies", "companies", "BACKOFFICE"],
  "company-role.read": ["See the roles of companies", "companies", "BACKOFFICE"],
  "company-role.write": ["Edit the roles of companies and who may grant them", "companies", "BACKOFFICE"],
  "company-category.read": ["See company categories", "companies", "BACKOFFICE"],
  "company-category.write": ["Edit company categories and their ceilings", "companies", "BACKOFFICE"],
  "company-pers-link.read": ["See which company has which PERS device", "companies", "BACKOFFICE"],
  "company-pers-link.write": ["Link PERS devices to companies", "companies", "BACKOFFICE"],
  "company-preference.read": ["See the preferences of companies", "companies", "BACKOFFICE"],
  "company-preference.write": ["Edit the preferences of companies", "companies", "BACKOFFICE"],
  "company-pilot.read": ["See the pilots of companies", "companies", "BACKOFFICE"],
  "company-pilot.write": ["Invite pilots of companies and end memberships", "companies", "BACKOFFICE"],
  "company-team.read": ["See the teams of companies", "companies", "BACKOFFICE"],
  "company-team.write": ["Edit the teams of companies", "companies", "BACKOFFICE"],
  "company-partner-referent.read": ["See partner referents", "companies", "BACKOFFICE"],
  "company-partner-referent.write": ["Edit partner referents", "companies", "BACKOFFICE"],
  "company-reach.read": ["See which companies may reach a device or a vehicle", "companies", "BACKOFFICE"],
  "company-vehicle-link.read": ["See which company has which vehicle", "companies", "BACKOFFICE"],
  "company-vehicle-link.write": ["Link vehicles to companies", "companies", "BACKOFFICE"],
  "company-vehicle-brand-link.read": ["See which company has which vehicle brand", "companies", "BACKOFFICE"],
  "company-vehicle-brand-link.write": ["Link vehicle brands to companies", "companies", "BACKOFFICE"],
  "mail-template.read": ["See the texts of mails", "content", "BACKOFFICE"],
  "mail-template.write": ["Edit the texts of mails", "content", "BACKOFFICE"],
  "platform-tech.read": ["See platform techs", "operations", "BACKOFFICE"],
  "platform-tech.write": ["Edit platform techs", "operations", "BACKOFFICE"],
  "notification-sync.write": ["Send the lists of portals and platform techs", "notification", "BACKOFFICE"],
  "platform-page-tech.read": ["See pages of apps", "notification", "BACKOFFICE"],
  "platform-page-tech.write": ["Edit pages of apps", "notification", "BACKOFFICE"],
  "notification-template.read": ["See notification templates", "notification", "BACKOFFICE"],
  "notification-template.write": ["Edit notification templates", "notification", "BACKOFFICE"],
  "device.read": ["See devices that take pushes", "notification", "BACKOFFICE"],
  "device.write": ["Store devices that take pushes", "notification", "BACKOFFICE"],
  "device.token": ["Read the push tokens of devices, by key", "notification", "BACKOFFICE"],
  "notification-request.read": ["See notification requests and their deliveries", "notification", "BACKOFFICE"],
  "notification-request.write": ["Send notifications, cancel and resend them", "notification", "BACKOFFICE"],
  "notification.read": ["Read the notifications of others", "notification", "BACKOFFICE"],
  "notification.write": ["Mark the notifications of others", "notification", "BACKOFFICE"],
  "mail-log.read": ["See the mail log", "operations", "BACKOFFICE"],
  "mail-log.write": ["Send failed mails again", "operations", "BACKOFFICE"],
  "routine-log.read": ["See the routine log", "operations", "BACKOFFICE"],
  "contact-log.read": ["See what people wrote to us", "operations", "BACKOFFICE"],
  "contact-log.write": [
    "Anonymise contact logs, delete anonymised ones and send new ones by key",
    "operations",
    "BACKOFFICE",
  ],
  "contact-log.reveal": ["Bring anonymised contact logs back", "operations", "BACKOFFICE"],
  "erp-sync.read": ["See the ERP sync and what it did", "operations", "BACKOFFICE"],
  "erp-sync.write": ["Set up the ERP sync, run it and undo runs", "operations", "BACKOFFICE"],
  "job.read": ["See what the workers do", "operations", "BACKOFFICE"],
  "job.write": ["Run failed jobs again", "operations", "BACKOFFICE"],
  "webhook.read": ["See webhooks and their deliveries", "operations", "BACKOFFICE"],
  "webhook.write": ["Set up webhooks and send messages again", "operations", "BACKOFFICE"],
  "privacy.read": ["See and download everything that is held of a person", "operations", "BACKOFFICE"],
  "privacy.erase": ["Ask for the erasure of a person, and confirm that of another", "operations", "BACKOFFICE"],
  "retention.read": ["See how long logs are kept", "operations", "BACKOFFICE"],
  "retention.write": ["Set how long logs are kept", "operations", "BACKOFFICE"],
  "audit.read": ["See who changed what", "operations", "BACKOFFICE"],
  ...companyPermissions,
});

export type Permission = keyof typeof permissionCatalogue;
export const permissionCodes = Object.keys(permissionCatalogue) as Permission[];
export const isPermission = (code: string): code is Permission => Object.hasOwn(permissionCatalogue, code);

/** Rights that were cut out of a larger one: who holds that holds them too, so that no upgrade takes them from anybody. */
const partOf: Partial<Record<Permission, Permission>> = { "pers.pin": "pers.write" };

/** The rights that give this one: itself, and the larger one that it is a part of. */
export const givenBy = (code: Permission): Permission[] => [code, ...(partOf[code] ? [partOf[code]] : [])];

/** These codes, with the rights that are parts of them. */
export function withParts(codes: readonly string[]): string[] {
  const parts = permissionCodes.filter((code) => partOf[code] && codes.includes(partOf[code]));
  return [...new Set([...codes, ...parts])];
}

/** Whether people of a company may do this only once staff have verified it. */
export const isForVerified = (code: string) => forVerifiedOnly.some((one) => one === code);
