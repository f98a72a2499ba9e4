import { eq } from "drizzle-orm";
import { beforeAll, describe, expect, it } from "vitest";
import {
  companies,
  mailLog,
  userCompanies,
  userRoles,
  users,
  vehicleBrands,
  vehicleModels,
  vehicles,
} from "@/db/schema";
import { useDatabase } from "@/db/testing/database";
import { categoryId, countryId, seedBase } from "@/seed/base";
import { handleApi } from "@/server/api";
import type { KnownCtx } from "@/server/kit/call/context";
import { failure } from "@/server/kit/testing";
import type { Permission } from "@/server/permissions";
import { sheetActivityService } from "@/server/platform/sheet-activity/sheet-activity.service";
import { actorOf } from "../actor";
import { loginService } from "../login/login.service";
import { anonymous, makeRole, makeUser, testPassword } from "../testing";

const { db } = useDatabase();
beforeAll(() => seedBase(db()));

const tokenFor = async (email: string) =>
  (await loginService.login(anonymous(db()), { email, password: testPassword })).accessToken;
const staff = async (...permissions: Permission[]) => tokenFor((await makeUser(db(), { permissions })).email);

async function call(token: string, method: string, path: string, body?: unknown) {
  const headers = { "content-type": "application/json", authorization: `Bearer ${token}` };
  const init = { method, headers, body: body === undefined ? undefined : JSON.stringify(body) };
  const response = await handleApi(new Request(`http://localhost/api/v1${path}`, init));
  const text = await response.text();
  return { status: response.status, text, body: text ? JSON.parse(text) : {} };
}
const at = "/backoffice/admin/portal-users";

