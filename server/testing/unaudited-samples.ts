import { desc, eq, sql } from "drizzle-orm";
import type { Database } from "@/db/client";
import {
  companies,
  companyRoles,
  mailLog,
  notificationDeliveries,
  notificationRequests,
  pers,
  platformTechs,
  secondFactors,
  sessions,
  userCompanies,
  userRoles,
  users,
} from "@/db/schema";
import { categoryId } from "@/seed/base";
import { systemRoleId } from "@/server/identity/role/system-role";
import { codeOf } from "@/server/identity/second-factor/testing";
import { addRefreshToken } from "@/server/identity/session/session.service";
import { testPassword, testPasswordHash } from "@/server/identity/testing";
import { fixedId } from "@/server/kit/record/fixed-id";
import { staffCtx } from "@/server/kit/testing";
import { bulkPlanSamples } from "./bulk-samples";
import { makeSession } from "./callers";
import { portalPlanSamples } from "./portal-samples";
import { rolloutGatewaySamples } from "./rollout-samples";
import { id, type Made, type Step, step } from "./sample-steps";

const at = (code: string) => fixedId("unaudited-sample", code);
const place = { companyId: at("company") };
const app = "RIDER_APP";
const staffApp = "STAFF_APP";
const rider = "rider@unaudited.test";
const newcomer = "newcomer@unaudited.test";
const invited = "invited@unaudited.test";
/** Invited by the samples of partners, and not taken back. */
const partner = "dealers-2@partner.test";
const switchToPassword = "Switch-horse-2026";
const newPassword = "Other-horse-2026";

/** The caller's own address, which the walk's person has. */
const device = { keyPlatformTech: app, mobileDeviceId: "own" };

/** Of each import: a plan that is made again and given up. */
const plansOf = (steps: Step[]): Step[] =>
  steps
    .filter(({ call }) => call.endsWith(".imports.preview"))
    .flatMap(({ call, input }) => {
      const imports = call.slice(0, -".preview".length);
      const plan = `${imports} again`;
      const of = (made: Made) => {
        const { fileName: _name, file: _file, ...rest } = input(made) as Record<string, unknown>;
        return { ...rest, id: id(made, plan) };
      };
      return [step(call, input, plan), step(`${imports}.replan`, of), step(`${imports}.cancel`, of)];
    });

function callerOf(db: Database) {
  const { actor } = staffCtx(db);
  if (actor.kind !== "user") throw new Error("the samples are for a person");
  return actor;
}

/**
 * One call of each mutation that writes no audit row or needs a caller of its own, after all other samples.
 * @param samples those that were made before
 */
export function unauditedSamples(db: Database, samples: Step[]): Step[] {
  /** The secret part of the last mail to somebody: a code, or the token in a link. */
  const mailed = async (recipient: string) => {
    const [mail] = await db
      .select({ secrets: mailLog.secrets })
      .from(mailLog)
      .where(eq(mailLog.recipient, recipient))
      .orderBy(desc(mailLog.createdAt), desc(mailLog.id))
      .limit(1);
    const { code, link } = mail?.secrets ?? {};
    return code ?? link?.split("/").at(-1) ?? "";
  };
  const caller = callerOf(db);
  return [
    ...plansOf(samples),
    step("userRoles.set", () => ({ userId: at("colleague"), roleIds: [systemRoleId("ADMIN")], ifMatch: "*" })),
    step("userRoles.setOfMember", () => ({ userCompanyId: at("membership"), companyRoleId: at("role") })),
    step("profile.update", () => ({ firstName: "Tessa" })),
    step("profile.storeDevice", () => ({ ...device, email: "tester@persdesk.demo", token: "token", os: 1 })),
    step("profile.renewDevice", () => ({ ...device, token: "another token" })),
    step("profile.removeDevice", () => device),
    step("profile.setPreferences", () => ({ platformTechKey: staffApp, pushNotifications: false })),
    ...bulkPlanSamples,
    ...rolloutGatewaySamples,
    ...portalPlanSamples,
    step("listViews.setSettings", () => ({ list: "pers", pinned: ["silent"], layout: { density: "comfortable" } })),
    step("listViews.setMail", () => ({ list: "pers", viewId: "silent-3-days", at: "/pers", isMailed: true })),
    step("listViews.setFavourites", () => ({ items: [{ at: "/pers" }] })),
    step("listViews.noteRecent", () => ({ at: "/pers/1", title: "PT1-0001", one: "PERS device" })),
    step("emailChanges.requestOwn", () => ({ email: "tess@persdesk.demo", currentPassword: testPassword })),
    step("emailChanges.cancelOwn", () => ({})),
    step("portalUsers.update", () => ({ id: at("member"), email: "moved@unaudited.test" })),
    step("emailChanges.confirm", async () => ({ token: await mailed("moved@unaudited.test") })),
    step("sessions.end", async () => ({ id: await makeSession(db, caller.id) })),
    step("staff.endSession", () => ({ userId: at("colleague"), sessionId: at("colleague's session") })),
    step("secondFactor.reset", () => ({ userId: at("colleague") })),
    step("secondFactor.start", () => ({ currentPassword: testPassword }), "factor"),
    step("secondFactor.confirm", (made) => ({ code: codeOf(String(made.factor?.secret)) })),
    step("password.change", () => ({ currentPassword: testPassword, newPassword })),
    step("password.setSwitchTo", () => ({ currentPassword: newPassword, switchToPassword })),
    step("registration.register", () => ({
      email: newcomer,
      password: testPassword,
      firstName: "New",
      lastName: "Comer",
    })),
    step("registration.generateCode", () => ({ email: newcomer })),
    step("registration.verify", async () => ({ email: newcomer, code: await mailed(newcomer) })),
    step("login.login", () => ({ email: rider, password: testPassword }), "login"),
    step("login.refresh", (made) => ({
      refreshToken: `Bearer ${made.login?.refreshToken}`,
      authorization: `Bearer ${made.login?.accessToken}`,
    })),
    step("password.forgot", () => ({ email: rider })),
    step("password.validateCode", async () => ({ email: rider, code: await mailed(rider) }), "reset"),
    step("password.reset", (made) => ({ authorization: `Bearer ${made.reset?.accessToken}`, password: newPassword })),
    step("invitations.send", () => ({ userCompanyId: at("invitation") })),
    step("invitations.accept", async () => ({
      token: await mailed(invited),
      password: testPassword,
      firstName: "In",
      lastName: "Vited",
    })),
    step("partnerInvitations.open", async () => ({ token: await mailed(partner) })),
    step("partnerInvitations.accept", async () => ({
      token: await mailed(partner),
      password: testPassword,
      firstName: "Part",
      lastName: "Ner",
    })),
    step("notificationSends.table", () => ({
      fileName: "riders.csv",
      file: { name: "riders.csv", type: "text/csv", bytes: new Uint8Array(Buffer.from(`email;level\n${rider};20\n`)) },
    })),
    step("contactLogs.store", () => ({
      items: [
        { email: rider, firstName: "Ri", lastName: "Der", type: "question", content: "How?", platformTechKey: app },
      ],
    })),
    step("inbox.setStatus", () => ({ email: rider, keyPlatformTech: app, all: true, status: 2 })),
    step("inbox.setPushStatus", () => ({ items: [{ id: at("push"), status: "opened" }] })),
    step("iotMessages.ingest", () => ({
      messages: [
        {
          messageId: "sample",
          persSerialNumber: "UNAUDITED-1",
          iotMessageType: "BATTERY",
          sentAt: new Date().toISOString(),
          payload: { batteryLevel: 50 },
        },
      ],
    })),
    step("switchTo.switchTo", () => ({
      userCompanyId: at("membership"),
      password: switchToPassword,
      reason: "To help",
    })),
    step("jobs.runAgain", async () => {
      const [job] = await db.execute<{ id: string }>(sql`select id::text as id from graphile_worker.jobs limit 1`);
      return { ids: [job?.id] };
    }),
    step("login.logout", async () => ({
      refreshToken: `Bearer ${await addRefreshToken({ ...staffCtx(db), actor: null }, caller.sessionId)}`,
    })),
    step("switchTo.switchScreen", async () => {
      // The person who logged out comes back.
      await db.update(sessions).set({ revokedAt: null }).where(eq(sessions.id, caller.sessionId));
      return { userCompanyId: at("membership"), password: switchToPassword, reason: "To help" };
    }),
  ];
}

