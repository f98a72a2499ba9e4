import { eq, sql } from "drizzle-orm";
import { decodeJwt } from "jose";
import { beforeAll, describe, expect, it } from "vitest";
import { roles, userRoles, users } from "@/db/schema";
import { useDatabase } from "@/db/testing/database";
import { sample } from "@/db/testing/sample";
import { fieldsOf, inputSchemaOf, proceduresOf } from "@/server/doors/rest-plan";
import { systemRoleId } from "@/server/identity/role/system-role";
import { makeUser, testPassword } from "@/server/identity/testing";
import type { KnownCtx } from "@/server/kit/call/context";
import { staffCtx } from "@/server/kit/testing";
import { permissionCodes } from "@/server/permissions";
import { appRouter } from "@/server/root";
import { prepareSamples, samples } from "@/server/root.samples";
import { ask, askScreen } from "@/server/testing/ask";
import { callProcedure } from "@/server/testing/call-procedure";
import { cookieOf } from "@/server/testing/callers";
import { type Made, withNeeded, withoutFile, withSomeFiles } from "@/server/testing/sample-steps";

const { db } = useDatabase();
const canaryId = "ca4a4ca4-0000-7000-8000-00000000ca4a";
const canary = "canary-3f9c";
const then = "1999-09-09T09:09:09.000Z";

/** What nobody may say of themselves or of a record. In the answers and tables of a sound product none of it turns up. */
const marked = {
  id: canaryId,
  userId: canaryId,
  companyId: canaryId,
  authorId: canaryId,
  roleId: canaryId,
  actUserId: canaryId,
  parentId: canaryId,
  sessionId: canaryId,
  userCompanyId: canaryId,
  companyRoleId: canaryId,
  actorId: canaryId,
  version: 9_090_909,
  tries: 9_090_909,
  erpId: canary,
  passwordHash: canary,
  switchToPasswordHash: canary,
  keyHash: canary,
  prefix: canary,
  tokenHash: canary,
  codeHash: canary,
  secret: canary,
  secrets: { code: canary },
  activationPinHash: canary,
  totpSecret: canary,
  secretSealed: canary,
  successorSealed: canary,
  role: canary,
  createdAt: then,
  updatedAt: then,
  lastLoginAt: then,
  lastSeenAt: then,
  revokedAt: then,
  lastUsedAt: then,
  activatedAt: then,
  invitationDate: then,
  entryDate: then,
  sentAt: then,
  expiresAt: then,
  usedAt: then,
};
/** And what has no mark, for it must be something that is: watched for where it would be worth something. */
const worth = {
  type: "Staff",
  status: "active",
  isSystem: true,
  isDefault: true,
  isProCenterMember: true,
  kind: "browser",
  permissions: permissionCodes,
  scopes: ["*"],
  roleIds: [systemRoleId("ADMIN")],
  roles: ["ADMIN"],
};
const extras: Record<string, unknown> = { ...marked, ...worth };

const procedures = new Map(proceduresOf(appRouter));
/** The body that a call takes, and all that it does not take. */
function stuffed(name: string, input: unknown) {
  const procedure = procedures.get(name);
  if (!procedure || typeof input !== "object" || input === null) return input;
  const declared = fieldsOf(inputSchemaOf(procedure));
  const more = Object.entries(extras).filter(([key]) => !declared.has(key));
  const inner = (value: unknown): unknown =>
    Array.isArray(value) && value.every((item) => typeof item === "object")
      ? value.map((item) => ({
          passwordHash: canary,
          version: 9_090_909,
          companyId: canaryId,
          createdAt: then,
          ...item,
        }))
      : value;
  const own = Object.entries(input).map(([key, value]) => [key, inner(value)]);
  return { ...Object.fromEntries(more), ...Object.fromEntries(own) };
}

const call = (name: string, input: unknown, ctx: KnownCtx = staffCtx(db())) =>
  callProcedure(name, input, ctx).catch((error: Error) => Promise.reject(new Error(`${name}: ${error.message}`)));

/** Every table, as text, with the names of those that hold a mark. */
async function tablesWithMarks() {
  const tables = await db().execute<{ name: string }>(sql`
    select format('%I.%I', table_schema, table_name) as name from information_schema.tables
    where table_type = 'BASE TABLE' and table_schema not in ('pg_catalog', 'information_schema')`);
  const found: string[] = [];
  for (const { name } of tables) {
    const rows = await db().execute(sql`
      select 1 from ${sql.raw(name)} as t where t::text ~ ${`${canary}|${canaryId}|9090909|1999-09-09`} limit 1`);
    if (rows.length) found.push(name);
  }
  return found;
}

beforeAll(() => prepareSamples(db()));

describe("a body that says more than it may", () => {
  it("finds a mark where there is one", async () => {
    const made = await makeUser(db(), { erpId: canary });
    expect(await tablesWithMarks()).toEqual(["backoffice.users"]);
    await db().delete(users).where(eq(users.id, made.id));
  });

  it("leaves no trace of it, by any mutation", { timeout: 300_000 }, async () => {
    const made: Made = {};
    const some = withSomeFiles(samples, "bodies that say more than they may");
    const chosen = sample(some, 40, "mutations whose bodies say more than they may");
    for (const { call: name, input, as } of withNeeded(some, chosen)) {
      const answer = await withoutFile(await call(name, stuffed(name, await input(made))));
      expect([name, JSON.stringify(answer ?? null)]).not.toEqual([name, expect.stringMatching(canary)]);
      if (as) made[as] = answer as Made[string];
    }
    expect(await tablesWithMarks()).toEqual([]);
  });
});