describe("portal users", () => {
  it("are created with a mail, listed with filters, read and changed; staff are out of reach", async () => {
    const token = await staff("portal-user.read", "portal-user.write");
    const values = {
      email: "Pia@portal.test",
      firstName: "Pia",
      lastName: "Portal",
      type: "Pro Center Member",
      erpId: "E-77",
    };
    const made = await call(token, "POST", at, {
      ...values,
      countryId: countryId("FR"),
      status: "active",
      passwordHash: "x",
    });
    expect([made.status, made.body.status, made.body.email]).toEqual([201, "pending", "pia@portal.test"]);
    const mails = await db().select().from(mailLog).where(eq(mailLog.recipient, "pia@portal.test"));
    expect(mails[0]?.secrets?.link).toMatch(/\/invitation\/[\w-]{43}$/);
    for (const query of [
      "name=pia%20portal",
      "email=PIA@",
      `countryId=${countryId("FR")}`,
      "erpId=e-77",
      "type=Pro%20Center%20Member",
    ])
      expect((await call(token, "GET", `${at}?${query}`)).body.items, query).toMatchObject([{ id: made.body.id }]);
    for (const query of ["type=Staff", "sortBy=passwordHash:asc", "sortBy=switchToPasswordHash:asc", "countryId=x"])
      expect((await call(token, "GET", `${at}?${query}`)).status, query).toBe(400);
    const everybody = await call(token, "GET", `${at}?limit=1000`);
    expect(everybody.text).not.toMatch(/argon2|Hash/);
    expect(everybody.body.items.some((row: { type: string }) => row.type === "Staff")).toBe(false);
    const own = await makeUser(db());
    expect((await call(token, "GET", `${at}/${own.id}`)).status).toBe(404);
    expect((await call(token, "PATCH", `${at}/${own.id}`, { firstName: "X" })).status).toBe(404);
    expect((await call(token, "PATCH", `${at}/${made.body.id}`, { type: "Staff" })).status).toBe(400);
    expect((await call(token, "PATCH", `${at}/${made.body.id}`, { lastName: "Neu" })).body.lastName).toBe("Neu");
    expect((await call(token, "POST", at, values)).status).toBe(422);
  });

  it("who are disabled are out at their next request", async () => {
    const user = await makeUser(db(), { type: "Rider" });
    const own = await tokenFor(user.email);
    expect((await call(own, "GET", "/users/me")).status).toBe(200);
    const token = await staff("portal-user.write");
    expect((await call(token, "PATCH", `${at}/${user.id}`, { status: "disabled" })).status).toBe(200);
    expect((await call(own, "GET", "/users/me")).status).toBe(401);
    await db().update(users).set({ status: "active" }).where(eq(users.id, user.id));
    expect((await call(own, "GET", "/users/me")).status).toBe(401);
  });

  it("have opt-ins, companies and vehicles", async () => {
    const token = await staff("portal-user.read", "portal-user.write");
    const user = await makeUser(db(), { type: "Rider" });
    const [company] = await db()
      .insert(companies)
      .values({ name: "Own", registerNumber: "OWN-1", companyCategoryId: categoryId("FLEET") })
      .returning();
    await db()
      .insert(userCompanies)
      .values({ userId: user.id, companyId: company?.id ?? "", status: "active" });
    const [brand] = await db().insert(vehicleBrands).values({ name: "Brand" }).returning();
    const [model] = await db()
      .insert(vehicleModels)
      .values({ vehicleBrandId: brand?.id ?? "", nameVehicleModel: "M", vehicleType: "City" })
      .returning();
    for (const riderId of [user.id, null])
      await db()
        .insert(vehicles)
        .values({ vehicleModelId: model?.id ?? "", vehicleSerialNumber: `S-${riderId}`, riderId });
    const sheet = `${at}/${user.id}`;
    expect((await call(token, "GET", `${sheet}/optin/RIDER_APP`)).status).toBe(404);
    expect(
      (await call(token, "PUT", `${sheet}/optin`, { platformTechKey: "RIDER_APP", timeZone: "Mars" })).status,
    ).toBe(400);
    const optin = { platformTechKey: "RIDER_APP", timeZone: "Europe/Paris", weeklyReport: true };
    expect((await call(token, "PUT", `${sheet}/optin`, optin)).body).toMatchObject({
      ...optin,
      pushNotifications: true,
    });
    await call(token, "PUT", `${sheet}/optin`, { platformTechKey: "RIDER_APP", distanceUnit: "mi" });
    expect((await call(token, "GET", `${sheet}/optin/RIDER_APP`)).body).toMatchObject({ ...optin, distanceUnit: "mi" });
    for (const [sent, missing] of [
      [{ quietTo: "07:00" }, "quietFrom"],
      [{ quietFrom: "22:00" }, "quietTo"],
    ] as const) {
      const halved = await call(token, "PUT", `${sheet}/optin`, { platformTechKey: "RIDER_APP", ...sent });
      const detail = { path: missing, message: "Quiet hours need a beginning and an end." };
      expect([halved.status, halved.body.errors]).toEqual([422, [detail]]);
    }
    const unknown = await call(token, "PUT", `${sheet}/optin`, { platformTechKey: "NO_SUCH_APP" });
    const message = "There is no such app.";
    expect([unknown.status, unknown.body.errors]).toEqual([422, [{ path: "platformTechKey", message }]]);
    const own = await call(await tokenFor(user.email), "GET", "/users/me?keyPlatformTech=RIDER_APP");
    expect(own.body.optin).toMatchObject(optin);
    expect((await call(token, "GET", `${sheet}/companies`)).body).toMatchObject({
      meta: { totalItems: 1, itemCount: 1, itemsPerPage: 1, totalPages: 1, currentPage: 1 },
      items: [{ companyId: company?.id }],
    });
    const ridden = await call(token, "GET", `${sheet}/vehicles?vehicleType=cit&startDate=2020-01-01`);
    expect(ridden.body.items).toMatchObject([{ vehicleSerialNumber: `S-${user.id}` }]);
    expect((await call(token, "GET", `${sheet}/vehicles?endDate=2020-01-01`)).body.items).toEqual([]);
    const member = await call(token, "GET", `${at}?companyId=${company?.id}`);
    expect(member.body.items).toMatchObject([{ id: user.id }]);
  });
});

it("riders are riders, and the roles of their portal are known", async () => {
  const token = await staff("rider.read");
  const rider = await makeUser(db(), { type: "Rider", firstName: "Only" });
  const member = await makeUser(db(), { type: "Pro Center Admin" });
  const riders = "/backoffice/admin/riders";
  expect((await call(token, "GET", `${riders}?name=only`)).body.items).toMatchObject([{ id: rider.id }]);
  expect((await call(token, "GET", `${riders}/${rider.id}`)).status).toBe(200);
  expect((await call(token, "GET", `${riders}/${member.id}`)).status).toBe(404);
  const role = await makeRole(db(), [], { groupCode: "RIDER" });
  const other = await makeUser(db(), { type: "Pro Center Admin" });
  for (const { id: userId } of [rider, member, other]) await db().insert(userRoles).values({ userId, roleId: role.id });
  expect((await call(token, "GET", `${riders}/portal-role/${role.id}`)).body).toMatchObject({
    id: role.id,
    ridersCount: 1,
  });
  expect((await call(token, "GET", `${riders}/portal-role/${(await makeRole(db(), [])).id}`)).status).toBe(404);
});

