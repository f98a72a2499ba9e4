import { eq } from "drizzle-orm";
import { beforeAll, expect, it } from "vitest";
import { roleAllowManage, roles, userRoles, users } from "@/db/schema";
import { useDatabase } from "@/db/testing/database";
import { seedBase } from "@/seed/base";
import { handleApi } from "@/server/api";
import { systemRoleId } from "@/server/identity/role/system-role";
import { permissionCodes } from "@/server/permissions";
import { loginService } from "../login/login.service";
import { anonymous, makeUser, testPassword } from "../testing";

const { db } = useDatabase();
const adminRole = systemRoleId("ADMIN");
let admin: Awaited<ReturnType<typeof makeUser>>;
let token = "";

const tokenOf = async (email: string) =>
  (await loginService.login(anonymous(db()), { email, password: testPassword })).accessToken;

async function call(bearer: string, method: string, path: string, body?: unknown) {
  const headers = { "content-type": "application/json", authorization: `Bearer ${bearer}` };
  const init = { method, headers, body: body === undefined ? undefined : JSON.stringify(body) };
  const response = await handleApi(new Request(`http://localhost/api/v1${path}`, init));
  const text = await response.text();
  return { status: response.status, body: text ? JSON.parse(text) : {} };
}

beforeAll(async () => {
  await seedBase(db());
  admin = await makeUser(db());
  await db().insert(userRoles).values({ userId: admin.id, roleId: adminRole });
  token = await tokenOf(admin.email);
});

const role = `/backoffice/admin/roles/${adminRole}`;
const matrix = "/backoffice/admin/roles-configuration/allow-manage";

it("the last administrator goes on being one, whatever an administrator does by REST", async () => {
  const user = `/backoffice/admin/portal-users/${admin.id}`;
  const tried: [string, string, unknown, number][] = [
    ["PATCH", role, { permissions: [] }, 422],
    ["PATCH", role, { permissions: permissionCodes.slice(1) }, 422],
    ["PATCH", role, { groupCode: "RIDER" }, 422],
    ["PATCH", role, { code: "NOBODY" }, 422],
    ["DELETE", role, undefined, 422],
    ["DELETE", "/backoffice/admin/roles/bulk-delete", [adminRole], 422],
    ["PATCH", user, { status: "disabled" }, 404],
    ["PATCH", user, { type: "Rider" }, 404],
    ["PATCH", user, { email: "other@persdesk.test" }, 404],
  ];
  for (const [method, path, body, status] of tried)
    expect((await call(token, method, path, body)).status, `${method} ${path} ${JSON.stringify(body)}`).toBe(status);
  await call(token, "PATCH", "/users", { status: "disabled", type: "Rider", permissions: [], roles: [] });
  const [left] = await db().select().from(users).where(eq(users.id, admin.id));
  expect([left?.type, left?.status]).toEqual(["Staff", "active"]);
  const me = await call(token, "GET", "/users/me");
  expect(me.body.permissions).toEqual([...permissionCodes].sort());
});

it("an emptied matrix locks nobody out: who may edit roles fills it again", async () => {
  const pairs = await db().select().from(roleAllowManage);
  const items = (allowed: boolean) => pairs.map(({ roleManagerId, roleId }) => ({ roleManagerId, roleId, allowed }));
  expect((await call(token, "PATCH", matrix, { items: items(false) })).status).toBe(200);
  expect((await call(token, "PATCH", matrix, { items: items(true) })).status).toBe(200);
  expect((await db().select().from(roleAllowManage)).every((pair) => pair.allowed)).toBe(true);
});

it("a change of rights works from the very next request on, with the token there was", async () => {
  const user = await makeUser(db(), { permissions: ["role.read"] });
  const theirs = await tokenOf(user.email);
  const [held] = await db().select().from(userRoles).where(eq(userRoles.userId, user.id));
  const mine = `/backoffice/admin/roles/${held?.roleId}`;
  const sees = async () => (await call(theirs, "GET", "/backoffice/admin/roles")).status;
  expect(await sees()).toBe(200);
  await call(token, "PATCH", mine, { permissions: [] });
  expect(await sees()).toBe(403);
  await call(token, "PATCH", mine, { permissions: ["role.read"] });
  expect(await sees()).toBe(200);
  await db().delete(userRoles).where(eq(userRoles.userId, user.id));
  expect(await sees()).toBe(403);
  await db()
    .insert(userRoles)
    .values({ userId: user.id, roleId: held?.roleId ?? "" });
  expect(await sees()).toBe(200);
  await db().update(users).set({ status: "disabled" }).where(eq(users.id, user.id));
  expect(await sees()).toBe(401);
});

it("a role that is not of the backoffice takes no right of it, and keeps its group while somebody holds it", async () => {
  const values = { code: "PRO", name: "Pro", groupCode: "PRO_CENTER" };
  const made = async (permissions: string[]) =>
    call(token, "POST", "/backoffice/admin/roles", { ...values, permissions });
  expect((await made(["pers.read"])).body.errors).toMatchObject([{ path: "permissions" }]);
  const { body } = await made(["company-pers.read"]);
  const path = `/backoffice/admin/roles/${body.id}`;
  expect((await call(token, "PATCH", path, { permissions: ["role.write"] })).status).toBe(422);
  expect((await call(token, "PATCH", path, { groupCode: "RIDER" })).status).toBe(422);
  const member = await makeUser(db(), { type: "Pro Center Member" });
  await db().insert(userRoles).values({ userId: member.id, roleId: body.id });
  const regrouped = { groupCode: "BACKOFFICE", permissions: ["role.write"] };
  expect((await call(token, "PATCH", path, regrouped)).body.errors).toMatchObject([{ path: "groupCode" }]);
  const [stored] = await db().select().from(roles).where(eq(roles.id, body.id));
  expect([stored?.groupCode, stored?.permissions]).toEqual(["PRO_CENTER", ["company-pers.read"]]);
});
