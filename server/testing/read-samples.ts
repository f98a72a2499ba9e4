import { eq } from "drizzle-orm";
import type { Database } from "@/db/client";
import {
  bulkChanges,
  companies,
  companyMailTemplates,
  firmwareCategories,
  firmwareVersions,
  notificationDeliveries,
  notificationDevices,
  notificationTemplateContents,
  pers,
  sheetActivities,
  userOptins,
  users,
} from "@/db/schema";
import { languageId } from "@/seed/base";
import { makeRole } from "@/server/identity/testing";
import { fixedId } from "@/server/kit/record/fixed-id";

const first = <T>([row]: T[]): T => {
  if (!row) throw new Error("the demo has no such row");
  return row;
};

/** Reads whose inputs have to fit each other, or that read what the demo has none of; adds those rows. */
export async function readSamples(db: Database): Promise<Record<string, Record<string, unknown>>> {
  const rider = first(await db.select().from(users).where(eq(users.type, "Rider")).orderBy(users.id).limit(1));
  const device = first(await db.select().from(pers).orderBy(pers.id).limit(1));
  const company = first(await db.select().from(companies).orderBy(companies.id).limit(1));
  const role = await makeRole(db, [], { groupCode: "RIDER" });
  const category = first(await db.select().from(firmwareCategories).orderBy(firmwareCategories.id).limit(1));
  const rolled = first(
    await db
      .select()
      .from(firmwareVersions)
      .where(eq(firmwareVersions.isActivated, true))
      .orderBy(firmwareVersions.id)
      .limit(1),
  );
  const content = first(
    await db.select().from(notificationTemplateContents).orderBy(notificationTemplateContents.id).limit(1),
  );
  const { requestId, email, keyPlatformTech } = first(
    await db
      .select()
      .from(notificationDeliveries)
      .where(eq(notificationDeliveries.type, 1))
      .orderBy(notificationDeliveries.id)
      .limit(1),
  );
  const phone = { email: rider.email, keyPlatformTech: "RIDER_APP", mobileDeviceId: "a-phone" };
  await db.insert(notificationDevices).values({ ...phone, token: "token-of-the-phone", os: 1 });
  const sheet = { objectId: device.id, modelType: "pers" };
  const activity = first(
    await db
      .insert(sheetActivities)
      .values({ ...sheet, content: "Asked for a new battery.", authorId: rider.id })
      .returning(),
  );
  const optin = { userId: rider.id, platformTechKey: "RIDER_APP" };
  await db.insert(userOptins).values(optin).onConflictDoNothing();
  const mail = {
    companyId: company.id,
    mailTemplateId: fixedId("mail-template", "COMPANY_INVITATION"),
    languageId: languageId("en"),
  };
  await db.insert(companyMailTemplates).values({ ...mail, subject: "Welcome", content: "Hello,\n{{link}}" });
  const at = "2026-10-30T09:00:00.000Z";
  const changed: Omit<typeof bulkChanges.$inferInsert, "resource" | "set"> = {
    owner: "somebody",
    actorType: "user",
    actorLabel: "Ada Admin",
    door: "screen",
    planned: 30,
    passed: 30,
    changed: 29,
    leftCount: 1,
    status: "done",
    same: 2,
    refused: [],
    refusedCount: 0,
    plannedAt: at,
    startedAt: at,
    endedAt: at,
  };
  const ofStaff = first(
    await db
      .insert(bulkChanges)
      .values({
        ...changed,
        resource: "pers",
        set: { status: "maintenance" },
        left: [
          { id: device.id, label: device.nuSerialPersNumber, reason: "changed", message: "Changed since the plan." },
        ],
      })
      .returning(),
  );
  const ofCompany = first(
    await db
      .insert(bulkChanges)
      .values({
        ...changed,
        leftCount: 0,
        changed: 30,
        companyId: company.id,
        resource: "vehicle-model",
        set: { year: 2026 },
      })
      .returning(),
  );
  return {
    "bulkChanges.get": { id: ofStaff.id },
    "companyBulkChanges.list": { companyId: company.id, limit: 2 },
    "companyBulkChanges.get": { companyId: company.id, id: ofCompany.id },
    "sheetActivities.get": { id: activity.id },
    "sheetActivities.list": { limit: 2, ...sheet },
    "riders.portalRole": { portalRoleId: role.id },
    "readNotificationTemplates.getByContent": {
      id: content.noticationTemplateId,
      notificationTemplateContentId: content.id,
    },
    "inbox.richText": { id: requestId, email, keyPlatformTech, typeNotification: 1 },
    "firmwareVersions.checkDuplicate": {
      firmwareVersion: "9.9.9",
      categoryId: category.id,
      updateId: "9.9.9",
      firmwareType: 1,
    },
    "firmwareImages.image": { uuid: rolled.uuid },
    "firmwareImages.segment": { uuid: rolled.uuid, index: 0 },
    "portalUsers.getOptin": optin,
    "companyMailTemplates.in": mail,
    "userDevices.current": phone,
    "recipients.values": { emails: ["rider@persdesk.demo"], names: ["firstName", "language"] },
    "conditionalFeatures.own": { keyPlatformTech, appVersion: "2.1.0" },
  };
}
