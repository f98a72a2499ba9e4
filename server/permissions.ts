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

export const groupCodes = { BACKOFFICE: "Backoffice", PRO_CENTER: "Pro Center", RIDER: "Rider" } as const;

/**
 * The permission catalogue: code → [label, module, group]. Procedures, REST, menus and buttons all name these codes;
 * the `permissions` table is kept equal to it.
 */
export const permissionCatalogue = {
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
  "sheet-activity.read": ["See notes on sheets", "operations", "BACKOFFICE"],
  "sheet-activity.write": ["Write notes on sheets", "operations", "BACKOFFICE"],
  "sheet-activity.manage": ["Edit notes of others", "operations", "BACKOFFICE"],
  "language.read": ["See languages", "content", "BACKOFFICE"],
  "language.write": ["Edit languages", "content", "BACKOFFICE"],
  "country.read": ["See countries", "content", "BACKOFFICE"],
  "country.write": ["Edit countries", "content", "BACKOFFICE"],
  "label.read": ["See interface labels", "content", "BACKOFFICE"],
  "label.write": ["Edit and import interface labels", "content", "BACKOFFICE"],
  "file.write": ["Upload files for records", "content", "BACKOFFICE"],
  "model-pers.read": ["See PERS models", "devices", "BACKOFFICE"],
  "model-pers.write": ["Edit PERS models", "devices", "BACKOFFICE"],
  "pers.read": ["See PERS devices", "devices", "BACKOFFICE"],
  "pers.write": ["Edit PERS devices", "devices", "BACKOFFICE"],
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
  "company-admin.read": ["See the people of companies", "companies", "BACKOFFICE"],
  "company-admin.write": ["Invite admins of companies and end memberships", "companies", "BACKOFFICE"],
  "company-mail-template.read": ["See the mail texts of companies", "companies", "BACKOFFICE"],
  "company-mail-template.write": ["Edit the mail texts of companies", "companies", "BACKOFFICE"],
  "company-role.read": ["See the roles of companies", "companies", "BACKOFFICE"],
  "company-role.write": ["Edit the roles of companies and who may grant them", "companies", "BACKOFFICE"],
  "mail-log.read": ["See the mail log", "operations", "BACKOFFICE"],
  "mail-log.write": ["Send failed mails again", "operations", "BACKOFFICE"],
  "routine-log.read": ["See the routine log", "operations", "BACKOFFICE"],
  "audit.read": ["See who changed what", "operations", "BACKOFFICE"],
  "company-pers.read": ["See the company's PERS devices", "pro-center", "PRO_CENTER"],
  "company-vehicle.read": ["See the company's vehicles", "pro-center", "PRO_CENTER"],
  "company-member.read": ["See the company's members", "pro-center", "PRO_CENTER"],
} as const satisfies Record<string, readonly [string, keyof typeof moduleCodes, keyof typeof groupCodes]>;

export type Permission = keyof typeof permissionCatalogue;
export const permissionCodes = Object.keys(permissionCatalogue) as Permission[];
export const isPermission = (code: string): code is Permission => Object.hasOwn(permissionCatalogue, code);
