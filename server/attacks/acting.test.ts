import { eq } from "drizzle-orm";
import { beforeAll, describe, expect, it } from "vitest";
import { companies, companyRoles, sheetActivities, userCompanies } from "@/db/schema";
import { useDatabase } from "@/db/testing/database";
import { categoryId, seedBase } from "@/seed/base";
import { proceduresOf } from "@/server/doors/rest-plan";
import { makeUser, testPassword } from "@/server/identity/testing";
import type { KnownCtx } from "@/server/kit/call/context";
import { toAppError } from "@/server/kit/call/errors";
import { staffCtx } from "@/server/kit/testing";
import { permissionCodes } from "@/server/permissions";
import { appRouter } from "@/server/root";
import { ask, readScreen } from "@/server/testing/ask";
import { callProcedure } from "@/server/testing/call-procedure";
import { acting, credentialsOf, makeCompanyAdmin, makePerson, makeSession } from "@/server/testing/callers";

// Staff who act as somebody may do what that person may, but nothing that makes the account theirs or leads further.

const { db } = useDatabase();
beforeAll(() => seedBase(db()));

const noId = "01900000-0000-7000-8000-000000000000";
const newPassword = "Another-pass-2026";
const currentPassword = testPassword;
const why = { password: testPassword, reason: "Ticket 4711" };

/** What only the account's owner may do, with an input that is good. */
const owners: Record<string, unknown> = {
  "password.change": { currentPassword, newPassword },
  "password.setSwitchTo": { currentPassword, switchToPassword: newPassword },
  "switchTo.switchTo": { userCompanyId: noId, ...why },
  "switchTo.switchScreen": { userCompanyId: noId, ...why },
  "profile.update": { firstName: "Other" },
  "listViews.setSettings": { list: "pers", pinned: [] },
  "listViews.setFavourites": { items: [] },
  "listViews.noteRecent": { at: "/pers/1", title: "PT1-0001", one: "PERS device" },
  "listViews.setMail": { list: "pers", viewId: "silent-3-days", at: "/pers", isMailed: true },
  "profile.renewDevice": { keyPlatformTech: "rider", mobileDeviceId: "d", token: "t" },
  "profile.removeDevice": { keyPlatformTech: "rider", mobileDeviceId: "d" },
  "profile.setPreferences": { platformTechKey: "PORTAL_WEB", pushNotifications: false },
  "profile.storeDevice": { email: "", keyPlatformTech: "rider", mobileDeviceId: "d", token: "t", os: 1 },
  "emailChanges.requestOwn": { email: "mine@persdesk.test", currentPassword },
  "emailChanges.cancelOwn": {},
  "inbox.setStatus": { email: "", keyPlatformTech: "rider", all: true, status: 2 },
  "userDevices.remove": { email: "", keyPlatformTech: "rider", mobileDeviceId: "d" },
  "sessions.list": {},
  "sessions.end": { id: noId },
  "sessions.endOthers": {},
  "secondFactor.status": {},
  "secondFactor.start": { currentPassword },
  "secondFactor.confirm": { code: "123456" },
  "secondFactor.renewRecoveryCodes": { code: "123456" },
  "secondFactor.turnOff": { currentPassword, code: "123456" },
  "userRoles.set": { userId: noId, roleIds: [] },
};
/**
 * What changes something, asks for no right of its own and is allowed all the same: to leave, and the translation desk,
 * which asks for the right of each text's resource; the people of companies have none of these. A push is marked by its
 * owner alone, and is a 404 for everybody else (inbox.test.ts).
 */
const others = new Set([
  "login.logout",
  "switchTo.end",
  "desk.set",
  "desk.confirm",
  "desk.dismiss",
  "desk.recall",
  "desk.assign",
  "desk.comment",
  "desk.removeComment",
  "desk.imports.preview",
  "desk.imports.replan",
  "desk.imports.confirm",
  "desk.imports.cancel",
  "desk.imports.undo",
  "inbox.setPushStatus",
  // These ask for the right of each resource.
  "bulkChanges.plan",
  "bulkChanges.run",
  "bulkChanges.cancel",
  "bulkChanges.undo",
  "companyBulkChanges.plan",
  "companyBulkChanges.run",
  "companyBulkChanges.cancel",
  "companyBulkChanges.undo",
  "removals.restore",
  "removals.forget",
  "companyRemovals.restore",
  "companyRemovals.forget",
  // Views of staff, who are under no switch-to; list-view.test.ts tries it.
  "listViews.create",
  "listViews.update",
  "listViews.remove",
  "listViews.restore",
]);

const procedures = proceduresOf(appRouter);

async function actingCtx(): Promise<KnownCtx> {
  const [target, staff] = [
    await makeUser(db(), { type: "Pro Center Admin" }),
    await makePerson(db(), {}, ["switch-to.use"]),
  ];
  const sessionId = await makeSession(db(), target.id, {
    actUserId: staff.id,
    parentId: await makeSession(db(), staff.id),
  });
  const { actor, ...ctx } = staffCtx(db());
  if (actor.kind !== "user") throw new Error("no person");
  const { id, email } = target;
  return { ...ctx, actor: { ...actor, id, email, type: "Pro Center Admin", sessionId, actingId: staff.id } };
}

