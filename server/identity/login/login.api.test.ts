import { beforeAll, describe, expect, it } from "vitest";
import { useDatabase } from "@/db/testing/database";
import { seedIdentityBase } from "@/seed/identity";
import { handleApi } from "@/server/api";
import { makeUser, testPassword } from "../testing";

const { db } = useDatabase();
beforeAll(() => seedIdentityBase(db()));

interface Body {
  code?: string;
  accessToken: string;
  refreshToken: string;
}

async function call(method: string, path: string, headers: Record<string, string> = {}, body?: unknown) {
  const type: Record<string, string> = body === undefined ? {} : { "content-type": "application/json" };
  const address = `http://localhost/api/v1${path}`;
  const init = {
    method,
    headers: { ...type, ...headers },
    body: body === undefined ? undefined : JSON.stringify(body),
  };
  const response = await handleApi(new Request(address, init));
  const text = await response.text();
  return { status: response.status, headers: response.headers, body: (text ? JSON.parse(text) : {}) as Body };
}
const login = (email: string, password = testPassword) => call("POST", "/users/login", {}, { email, password });
const both = ({ accessToken, refreshToken }: Body) => ({
  authorization: `Bearer ${accessToken}`,
  refreshToken: `Bearer ${refreshToken}`,
});

describe("the REST door of identity", () => {
  it("logs in, knows the caller, refreshes and logs out", async () => {
    const user = await makeUser(db(), { permissions: ["pers.read"] });
    const first = await login(` ${user.email.toUpperCase()} `);
    expect(first.status).toBe(200);
    expect(first.body).toMatchObject({ tokenType: "Bearer", expiresIn: 900, user: { email: user.email } });
    expect(JSON.stringify(first.body)).not.toMatch(/argon2|passwordHash/i);
    const me = await call("GET", "/users/me?keyPlatformTech=&mobileDeviceId=", both(first.body));
    expect(me.body).toMatchObject({ email: user.email, permissions: ["pers.read"], companies: [], language: null });
    const second = await call("POST", "/users/refresh-token", both(first.body));
    expect([second.status, Object.keys(second.body).sort()]).toEqual([
      200,
      ["accessToken", "expiresIn", "refreshToken", "tokenType"],
    ]);
    expect((await call("POST", "/users/logout", both(second.body))).status).toBe(204);
    for (const tokens of [first.body, second.body]) {
      expect((await call("GET", "/users/me", both(tokens))).status).toBe(401);
      expect((await call("POST", "/users/refresh-token", both(tokens))).status).toBe(401);
    }
  });

  it("answers 401 where a credential is missing, before anything else", async () => {
    const { body } = await login((await makeUser(db())).email);
    const { authorization, refreshToken } = both(body);
    const status = async (path: string, headers: Record<string, string>) => (await call("POST", path, headers)).status;
    expect(await status("/users/refresh-token", {})).toBe(401);
    expect(await status("/users/refresh-token", { authorization })).toBe(401);
    expect(await status("/users/refresh-token", { refreshToken })).toBe(401);
    expect(await status("/users/logout", { refreshToken })).toBe(401);
    expect(await status("/users/logout", { authorization })).toBe(400);
    expect((await call("GET", "/users/me", { authorization: refreshToken })).status).toBe(401);
  });

  it("answers 400, 401, 403 and 429 as documented", async () => {
    const user = await makeUser(db());
    expect((await call("POST", "/users/login", {}, { email: "no address", password: "x" })).status).toBe(400);
    expect((await call("POST", "/users/login", {}, { email: user.email })).status).toBe(400);
    const wrong = await login(user.email, "wrong");
    expect([wrong.status, wrong.body.code]).toEqual([401, "invalid_credentials"]);
    const pending = await login((await makeUser(db(), { status: "pending" })).email);
    expect([pending.status, pending.body.code]).toEqual([403, "account_not_activated"]);
    for (let i = 0; i < 4; i++) await login(user.email, "wrong");
    const limited = await login(user.email);
    expect([limited.status, limited.body.code]).toEqual([429, "too_many_requests"]);
    expect(Number(limited.headers.get("retry-after"))).toBeGreaterThan(50);
  });

  it("guards roles by right, and the bulk delete takes a bare array", async () => {
    const reader = both((await login((await makeUser(db(), { permissions: ["role.read"] })).email)).body);
    const writer = both((await login((await makeUser(db(), { permissions: ["role.read", "role.write"] })).email)).body);
    const roles = "/backoffice/admin/roles";
    const role = { code: "API_TEST", name: "Api test", groupCode: "BACKOFFICE", isSystem: true };
    expect((await call("GET", `${roles}?isGetAll=true`, reader)).status).toBe(200);
    expect((await call("POST", roles, reader, role)).status).toBe(403);
    const made = await call("POST", roles, writer, role);
    expect([made.status, (made.body as unknown as { isSystem: boolean }).isSystem]).toEqual([201, false]);
    const { id } = made.body as unknown as { id: string };
    expect((await call("DELETE", `${roles}/bulk-delete`, reader, [id])).status).toBe(403);
    expect((await call("DELETE", `${roles}/bulk-delete`, writer, ["no id"])).status).toBe(400);
    expect((await call("DELETE", `${roles}/bulk-delete`, writer, [id])).status).toBe(204);
    expect((await call("GET", `${roles}/${id}`, writer)).status).toBe(404);
  });
});
