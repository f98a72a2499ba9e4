import { readFileSync } from "node:fs";
import { encode } from "next-auth/jwt";
import { beforeAll, describe, expect, test } from "vitest";
import { closeDatabase } from "@/db/client";
import { modelPers, sessions } from "@/db/schema";
import { useDatabase } from "@/db/testing/database";
import { env } from "@/env/env";
import { seedIdentityBase } from "@/seed/identity";
import { handleApi } from "@/server/api";
import { type Credentials, conformanceCases, faultsOf } from "@/server/api.conformance";
import { sessionCookie } from "@/server/identity/session/session.cookie";
import { makeUser } from "@/server/identity/testing";
import { signAccessToken } from "@/server/identity/token.service";
import { permissionCodes } from "@/server/permissions";

const { db } = useDatabase();
const later = new Date(Date.now() + 3_600_000).toISOString();
let credentials: Credentials;

const send = (path: string, init: RequestInit = {}) =>
  handleApi(new Request(`http://localhost${path}`, { ...init, headers: { host: "localhost", ...init.headers } }));

async function session(permissions: typeof permissionCodes) {
  const user = await makeUser(db(), { permissions });
  const [row] = await db().insert(sessions).values({ userId: user.id, kind: "api", expiresAt: later }).returning();
  if (!row) throw new Error("no session");
  const token = await signAccessToken({ sub: user.id, sid: row.id, type: user.type });
  const cookie = await encode({ token: { sid: row.id }, secret: env.NEXTAUTH_SECRET[0].secret });
  return { bearer: { authorization: `Bearer ${token}` }, cookie: { cookie: `${sessionCookie}=${cookie}` } };
}

beforeAll(async () => {
  await seedIdentityBase(db());
  const { bearer, cookie } = await session(permissionCodes);
  credentials = {
    nobody: {},
    person: bearer,
    screen: cookie,
    "wrong person": { authorization: "Bearer x.y.z" },
    key: { "x-api-key": env.INTERNAL_API_KEY ?? "" },
    "wrong key": { "x-api-key": "pd_wrong_key" },
  };
});

describe("the API, by its handler", () => {
  test.each(conformanceCases.map((one) => [one.name, one] as const))("%s", async (_, one) => {
    expect(await faultsOf(one, send, credentials)).toEqual([]);
  });
});

describe("tRPC", () => {
  const write = (label: string, headers: Record<string, string>) =>
    send("/api/trpc/modelPers.create", {
      method: "POST",
      headers: { ...credentials.screen, "content-type": "application/json", "x-persdesk": "1", ...headers },
      body: JSON.stringify({ label }),
    });

  test("takes a write from a page of our own host, and from no other", async () => {
    const label = crypto.randomUUID();
    expect((await write(label, { origin: "http://localhost" })).status).toBe(200);
    for (const origin of ["null", "http://localhost.evil.example", "http://localhost:1234", "file://"])
      expect([origin, (await write(label, { origin })).status]).toEqual([origin, 403]);
    const again = await write(label, {});
    expect([again.status, (await again.json()).error.data.problem.code]).toEqual([422, "duplicate"]);
    expect(again.headers.get("x-request-id")).toMatch(/./);
  });

  test("counts a body, and stops at 16 MiB", async () => {
    let pieces = 0;
    const body = new ReadableStream<Uint8Array>({
      pull: (controller) => {
        pieces++;
        controller.enqueue(new Uint8Array(1024 * 1024).fill(0x20));
      },
    });
    const headers = { ...credentials.screen, "content-type": "application/json", "x-persdesk": "1" };
    const init = { method: "POST", headers, body, duplex: "half" } as RequestInit;
    expect((await send("/api/trpc/modelPers.create", init)).status).toBe(413);
    expect(pieces).toBeLessThan(20);
  });
});

