import { sql } from "drizzle-orm";
import { beforeAll, describe, expect, it, vi } from "vitest";
import { companies, sessions, userCompanies, users } from "@/db/schema";
import { categoryId, seedBase } from "@/db/seed/base";
import { useDatabase } from "@/db/testing/database";
import { handleApi } from "./api";
import { apiKeyService } from "./identity/api-key/api-key.service";
import { addRefreshToken, openSession } from "./identity/session/session.service";
import { anonymous, makeUser } from "./identity/testing";
import { signAccessToken } from "./identity/token.service";
import type { Meta } from "./kit/rest-meta";
import { proceduresOf } from "./kit/rest-plan";
import { staffCtx } from "./kit/testing";
import { isPermission, type Permission, permissionCodes } from "./permissions";
import { appRouter } from "./root";

const { db } = useDatabase();
const operations = proceduresOf(appRouter).flatMap(([name, { _def }]) =>
  _def.meta?.rest ? [{ name, permission: _def.meta.permission, rest: _def.meta.rest }] : [],
);
type Operation = (typeof operations)[number];

type Outcome = 401 | 403 | "through";
interface Caller {
  headers: (needed: Meta["permission"]) => Record<string, string>;
  /** with a bearer's operation, and with a key's */
  bearer: (needed: Meta["permission"]) => Outcome;
  key: (needed: Meta["permission"]) => Outcome;
}

const nobody = () => 401 as const;
const withoutRights = (needed: Meta["permission"]): Outcome => (isPermission(needed) ? 403 : "through");
const through = () => "through" as const;

// Their own rules refuse a stranger's address, sheet or account, right or no right.
const ownRule = new Set(["profile.storeDevice", "sheetActivities.listOwn"]);

const callers: Record<string, Caller> = {};
const bearer = (token: string) => ({ authorization: `Bearer ${token}` });

type Fields = Parameters<typeof makeUser>[1];
async function signIn(fields: Fields, session: Partial<typeof sessions.$inferInsert> = {}) {
  const user = await makeUser(db(), fields);
  const sid = await openSession(anonymous(db()), user, { kind: "api" });
  await db()
    .update(sessions)
    .set({ ip: null, ...session })
    .where(sql`${sessions.id} = ${sid}`);
  return { user, sid, token: await signAccessToken({ sub: user.id, sid, type: user.type }) };
}

