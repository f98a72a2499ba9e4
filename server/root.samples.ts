import { crc32 } from "node:zlib";
import type { Database } from "@/db/client";
import {
  companies,
  companyRoles,
  companyVehicleLinks,
  erasures,
  mailLog,
  platformContactLogs,
  sessions,
  userRoles,
  users,
  vehicleBrands,
  vehicleModels,
  vehicles,
} from "@/db/schema";
import { categoryId, languageId, seedBase } from "@/seed/base";
import { makeRole } from "@/server/identity/testing";
import type { Actor } from "@/server/kit/call/context";
import { fixedId } from "@/server/kit/record/fixed-id";
import { staffCtx } from "@/server/kit/testing";
import { alertDeskSamples, prepareAlertDeskSamples } from "@/server/testing/alert-desk-samples";
import { bulkSamples, prepareBulkSamples } from "@/server/testing/bulk-samples";
import { contentSamples } from "@/server/testing/content-samples";
import { notificationSamples, prepareNotificationSamples } from "@/server/testing/notification-samples";
import { members, portalSamples, preparePortalSamples } from "@/server/testing/portal-samples";
import { prepareQueueSamples, queueSamples } from "@/server/testing/queue-samples";
import { prepareRemovalSamples, removalSamples } from "@/server/testing/removal-samples";
import { prepareRolloutSamples, rolloutSamples } from "@/server/testing/rollout-samples";
import { id, imported, picture, plain, type Step, step, translation } from "@/server/testing/sample-steps";
import { vehicleSamples } from "@/server/testing/vehicle-samples";
import { prepareWebhookSamples, webhookSamples } from "@/server/testing/webhook-samples";

/** The company that the samples are about; the walk puts it there. */
const companyId = "00000000-0000-7000-8000-00000000fa03";
/** A role of it. */
const secondRole = "00000000-0000-7000-8000-00000000fa04";
const mailTemplateId = fixedId("mail-template", "COMPANY_INVITATION");
const mailText = { subject: "Bienvenue", content: "Bonjour {{firstName}},\n{{link}}" };
const inCompany = { companyId };
const person = (email: string) => ({ email, firstName: "Ad", lastName: "Min" });

const french = languageId("fr");
const data = Buffer.from("firmware");
const segment = {
  index: 0,
  startAddress: 4096,
  length: data.length,
  crc32: crc32(data).toString(16).padStart(8, "0"),
  data: data.toString("base64"),
};
const image = { fileName: "core.bin", base64: data.toString("base64"), format: "binary", startAddress: 8192 };
/** Mails that could not be sent; the walk puts them there. */
const failedMails = ["00000000-0000-7000-8000-00000000fa01", "00000000-0000-7000-8000-00000000fa02"];
/** A link of the company to a vehicle; the walk puts it there. */
const sampleVehicleLink = fixedId("sample", "vehicle-link");
/** Somebody whom another of staff asked to erase; the walk puts it there. */
const sampleErasure = fixedId("sample", "erasure");
const gone = "gone@x.demo";
/** What somebody wrote; the walk puts it there. */
const sampleLog = fixedId("sample", "contact-log");

/**
 * One call of each mutation, in an order in which every one of them changes something: the audit walk in
 * `root.audit.slow.test.ts` makes them. A new mutation gets its line here.
 */