describe("what somebody is", () => {
  const stored = async (email: string) => (await db().select().from(users).where(eq(users.email, email)))[0];
  const mine = { firstName: "Nora", lastName: "New" };
  const ordinary = { type: "Rider", erpId: null, switchToPasswordHash: null, version: 1 };

  type Send = (body: object, headers?: Record<string, string>) => ReturnType<typeof ask>;
  const rest =
    (method: string): Send =>
    (body, headers) =>
      ask(method, "/v1/users", { body, headers });
  const doors: [string, { register: Send; update: Send }][] = [
    ["REST", { register: (body) => ask("POST", "/v1/users/register", { body }), update: rest("PATCH") }],
    [
      "a screen",
      {
        register: (body) => askScreen("registration.register", body),
        update: (body, headers) => askScreen("profile.update", body, { headers }),
      },
    ],
  ];

  it.each(doors)("is not for them to say when they register by %s", async (door, { register }) => {
    const email = `mass.${door.length}@riders.test`;
    const body = { ...extras, ...mine, email, password: "First-pass-2026" };
    expect((await register(body)).status).toBe(200);
    const user = await stored(email);
    expect(user).toMatchObject({ ...ordinary, status: "pending" });
    expect(user?.id).not.toBe(canaryId);
    expect(user?.passwordHash).toMatch(/^\$argon2id/);
    expect(
      await db()
        .select()
        .from(userRoles)
        .where(eq(userRoles.userId, user?.id ?? "")),
    ).toEqual([]);
    // Nor, the second time, of the existing account, except the password: nobody knows whose counts.
    expect((await register({ ...body, firstName: "Other" })).status).toBe(200);
    expect(await stored(email)).toEqual({ ...user, passwordHash: null });
  });

  it.each(doors)("is not for them to say of themselves by %s", async (_, { update }) => {
    const { email } = await makeUser(db(), { type: "Rider" });
    const login = JSON.parse(
      (await ask("POST", "/v1/users/login", { body: { ...extras, email, password: testPassword } })).text,
    );
    const { sid } = decodeJwt(login.accessToken);
    const headers = { authorization: `Bearer ${login.accessToken}`, cookie: await cookieOf(String(sid)) };
    const before = await stored(email);
    expect((await update({ ...extras, email: "x@y.test", firstName: "Nina" }, headers)).status).toBe(200);
    const now = await stored(email);
    expect(now).toEqual({ ...before, firstName: "Nina", version: 2, updatedAt: now?.updatedAt });
    const me = JSON.parse((await ask("GET", "/v1/users/me", { headers })).text);
    expect(me).toMatchObject({ type: "Rider", roles: [], permissions: [], companies: [] });
  });

  it("is for staff to say of portal people only within bounds", async () => {
    const rider = { ...mine, email: "bounds@riders.test", type: "Rider" };
    const ctx = staffCtx(db());
    await expect(call("portalUsers.create", { ...rider, type: "Staff" }, ctx)).rejects.toThrow(/type/);
    const { roleIds, ...others } = extras;
    await expect(call("portalUsers.create", { ...rider, roleIds }, ctx)).rejects.toThrow(); // none that they cannot give
    const made = (await call("portalUsers.create", { ...others, ...rider, erpId: "E1" }, ctx)) as { id: string };
    expect(await stored(rider.email)).toMatchObject({
      type: "Rider",
      status: "pending",
      passwordHash: null,
      version: 1,
    });
    for (const wrong of [{ type: "Staff" }, { status: "pending" }, { status: "admin" }])
      await expect(call("portalUsers.update", { id: made.id, ...wrong }, ctx)).rejects.toThrow(/type|status/);
    await call("portalUsers.update", { ...extras, ...rider, id: made.id, erpId: "E1", status: "active" }, ctx);
    expect(await stored(rider.email)).toMatchObject({ type: "Rider", status: "active", passwordHash: null });
  });

  it("is not for who edits roles to say: a role of the product, or a right they do not hold", async () => {
    const ctx = staffCtx(db(), ["role.read", "role.write", "api-key.write", "pers.read"]);
    const role = { code: "MASS", name: "Mass", groupCode: "BACKOFFICE" };
    const { permissions, ...rest } = extras;
    const made = (await call("roles.create", { ...rest, ...role, portalId: undefined }, ctx)) as { id: string };
    const [row] = await db().select().from(roles).where(eq(roles.id, made.id));
    expect(row).toMatchObject({ isSystem: false, permissions: [], version: 1 });
    await expect(call("roles.create", { ...role, code: "MASS2", permissions }, ctx)).rejects.toThrow();
    await expect(call("roles.update", { id: made.id, permissions }, ctx)).rejects.toThrow();
    await expect(call("apiKeys.create", { name: "mass", scopes: ["*"] }, ctx)).rejects.toThrow();
    const key = (await call(
      "apiKeys.create",
      { ...extras, name: "mass", scopes: ["pers.read"], expiresAt: null },
      ctx,
    )) as object;
    expect(key).toMatchObject({
      scopes: ["pers.read"],
      revokedAt: null,
      expiresAt: null,
      lastUsedAt: null,
      version: 1,
    });
    expect(JSON.stringify(key)).not.toContain(canary);
  });
});