async function makeCallers() {
  const add = (name: string, token: string, outcome: Caller["bearer"]) => {
    callers[name] = { headers: () => bearer(token), bearer: outcome, key: nobody };
  };
  callers.anonymous = { headers: () => ({}), bearer: nobody, key: nobody };
  const old = await signIn({ permissions: permissionCodes });
  vi.useFakeTimers({ toFake: ["Date"], now: Date.now() - 3_600_000 });
  add("an expired token", await signAccessToken({ sub: old.user.id, sid: old.sid, type: "Staff" }), nobody);
  vi.useRealTimers();
  add("a refresh token as access token", await addRefreshToken(anonymous(db()), old.sid), nobody);
  const disabled = await signIn({ permissions: permissionCodes });
  await db().update(users).set({ status: "disabled" }).where(sql`${users.id} = ${disabled.user.id}`);
  add("a disabled user", disabled.token, nobody);
  add("a reset token", (await signIn({ permissions: permissionCodes }, { kind: "reset" })).token, nobody);
  add(
    "an ended session",
    (await signIn({ permissions: permissionCodes }, { revokedAt: sql`now()` as never })).token,
    nobody,
  );
  add("a rider", (await signIn({ type: "Rider" })).token, withoutRights);
  const categories = {
    "a manufacturer's admin": "MANUFACTURER",
    "a dealer": "DEALER",
    "a subcontractor": "SUBCONTRACTOR",
    "a fleet's admin": "FLEET",
  } as const;
  const acting = await signIn({ permissions: ["switch-to.use", "portal-user.read"] });
  for (const [name, category] of Object.entries(categories)) {
    const member = await signIn({ type: "Pro Center Admin" });
    const values = { name, registerNumber: name, companyCategoryId: categoryId(category) };
    const [company] = await db().insert(companies).values(values).returning();
    await db()
      .insert(userCompanies)
      .values({ userId: member.user.id, companyId: company?.id ?? "", status: "active" });
    add(name, member.token, withoutRights);
    const under = { userId: member.user.id, actUserId: acting.user.id, parentId: acting.sid };
    if (category === "FLEET") {
      const [session] = await db()
        .insert(sessions)
        .values({ ...under, kind: "api", expiresAt: sql`now() + interval '1 hour'` })
        .returning();
      add(
        "switch-to",
        await signAccessToken({ sub: member.user.id, sid: session?.id ?? "", type: "x" }),
        withoutRights,
      );
    }
  }
  add("a member without right", (await signIn({ type: "Pro Center Member" })).token, withoutRights);
  add("staff without a role", (await signIn({})).token, withoutRights);
  add("staff with every right", (await signIn({ permissions: permissionCodes })).token, through);
  const [only, allBut, scoped, unscoped] = [{}, {}, {}, {}] as Record<string, string>[];
  const key = async (scopes: Permission[]) =>
    (await apiKeyService.create(staffCtx(db()), { name: `key ${crypto.randomUUID()}`, scopes })).key;
  for (const code of permissionCodes) {
    const rest = permissionCodes.filter((other) => other !== code);
    if (only) only[code] = (await signIn({ permissions: [code] })).token;
    if (allBut) allBut[code] = (await signIn({ permissions: rest })).token;
    if (scoped) scoped[code] = await key([code]);
    if (unscoped) unscoped[code] = await key(rest);
  }
  const some = permissionCodes[0] ?? "";
  const ofRight = (tokens: Record<string, string> | undefined, needed: string) =>
    tokens?.[needed] ?? tokens?.[some] ?? "";
  callers["staff with only this right"] = { headers: (n) => bearer(ofRight(only, n)), bearer: through, key: nobody };
  callers["staff with all but this right"] = {
    headers: (n) => bearer(ofRight(allBut, n)),
    bearer: withoutRights,
    key: nobody,
  };
  callers["a key with the scope"] = {
    headers: (n) => ({ "x-api-key": ofRight(scoped, n) }),
    bearer: nobody,
    key: through,
  };
  callers["a key without the scope"] = {
    ...{ headers: (n) => ({ "x-api-key": ofRight(unscoped, n) }), bearer: nobody, key: withoutRights },
  };
  const wrong = { "x-api-key": `pd_0123456789_${"A".repeat(43)}` };
  callers["a wrong key"] = { headers: () => wrong, bearer: nobody, key: () => 403 };
}

/** Ids of nothing and bodies of nothing: who gets through meets 400, 404 or an empty answer, and changes no row. */
async function statusOf({ rest }: Operation, headers: Record<string, string>) {
  const path = rest.path.replace(/\{\w+\}/g, "01900000-0000-7000-8000-000000000000");
  const hasBody = rest.method !== "GET";
  const init = {
    method: rest.method,
    headers: { ...headers, ...(hasBody && { "content-type": "application/json" }) },
    body: hasBody ? "{}" : undefined,
  };
  const response = await handleApi(new Request(`http://localhost/api${path}`, init));
  await response.arrayBuffer();
  return response.status;
}

function expected({ name, permission, rest }: Operation, caller: Caller, headers: Record<string, string>): Outcome[] {
  if (rest.auth === "none") return ["through"];
  if (rest.auth === "own") return ["through", 401, 403];
  const byKey = rest.auth === "apiKey" || (rest.auth === "either" && "x-api-key" in headers);
  const outcome = (byKey ? caller.key : caller.bearer)(permission);
  return outcome === "through" && ownRule.has(name) ? [outcome, 403] : [outcome];
}

describe("the authorisation matrix", () => {
  beforeAll(async () => {
    await seedBase(db());
    await makeCallers();
  }, 120_000);

  it("has no wrong cell: every operation, every kind of caller", { timeout: 300_000 }, async () => {
    const wrong: string[] = [];
    let cells = 0;
    for (const operation of operations)
      for (const [who, caller] of Object.entries(callers)) {
        const headers = caller.headers(operation.permission);
        const status = await statusOf(operation, headers);
        const outcome: Outcome = status === 401 || status === 403 ? status : "through";
        cells++;
        if (status >= 500 || !expected(operation, caller, headers).includes(outcome))
          wrong.push(`${operation.rest.method} ${operation.rest.path} by ${who}: ${status}`);
      }
    expect(wrong).toEqual([]);
    expect(cells).toBeGreaterThan(1500);
  });

  it("lets no refresh or reset go without its own credential", async () => {
    for (const operation of operations.filter(({ rest }) => rest.auth === "own"))
      expect(await statusOf(operation, {}), operation.name).toBeOneOf([400, 401]);
  });
});