describe("notes on sheets", () => {
  const notes = "/backoffice/admin/sheet-activity";
  const companyOfNotes = "00000000-0000-7000-8000-0000000000c1";
  beforeAll(async () => {
    const company = { name: "Noted", registerNumber: "NOTE-1", companyCategoryId: categoryId("FLEET") };
    await db()
      .insert(companies)
      .values({ ...company, id: companyOfNotes });
  });

  it("are edited by their author or with the right, and staff's are not shown to whom they are about", async () => {
    const [one, two, all] = [
      await staff("sheet-activity.read", "sheet-activity.write"),
      await staff("sheet-activity.write"),
      await staff("sheet-activity.write", "sheet-activity.manage"),
    ];
    const user = await makeUser(db(), { type: "Rider" });
    const own = await tokenFor(user.email);
    const made = await call(one, "POST", notes, {
      objectId: user.id,
      modelType: "user",
      content: "Called",
      authorId: user.id,
    });
    expect([made.status, made.body.isProCenterMember, made.body.author.id === user.id]).toEqual([201, false, false]);
    expect((await call(one, "GET", `${notes}/detail/${made.body.id}`)).body.content).toBe("Called");
    expect((await call(one, "GET", `${notes}/${user.id}?offset=0&modelType=user`)).body.meta.totalItems).toBe(1);
    expect((await call(two, "PATCH", `${notes}/${made.body.id}`, { content: "No" })).status).toBe(403);
    expect((await call(two, "DELETE", `${notes}/${made.body.id}`)).status).toBe(403);
    expect((await call(all, "PATCH", `${notes}/${made.body.id}`, { content: "Yes" })).status).toBe(200);
    const mine = `/users/sheet-activity/${user.id}`;
    expect((await call(own, "GET", mine)).body.items).toEqual([]);
    expect((await call(own, "GET", `${mine}?isProCenterMember=false`)).body.items).toEqual([]);
    expect((await call(own, "GET", `/users/sheet-activity/${(await makeUser(db())).id}`)).status).toBe(403);
    expect((await call(one, "GET", mine)).body.items).toHaveLength(1);
    expect((await call(one, "DELETE", `${notes}/${made.body.id}`)).status).toBe(204);
  });

  it("are about something that is there, of a kind that has a sheet", async () => {
    const token = await staff("sheet-activity.write", "sheet-activity.read");
    const user = await makeUser(db(), { type: "Rider" });
    const write = (objectId: string, modelType: string) =>
      call(token, "POST", notes, { objectId, modelType, content: "x" });
    const faults = async (objectId: string, modelType: string) => {
      const { status, body } = await write(objectId, modelType);
      return [status, body.errors?.map(({ path }: { path: string }) => path)];
    };
    const nobody = "00000000-0000-7000-8000-00000000ffff";
    for (const kind of ["user", "company", "pers", "vehicle", "role"])
      expect([kind, ...(await faults(nobody, kind))]).toEqual([kind, 422, ["objectId"]]);
    expect(await faults(user.id, "pers")).toEqual([422, ["objectId"]]);
    for (const kind of ["banana", "constructor", "audit-log"])
      expect([kind, ...(await faults(user.id, kind))]).toEqual([kind, 422, ["modelType"]]);
    expect((await write(user.id, "user")).status).toBe(201);
    expect((await write(companyOfNotes, "company")).status).toBe(201);
  });

  it("that were deleted come back to their author, and to nobody who may not edit them", async () => {
    const [author, other] = [await makeUser(db()), await makeUser(db())];
    const as = (user: typeof author): KnownCtx => {
      const permissions = new Set(["sheet-activity.read", "sheet-activity.write"]);
      return { ...anonymous(db()), actor: { ...actorOf(user), permissions } };
    };
    const note = await sheetActivityService.create(as(author), {
      objectId: other.id,
      modelType: "user",
      content: "Kept",
    });
    await sheetActivityService.remove(as(author), note.id);
    expect((await failure(sheetActivityService.restore(as(other), note.id))).status).toBe(403);
    expect((await failure(sheetActivityService.get(as(author), note.id))).status).toBe(404);
    expect((await sheetActivityService.restore(as(author), note.id)).content).toBe("Kept");
  });
});