/** What these samples find there, beside what the others do; the caller has a password and is an administrator. */
export async function prepareUnauditedSamples(db: Database) {
  const actor = callerOf(db);
  const passwordHash = await testPasswordHash();
  await db.update(users).set({ status: "active", passwordHash }).where(eq(users.id, actor.id));
  await db.insert(userRoles).values({ userId: actor.id, roleId: systemRoleId("ADMIN") });
  const person = (name: string, type: "Staff" | "Rider" | "Pro Center Member", email = `${name}@unaudited.test`) => ({
    id: at(name),
    email,
    firstName: name,
    lastName: "Sample",
    type,
    status: "active" as const,
    passwordHash,
  });
  await db
    .insert(users)
    .values([
      person("colleague", "Staff"),
      person("member", "Pro Center Member"),
      person("rider", "Rider", rider),
      { ...person("invited", "Pro Center Member", invited), status: "pending", passwordHash: null },
    ]);
  const { companyId } = place;
  const named = { name: "Unaudited Ltd", registerNumber: "UNAUDITED", companyCategoryId: categoryId("FLEET") };
  await db.insert(companies).values({ ...named, id: companyId });
  await db.insert(companyRoles).values({ id: at("role"), companyId, title: "Sampled" });
  await db.insert(userCompanies).values([
    { id: at("membership"), companyId, userId: at("member"), status: "active" },
    { id: at("invitation"), companyId, userId: at("invited"), status: "invited" },
  ]);
  const expiresAt = new Date(Date.now() + 3_600_000).toISOString();
  await db
    .insert(sessions)
    .values([{ id: at("colleague's session"), userId: at("colleague"), kind: "browser", expiresAt }]);
  const past = "2026-01-01T00:00:00.000Z";
  await db.insert(secondFactors).values({ userId: at("colleague"), secretSealed: "sealed", confirmedAt: past });
  await db.insert(platformTechs).values({
    key: staffApp,
    label: "App of staff",
    isMobileApp: true,
    isWebApp: false,
    portalId: fixedId("portal", "backoffice"),
    typeNotificationList: [2],
  });
  await db.insert(pers).values({
    id: at("pers"),
    nuSerialPersNumber: "UNAUDITED-1",
    modelPERSId: fixedId("portal-sample", "model-pers"),
  });
  await db.insert(notificationRequests).values({
    id: at("request"),
    notificationTitle: "Sent",
    notificationContent: "Sent",
    keyPlatformTechs: [app],
    typeNotificationList: [1, 2],
    status: "done",
    recipients: 1,
  });
  const sent = { requestId: at("request"), email: rider, keyPlatformTech: app, status: "sent" as const, dueAt: past };
  await db.insert(notificationDeliveries).values([
    { ...sent, id: at("in-app"), type: 1, inAppStatus: 1 },
    { ...sent, id: at("push"), type: 2 },
  ]);
}