const secretOfTheOther = "canary-of-the-other-company";

/** Somebody of two companies, the second one full of canaries; with credentials for the first membership alone. */
async function makeActingInOne() {
  const { user, companyId: first } = await makeCompanyAdmin(db(), "FLEET");
  const [membership] = await db().select().from(userCompanies).where(eq(userCompanies.userId, user.id));
  const named = { name: secretOfTheOther, registerNumber: `${secretOfTheOther} ${crypto.randomUUID()}` };
  const [second] = await db()
    .insert(companies)
    .values({ ...named, companyCategoryId: categoryId("MANUFACTURER") })
    .returning();
  const other = second?.id ?? "";
  const [role] = await db()
    .insert(companyRoles)
    .values({ companyId: other, title: `${secretOfTheOther} role`, permissions: permissionCodes })
    .returning();
  const link = { userId: user.id, companyId: other, companyRoleId: role?.id, status: "active" as const };
  await db().insert(userCompanies).values(link);
  const note = { content: `${secretOfTheOther} note`, authorId: user.id, isProCenterMember: true };
  for (const objectId of [other, user.id])
    await db()
      .insert(sheetActivities)
      .values({ ...note, objectId, modelType: "company" });
  return { user, first, other, membership, credentials: await acting(db(), user, undefined, membership?.id) };
}

describe("the membership that was switched to", () => {
  const reads = procedures.filter(([, { _def }]) => {
    const { permission, company } = _def.meta ?? {};
    return _def.type === "query" && (permission === "signed-in" || company !== undefined);
  });

  it("is all there is: nothing that the person may read elsewhere is read", async () => {
    const { user, other, credentials } = await makeActingInOne();
    const ids = { companyId: other, objectId: other, id: other, userId: user.id };
    const found: string[] = [];
    for (const objectId of [other, user.id])
      for (const [name] of reads) {
        const input = { ...ids, objectId, limit: 10, page: 1, text: secretOfTheOther.slice(0, 12) };
        const { status, text } = await readScreen(name, input, { headers: { cookie: credentials.cookie ?? "" } });
        if (status >= 500 || text.includes(secretOfTheOther)) found.push(`${name}: ${status}`);
      }
    expect(reads.length).toBeGreaterThan(5);
    expect(found).toEqual([]);
  });

  it("opens its own company, by token and in the browser, and no other", async () => {
    const { user, first, other, credentials } = await makeActingInOne();
    const bearer = { authorization: `Bearer ${credentials.bearer}` };
    const sheet = async (id: string, headers = bearer) =>
      (await ask("GET", `/v1/users/sheet-activity/${id}`, { headers })).status;
    expect([await sheet(first), await sheet(other), await sheet(user.id)]).toEqual([200, 403, 403]);
    const own = { authorization: `Bearer ${(await credentialsOf(db(), user)).bearer}` };
    expect(await sheet(user.id, own), "their own sheet, where nobody acts as them").toBe(200);
    const home = async (companyId: string) =>
      (await readScreen("workspace.home", { companyId }, { headers: { cookie: credentials.cookie ?? "" } })).status;
    expect([await home(first), await home(other)]).toEqual([200, 403]);
    const me = JSON.parse((await ask("GET", "/v1/users/me", { headers: bearer })).text);
    expect(me.companies.map((one: { companyId: string }) => one.companyId)).toEqual([first]);
  });

  it("takes the session with it when it ends", async () => {
    const { membership, credentials } = await makeActingInOne();
    const me = async () =>
      (await ask("GET", "/v1/users/me", { headers: { authorization: `Bearer ${credentials.bearer}` } })).status;
    expect(await me()).toBe(200);
    await db()
      .update(userCompanies)
      .set({ status: "disabled" })
      .where(eq(userCompanies.id, membership?.id ?? ""));
    expect(await me()).toBe(401);
  });
});

describe("under switch-to", () => {
  it("it is decided of each change that asks for no right whether it may be made", () => {
    const personal = procedures.flatMap(([name, { _def }]) =>
      _def.type === "mutation" && _def.meta?.permission === "signed-in" ? [name] : [],
    );
    expect(personal.filter((name) => !(name in owners) && !others.has(name))).toEqual([]);
  });

  it.each(Object.entries(owners))("%s is refused", async (name, input) => {
    const ctx = await actingCtx();
    const procedure = procedures.find(([path]) => path === name)?.[1];
    const own = Object(input).email === "" && ctx.actor.kind === "user" ? { email: ctx.actor.email } : {};
    const calling = callProcedure(name, Object.assign({}, input, own), ctx, {
      type: procedure?._def.type ?? "query",
    });
    const { code } = await calling.then(
      () => ({ code: "done" }),
      (error: Error) => toAppError(error.cause),
    );
    expect(code).toBe("forbidden");
  });
});