export const samples: Step[] = [
  ...plain("listViews", { list: "pers", name: "Audited view", query: { status: "active" } }, { name: "Changed" }),
  ...plain("modelPers", { label: "Audited model" }, { description: "Changed" }),
  step("modelPers.setPicture", (made) => ({ id: id(made, "modelPers"), picture })),
  ...plain("firmwareCategories", { label: "Audited category" }, { description: "Changed" }),
  step(
    "firmwareVersions.create",
    (made) => ({
      firmwareVersion: "1.0.0",
      categoryId: id(made, "firmwareCategories"),
      updateId: "u1",
      firmwareType: 1,
    }),
    "version",
  ),
  step("firmwareVersions.update", (made) => ({ id: id(made, "version"), releaseNote: "Changed" })),
  step("firmwareVersions.regenerateUuid", (made) => ({ id: id(made, "version") })),
  step(
    "firmwareVersions.addCompatiblePers",
    (made) => ({ id: id(made, "version"), modelPersId: id(made, "modelPers") }),
    "compatibility",
  ),
  step("firmwareVersions.removeCompatiblePers", (made) => ({
    id: id(made, "version"),
    compatiblePersId: id(made, "compatibility"),
  })),
  step("firmwareVersions.replaceSegments", (made) => ({ id: id(made, "version"), segments: [segment] })),
  step("firmwareVersions.previewImage", (made) => ({ id: id(made, "version"), ...image }), "image"),
  step("firmwareVersions.uploadImage", (made) => ({
    id: id(made, "version"),
    ...image,
    sha256: made.image?.sha256,
  })),
  step("firmwareVersions.removeSegments", (made) => ({ id: id(made, "version") })),
  step("firmwareVersions.remove", (made) => ({ id: id(made, "version") })),
  step("firmwareVersions.restore", (made) => ({ id: id(made, "version") })),
  step("pers.create", (made) => ({ nuSerialPersNumber: "AUDIT-1", modelPERSId: id(made, "modelPers") }), "pers"),
  step("pers.update", (made) => ({ id: id(made, "pers"), firmwareVersionId: id(made, "version") })),
  step("pers.setStatus", (made) => ({ ids: [id(made, "pers")], status: "active" })),
  step("pers.mailActivationPin", (made) => ({ id: id(made, "pers") })),
  step("pers.showActivationPin", (made) => ({ id: id(made, "pers") })),
  step("pers.updateKit", (made) => ({
    id: id(made, "pers"),
    currentKitConfiguration: { version: 1, sensors: ["speed"] },
  })),
  step("pers.updateKitByKey", (made) => ({
    id: id(made, "pers"),
    currentKitConfiguration: { version: 1, sensors: [] },
  })),
  step("pers.remove", (made) => ({ id: id(made, "pers") })),
  step("pers.restore", (made) => ({ id: id(made, "pers") })),
  ...vehicleSamples,
  ...plain("levelAlerts", { label: "Audited level", color: "#ff0000", rank: 9 }, { rank: 8 }),
  step(
    "levelAlerts.translate",
    (made) => ({ id: id(made, "levelAlerts"), languageId: french, label: "Niveau" }),
    "levelAlerts",
  ),
  step("levelAlerts.removeTranslation", (made) => ({ translationId: translation(made, "levelAlerts", french) })),
  step(
    "alerts.create",
    (made) => ({
      alertLabel: "Audited alert",
      code: "audited",
      topicAlert: "battery",
      groupAlert: "device",
      levelAlertId: id(made, "levelAlerts"),
    }),
    "alert",
  ),
  step("alerts.update", (made) => ({ id: id(made, "alert"), topicAlert: "radio" })),
  step("alerts.translate", (made) => ({ id: id(made, "alert"), languageId: french, title: "Alerte" }), "alert"),
  step("alerts.changeTranslation", (made) => ({
    id: id(made, "alert"),
    translationId: translation(made, "alert", french),
    title: "Une alerte",
  })),
  step("alerts.removeTranslation", (made) => ({
    id: id(made, "alert"),
    translationId: translation(made, "alert", french),
  })),
  step("alerts.remove", (made) => ({ id: id(made, "alert") })),
  step("alerts.restore", (made) => ({ id: id(made, "alert") })),
  ...rolloutSamples,
  ...alertDeskSamples,
  ...bulkSamples,
  ...removalSamples,
  step(
    "vehicleBrandMessages.create",
    (made) => ({
      vehicleBrandId: id(made, "vehicleBrands"),
      languageId: french,
      title: "Bonjour",
      content: "Bienvenue",
    }),
    "message",
  ),
  step("vehicleBrandMessages.update", (made) => ({ id: id(made, "message"), title: "Salut" })),
  step("vehicleBrandMessages.remove", (made) => ({ id: id(made, "message") })),
  step("vehicleBrandMessages.restore", (made) => ({ id: id(made, "message") })),
  ...queueSamples,
  step("companyCategories.update", () => ({
    id: categoryId("FLEET"),
    label: "Fleets",
    permissions: ["company-member.read", "company-pers.read"],
    ifMatch: "*",
  })),
  step(
    "companyCategories.translate",
    () => ({ id: categoryId("FLEET"), languageId: french, label: "Une flotte" }),
    "fleet",
  ),
  step("companyCategories.removeTranslation", (made) => ({ translationId: translation(made, "fleet", french) })),
  step(
    "companyPersLinks.create",
    (made) => ({ companyId, persId: id(made, "pers"), linkType: 1, startDate: "2200-01-01" }),
    "persLink",
  ),
  step("companyPersLinks.update", (made) => ({ companyId, id: id(made, "persLink"), comment: "Changed" })),
  step("companyPersLinks.remove", (made) => ({ companyId, id: id(made, "persLink") })),
  step("companyPersLinks.restore", (made) => ({ companyId, id: id(made, "persLink") })),
  ...imported(
    "companyPersLinks",
    "Serial Number,Link Type,Start Date,End Date\nAUDIT-1,1,2010-01-01,2011-01-01\n",
    inCompany,
  ),
  step("companyPersLinks.createByKey", (made) => ({ companyId, persId: id(made, "pers"), linkType: 2 }), "secondLink"),
  step("companyPersLinks.updateByKey", (made) => ({ id: id(made, "secondLink"), comment: "Changed" })),
  step("companyPersLinks.removeByKey", (made) => ({ id: id(made, "secondLink") })),
  step("companyVehicleLinks.create", (made) => ({ companyId, vehicleId: id(made, "vehicle") })),
  step("companyVehicleLinks.remove", () => ({ companyId, linkId: sampleVehicleLink })),
  step(
    "companyVehicleBrandLinks.create",
    (made) => ({ companyId, vehicleBrandId: id(made, "vehicleBrands"), linkType: 1 }),
    "brandLink",
  ),
  step("companyVehicleBrandLinks.update", (made) => ({ id: id(made, "brandLink"), linkType: 2 })),
  step("companyVehicleBrandLinks.remove", (made) => ({ id: id(made, "brandLink") })),
  step("companyVehicleBrandLinks.restore", (made) => ({ id: id(made, "brandLink") })),
  step("companyPreferences.update", () => ({ companyId, weeklyReport: true })),
  ...plain("companyTeams", { companyId, name: "Couriers" }, { name: "Riders" }),
  step("companyTeams.create", () => ({ companyId, name: "Night shift" }), "otherTeam"),
  step(
    "companyPilots.create",
    (made) => ({ companyTeamId: id(made, "companyTeams"), user: person("pilot@company.test") }),
    "pilot",
  ),
  step("companyPilots.update", (made) => ({ id: id(made, "pilot"), companyTeamId: id(made, "otherTeam") })),
  step("companyPilots.remove", (made) => ({ id: id(made, "pilot") })),
  ...plain(
    "companyPartnerReferents",
    { firstName: "Ref", lastName: "Erent", email: "referent@persdesk.test", companyIds: [companyId] },
    { companyIds: [] },
  ),
  step("companyPartnerReferents.update", (made) => ({
    id: id(made, "companyPartnerReferents"),
    companyIds: [companyId],
    ifMatch: "*",
  })),
  step("mailLogs.sendAgain", () => ({ id: failedMails[0] })),
  step("mailLogs.sendManyAgain", () => ({ ids: [failedMails[1]] })),
  ...contentSamples,
  ...portalSamples,
  ...notificationSamples,
  ...plain(
    "roles",
    {
      code: "AUDITED",
      name: "Audited",
      groupCode: "BACKOFFICE",
      portalId: fixedId("portal", "backoffice"),
      permissions: [],
    },
    { permissions: ["pers.read"] },
  ),
  step("allowManage.updateAll", (made) => ({
    items: [{ roleManagerId: fixedId("role", "ADMIN"), roleId: id(made, "roles"), allowed: true }],
  })),
  step("roles.removeAll", (made) => ({ ids: [id(made, "roles")] })),
  step(
    "portalUsers.create",
    () => ({ email: "audited@persdesk.test", firstName: "Au", lastName: "Dited", type: "Rider" }),
    "portalUser",
  ),
  step("invitations.sendToUser", (made) => ({ userId: id(made, "portalUser") })),
  step("portalUsers.update", (made) => ({ id: id(made, "portalUser"), status: "active" })),
  step("portalUsers.update", (made) => ({ id: id(made, "portalUser"), email: "other@persdesk.test" })),
  step("portalUsers.cancelEmailChange", (made) => ({ id: id(made, "portalUser") })),
  step("portalUsers.putOptin", (made) => ({
    userId: id(made, "portalUser"),
    platformTechKey: "RIDER_APP",
    weeklyReport: true,
  })),
  step(
    "sheetActivities.create",
    (made) => ({
      objectId: id(made, "portalUser"),
      modelType: "user",
      content: "Called",
    }),
    "note",
  ),
  step("sheetActivities.update", (made) => ({ id: id(made, "note"), content: "Called twice" })),
  step("sheetActivities.remove", (made) => ({ id: id(made, "note") })),
  step("sheetActivities.restore", (made) => ({ id: id(made, "note") })),
  step("staff.create", () => ({ email: "colleague@persdesk.test", firstName: "Col", lastName: "League" }), "colleague"),
  step("staff.update", (made) => ({ id: id(made, "colleague"), lastName: "Changed" })),
  step("staff.update", (made) => ({ id: id(made, "colleague"), email: "renamed@persdesk.test" })),
  step("staff.cancelEmailChange", (made) => ({ id: id(made, "colleague") })),
  step("staff.invite", (made) => ({ id: id(made, "colleague") })),
  step("staff.endSessions", (made) => ({ userId: id(made, "colleague") })),
  step("sessions.endOthers", () => ({})),
  ...webhookSamples,
  step("apiKeys.create", () => ({ name: "Audited key", scopes: ["pers.read"] }), "key"),
  step("apiKeys.rotate", (made) => ({ id: id(made, "key"), overlap: "1h" })),
  step("apiKeys.revoke", (made) => ({ id: id(made, "key") })),
  ...members("companyUsers", inCompany),
  step("companyAdmins.create", () => ({ companyId, ...person("admin@company.test") }), "admin"),
  step("companyAdmins.resend", (made) => ({ id: id(made, "admin") })),
  step("companyAdmins.remove", (made) => ({ id: id(made, "admin") })),
  step("companyAdminsByKey.create", () => ({ companyId, ...person("other-admin@company.test") }), "admin"),
  step("companyAdminsByKey.resend", (made) => ({ id: id(made, "admin") })),
  step("companyAdminsByKey.remove", (made) => ({ id: id(made, "admin") })),
  ...plain("companyRoles", { title: "Audited role" }, { permissions: ["company-member.read"] }, inCompany),
  step("companyRoles.setRights", (made) => ({
    companyId,
    items: [{ companyRoleId: id(made, "companyRoles"), permissions: ["company-pers.read"], ifMatch: "*" }],
  })),
  step(
    "companyRoles.translate",
    (made) => ({ companyId, id: id(made, "companyRoles"), languageId: french, title: "Rôle" }),
    "companyRole",
  ),
  step("companyRoleConfigurations.updateAll", (made) => ({
    companyId,
    items: [{ companyRoleId: id(made, "companyRoles"), isDefault: true }],
  })),
  step("companyAllowToManage.updateAll", (made) => ({
    companyId,
    items: [{ roleManagerId: id(made, "companyRoles"), roleId: secondRole, allowed: true }],
  })),
  step("contactLogs.anonymize", () => ({ id: sampleLog })),
  step("contactLogs.reveal", () => ({ id: sampleLog })),
  step("contactLogs.deleteAnonymized", () => undefined),
  step("privacy.download", () => ({ email: "w@x.demo", format: "json" })),
  step("erasures.request", () => ({ email: "w@x.demo", reason: "asked" }), "erasure"),
  step("erasures.cancel", (made) => ({ id: id(made, "erasure") })),
  step("erasures.plan", () => ({ email: gone }), "plan of an erasure"),
  step("erasures.confirm", (made) => ({ id: sampleErasure, planHash: made["plan of an erasure"]?.hash })),
  step("retentions.set", () => ({ kind: "audit-log", days: 3650 })),
  step("erpSync.upsert", () => ({ cron: "5 4 * * *" })),
  ...imported("erpSync", "Kind,Number,ERP id,Name,Category\ncompany,AUDIT-ERP,E-1,Audited GmbH,FLEET\n"),
  step("companyMailLooks.setColor", () => ({ companyId, color: "#8a1c3c" })),
  step("companyMailLooks.setLogo", () => ({ companyId, logo: picture })),
  step("companyMailTemplates.put", () => ({ companyId, mailTemplateId, languageId: french, ...mailText }), "ownMail"),
  step("companyMailTemplates.remove", (made) => ({ companyId, id: id(made, "ownMail") })),
  step("companyMailTemplates.restore", (made) => ({ companyId, id: id(made, "ownMail") })),
  step("companyRoles.removeTranslation", (made) => ({
    companyId,
    id: id(made, "companyRoles"),
    translationId: translation(made, "companyRole", french),
  })),
];