describe("an export", () => {
  const get = async (query: string, headers = credentials.screen) => {
    const response = await send(`/api/export/modelPers?${query}`, { headers });
    return { status: response.status, text: await response.text() };
  };

  test("has all rows that the filters leave, in the list's order, with the chosen columns", async () => {
    const mark = crypto.randomUUID();
    const labels = Array.from({ length: 2500 }, (_, n) => `${mark} ${String(n).padStart(4, "0")}`);
    await db()
      .insert(modelPers)
      .values(labels.map((label, n) => ({ label, description: n === 0 ? "=cmd()" : null })));
    const { text } = await get(
      `label=${mark}&sortBy=label:desc&limit=5&page=3&columns=label=A%252CB,description=D,none.of=X`,
    );
    const lines = text.trimEnd().split("\r\n");
    expect(lines[0]).toBe('"A,B",D,X');
    expect(lines.slice(1)).toEqual(
      labels.toReversed().map((label, n) => `${label},${n === 2499 ? '"\'=cmd()"' : ""},`),
    );
  });

  test("needs the right to read the list", async () => {
    const other = await session(["language.read"]);
    expect((await get("columns=label=L", other.cookie)).status).toBe(403);
    expect((await get("columns=label=L", other.bearer)).status).toBe(401);
  });

  test("needs columns that are paths", async () => {
    for (const columns of [
      "",
      "columns=",
      "columns=a-b=x",
      "columns=a%20b%20c%20d%20e%20f=x",
      "columns=a..b=x",
      `columns=${Array(201).fill("a=A").join(",")}`,
    ])
      expect([columns, (await get(columns)).status]).toEqual([columns, 400]);
    expect((await get("columns=__proto__.x=P,constructor.name=C")).text).not.toContain("Object");
  });
});

test("the OpenAPI document never changes by being asked for", async () => {
  const [first, second] = [await send("/api/openapi.json"), await send("/api/openapi.json")];
  const etag = first.headers.get("etag") ?? "";
  expect([await first.text(), etag]).toEqual([await second.text(), second.headers.get("etag")]);
  expect((await send("/api/openapi.json", { headers: { "if-none-match": etag } })).status).toBe(304);
});

test("the reference loads nothing from elsewhere, and no script of its own page's text", async () => {
  const response = await send("/api/reference");
  const page = await response.text();
  expect(response.headers.get("content-security-policy")).toBe(
    "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; connect-src 'self'; " +
      "base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  );
  const loaded = [...page.matchAll(/<(?:link|script)[^>]+(?:src|href)="([^"]+)"/g)].map(([, path = ""]) => path);
  expect(loaded.length).toBeGreaterThan(3);
  for (const path of loaded) expect([path, (await send(path)).status]).toEqual([path, 200]);
  expect(page).not.toMatch(/<script>/);
});

test("readiness knows the newest migration", async () => {
  const { entries } = JSON.parse(readFileSync("db/migrations/meta/_journal.json", "utf8"));
  expect(entries.length).toBeGreaterThan(0);
  await db().execute("create table drizzle.kept as table drizzle.__drizzle_migrations");
  await db().execute(
    "delete from drizzle.__drizzle_migrations where created_at = (select max(created_at) from drizzle.kept)",
  );
  const behind = await send("/readyz");
  expect([behind.status, behind.headers.get("retry-after")]).toEqual([503, "5"]);
  expect(await behind.json()).toMatchObject({
    detail: expect.stringMatching(/Migrations are missing/),
    errors: [{ path: "migrations" }],
  });
  await db().execute(
    "truncate drizzle.__drizzle_migrations; insert into drizzle.__drizzle_migrations table drizzle.kept",
  );
  const ready = await send("/readyz");
  expect([ready.status, await ready.json()]).toEqual([200, { status: "ready", workers: "working" }]);

  await db().execute("alter schema drizzle rename to elsewhere");
  const fresh = await send("/readyz");
  expect([fresh.status, (await fresh.json()).errors]).toMatchObject([503, [{ path: "migrations" }]]);
  await db().execute("alter schema elsewhere rename to drizzle");

  const { DATABASE_URL } = env;
  await closeDatabase();
  env.DATABASE_URL = "postgres://nobody@127.0.0.1:1/none";
  const away = await send("/readyz");
  expect([away.status, away.headers.get("retry-after"), (await away.json()).errors]).toMatchObject([
    503,
    "2",
    [{ path: "database" }],
  ]);
  await closeDatabase();
  env.DATABASE_URL = DATABASE_URL;
});
