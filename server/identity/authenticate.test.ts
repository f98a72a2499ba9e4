import { eq, sql } from "drizzle-orm";
import { encode } from "next-auth/jwt";
import { beforeAll, describe, expect, it } from "vitest";
import { apiKeys, auditLog, sessions } from "@/db/schema";
import { useDatabase } from "@/db/testing/database";
import { env } from "@/env/env";
import { seedIdentityBase } from "@/seed/identity";
import { mayDo } from "@/server/kit/call/context";
import { toAppError } from "@/server/kit/call/errors";
import { staffCtx } from "@/server/kit/testing";
import { apiKeyService } from "./api-key/api-key.service";
import { keyActor, screenActor } from "./authenticate";
import { loginService } from "./login/login.service";
import { revokeSession } from "./session/session.service";
import { anonymous, makeUser, testPassword } from "./testing";

const { db } = useDatabase();
beforeAll(() => seedIdentityBase(db()));

const failure = (work: Promise<unknown>) =>
  work.then(
    () => Promise.reject(new Error("it went through")),
    (thrown) => toAppError(thrown),
  );
let n = 0;
const create = (over: Partial<Parameters<typeof apiKeyService.create>[1]> = {}, ctx = staffCtx(db())) =>
  apiKeyService.create(ctx, { name: `key ${++n}`, scopes: ["firmware.read"], ...over });
const refused = async (key: string) => expect((await failure(keyActor(key))).code).toBe("key_invalid");

describe("api keys", () => {
  it("are shown once, stored hashed, and act by their scopes", async () => {
    const made = await create();
    expect(made.key).toMatch(/^pd_[0-9a-f]{10}_[\w-]{43}$/);
    expect(made.key).toContain(made.prefix);
    const stored = JSON.stringify([
      await db().select().from(apiKeys),
      await db().select().from(auditLog).where(eq(auditLog.objectId, made.id)),
    ]);
    expect(stored).not.toContain(made.key.slice(14));
    const actor = await keyActor(made.key);
    expect(actor).toMatchObject({ kind: "key", id: made.id, label: made.name });
    expect([mayDo(actor, "firmware.read"), mayDo(actor, "firmware.write")]).toEqual([true, false]);
  });

  it("are refused when wrong in one letter, expired or revoked", async () => {
    const { key, id } = await create();
    await refused(key.slice(0, -1) + (key.endsWith("A") ? "B" : "A"));
    await refused("nonsense");
    await refused("");
    await db().update(apiKeys).set({ expiresAt: sql`now() - interval '1 second'` }).where(eq(apiKeys.id, id));
    await refused(key);
    await db().update(apiKeys).set({ expiresAt: null }).where(eq(apiKeys.id, id));
    await keyActor(key);
    await apiKeyService.revoke(staffCtx(db()), id);
    await refused(key);
    expect((await failure(apiKeyService.revoke(staffCtx(db()), id))).status).toBe(422);
  });

  it("expire in the future, if at all", async () => {
    const { length } = await db().select().from(apiKeys);
    for (const ago of [1, 86_400_000]) {
      const refusal = failure(create({ expiresAt: new Date(Date.now() - ago).toISOString() }));
      expect(await refusal).toMatchObject({ status: 422, errors: [{ path: "expiresAt" }] });
    }
    expect(await db().$count(apiKeys)).toBe(length);
    const soon = new Date(Date.now() + 60_000).toISOString();
    const { key, expiresAt } = await create({ expiresAt: soon });
    expect([expiresAt, (await keyActor(key)).kind]).toEqual([soon, "key"]);
  });

  it("note their last use once a minute, without a new version", async () => {
    const { key, id, version } = await create();
    const used = async () => (await db().select().from(apiKeys).where(eq(apiKeys.id, id)))[0];
    expect((await used())?.lastUsedAt).toBeNull();
    await keyActor(key);
    const first = await used();
    expect(first).toMatchObject({ version });
    expect(first?.lastUsedAt).toBeTruthy();
    await keyActor(key);
    expect((await used())?.lastUsedAt).toBe(first?.lastUsedAt);
    await db().update(apiKeys).set({ lastUsedAt: sql`now() - interval '2 minutes'` }).where(eq(apiKeys.id, id));
    await keyActor(key);
    expect((await used())?.lastUsedAt).not.toBe(first?.lastUsedAt);
  });

  it("take no scope from who does not hold it", async () => {
    const some = staffCtx(db(), ["api-key.write", "firmware.read"]);
    await create({ scopes: ["firmware.read"] }, some);
    expect((await failure(create({ scopes: ["firmware.write"] }, some))).code).toBe("forbidden");
    expect((await failure(create({ scopes: ["*"] }, some))).code).toBe("forbidden");
    expect((await failure(create({ scopes: ["firmware.read", "*"] }, some))).code).toBe("forbidden");
    expect((await failure(create({ scopes: ["no.such"] }))).status).toBe(422);
    expect((await failure(create({ expiresAt: "2020-01-01T00:00:00Z" }))).status).toBe(422);
    const every = await keyActor((await create({ scopes: ["*", "pers.read"] })).key);
    expect(mayDo(every, "audit.read")).toBe(true);
  });

  it("of the environment may do everything", async () => {
    const actor = await keyActor(env.INTERNAL_API_KEY ?? "");
    expect(actor).toMatchObject({ kind: "key", label: "internal key" });
    expect(mayDo(actor, "firmware.write")).toBe(true);
    await refused(`${env.INTERNAL_API_KEY}x`);
  });
});

describe("the browser's session", () => {
  const cookieOf = async (sid: string, secret = env.NEXTAUTH_SECRET[0].secret) =>
    `other=1; __Host-persdesk.session=${await encode({ token: { sid }, secret })}; more=2`;

  it("is the person of the cookie, until it is revoked", async () => {
    const user = await makeUser(db(), { permissions: ["pers.read"] });
    const sid = await loginService.signIn(anonymous(db()), { email: user.email, password: testPassword });
    const cookie = await cookieOf(sid);
    expect(await screenActor(cookie)).toMatchObject({ kind: "user", id: user.id, sessionId: sid });
    const [session] = await db().select().from(sessions).where(eq(sessions.id, sid));
    expect(session?.kind).toBe("browser");
    await revokeSession(anonymous(db()), sid, "logout");
    expect(await screenActor(cookie)).toBeNull();
  });

  it("is nobody's without a cookie, with noise, or with a cookie of another secret", async () => {
    const user = await makeUser(db());
    const sid = await loginService.signIn(anonymous(db()), { email: user.email, password: testPassword });
    expect(await screenActor(null)).toBeNull();
    expect(await screenActor("__Host-persdesk.session=abc")).toBeNull();
    expect(await screenActor(await cookieOf(sid, "x".repeat(40)))).toBeNull();
    expect(await screenActor(`x${await cookieOf(sid)}`)).not.toBeNull();
    expect(await screenActor(`fake-__Host-persdesk.session=${(await cookieOf(sid)).split("session=")[1]}`)).toBeNull();
  });
});