/** The erasure was asked for by another; who calls has had the right for long, and has signed in since. */
async function prepareErasure(db: Database, actor: Actor) {
  if (actor.kind !== "user") return;
  const lapsesAt = new Date(Date.now() + 3_600_000).toISOString();
  await db.insert(erasures).values({
    id: sampleErasure,
    email: gone,
    emailHash: "sample",
    pseudonym: "Erased person",
    reason: "asked",
    status: "requested",
    requestedById: companyId,
    requestedBy: "Another",
    lapsesAt,
    createdAt: "2026-01-01T00:00:00.000Z",
  });
  const role = await makeRole(db, ["privacy.erase", "label.write"]);
  await db.insert(userRoles).values({ userId: actor.id, roleId: role.id, createdAt: "2026-01-01T00:00:00.000Z" });
  await db.insert(sessions).values({ id: actor.sessionId, userId: actor.id, kind: "browser", expiresAt: lapsesAt });
}

/** What the samples find there: the base data, the person who calls, and mails that failed. */
export async function prepareSamples(db: Database) {
  await seedBase(db);
  const { actor } = staffCtx(db);
  if (actor.kind === "user")
    await db
      .insert(users)
      .values({ id: actor.id, email: actor.email, firstName: "Tess", lastName: "Ter", type: "Staff" });
  const company = { name: "Audited Ltd", registerNumber: "AUDIT", companyCategoryId: categoryId("FLEET") };
  await db.insert(companies).values({ id: companyId, ...company });
  await db.insert(companyRoles).values({ id: secondRole, companyId, title: "Audited before", isDefault: true });
  const texts = { templateCode: "t", subject: "s", body: "b", module: "identity" };
  const mail = { ...texts, recipient: "r@x.demo", sender: "s@x.demo", status: "fail" as const };
  const [brand, model, vehicle] = ["brand", "model", "vehicle"].map((code) => fixedId("sample", code));
  await db.insert(vehicleBrands).values({ id: brand, name: "Sampled brand" });
  const bike = { nameVehicleModel: "Sampled model", vehicleType: "City" };
  await db.insert(vehicleModels).values({ id: model, vehicleBrandId: `${brand}`, ...bike });
  await db.insert(vehicles).values({ id: vehicle, vehicleModelId: `${model}`, vehicleSerialNumber: "SAMPLE-V1" });
  const startDate = "2026-01-01T00:00:00.000Z";
  const link = { companyId, vehicleId: `${vehicle}`, startDate };
  await db.insert(companyVehicleLinks).values({ id: sampleVehicleLink, ...link });
  await db.insert(mailLog).values(failedMails.map((id) => ({ ...mail, id })));
  const log = { content: "c", type: "question", platformTechKey: "PORTAL_WEB", receivedAt: startDate };
  await db.insert(platformContactLogs).values({ ...log, id: sampleLog, email: "w@x.demo" });
  await db.insert(mailLog).values({ ...mail, status: "done", recipient: gone });
  await prepareWebhookSamples(db);
  await prepareQueueSamples(db);
  await prepareRolloutSamples(db);
  await prepareAlertDeskSamples(db);
  await prepareBulkSamples(db);
  await prepareRemovalSamples(db);
  await prepareErasure(db, actor);
  await preparePortalSamples(db);
  await prepareNotificationSamples(db);
}
