import { eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { roles, sessions, userRoles } from "@/db/schema";
import { useDatabase } from "@/db/testing/database";
import { setTracing } from "@/env/spans";
import { seedIdentityBase } from "@/seed/identity";
import { handleApi } from "@/server/api";
import { persService } from "@/server/devices/pers/pers.service";
import { deviceFactory } from "@/server/devices/pers/testing";
import { makeUser } from "@/server/identity/testing";
import { signAccessToken } from "@/server/identity/token.service";
import { staffCtx } from "@/server/kit/testing";
import type { Permission } from "@/server/permissions";
import { appRouter } from "@/server/root";
import { planOperations } from "./rest-plan";

/** What was asked of PostgreSQL, by the words that tell these statements apart. */
const asked: string[] = [];
const namesOf = (text: string) =>
  text.includes("from backoffice.sessions s join") ? "session" : text.includes("nu_serial_pers_number") ? "pers" : text;
const { db } = useDatabase();
const make = deviceFactory(db);
let persId: string;
const later = new Date(Date.now() + 3_600_000).toISOString();

beforeAll(async () => {
  // Statements are spans, as they are for who traces; the pools that are opened from here on say them.
  setTracing({
    run: async ({ attributes }, work) => {
      const text = String(attributes?.["db.query.text"] ?? "");
      if (text && !text.includes("pg_sleep")) asked.push(namesOf(text));
      return work({ rename: () => undefined, set: () => undefined });
    },
    ids: () => ({ trace_id: "1", span_id: "1" }),
  });
  await seedIdentityBase(db());
  ({ id: persId } = await make.pers());
});
afterAll(() => setTracing(undefined));

async function person(permissions: Permission[]) {
  const user = await makeUser(db(), { permissions });
  const [row] = await db().insert(sessions).values({ userId: user.id, kind: "api", expiresAt: later }).returning();
  const sid = row?.id ?? "";
  const authorization = `Bearer ${await signAccessToken({ sub: user.id, sid, type: user.type })}`;
  return { user, sid, authorization };
}

/** A read of a PERS: its status, what it says, and the statements that it took. */
async function read(authorization: string, id: string, method = "GET") {
  const path = `http://localhost/api/v1/backoffice/pers/${id}`;
  const send = () => handleApi(new Request(path, { method, headers: { authorization } }));
  asked.length = 0;
  const answer = await send();
  const body = method === "HEAD" ? undefined : await answer.json();
  return { status: answer.status, body, statements: [...asked] };
}

const unknownId = "01900000-0000-7000-8000-000000000000";

describe("which reads are asked ahead", () => {
  const all = planOperations(appRouter);
  const ahead = all.filter(({ meta }) => meta.ahead);

  it("those of records whose rows depend on no caller", () => {
    const names = ahead.map(({ name }) => name);
    expect(names).toEqual(
      expect.arrayContaining(["firmwareCategories.get", "modelPers.get", "pers.get", "platformTechs.get", "roles.get"]),
    );
    const ofSome = ["portalUsers.get", "riders.get"];
    expect(all.filter(({ name }) => ofSome.includes(name))).toHaveLength(2);
    expect(names.filter((name) => ofSome.includes(name))).toEqual([]);
  });

  it("never a write, nor a read inside a company", () => {
    expect(ahead.filter(({ rest, company }) => rest.method !== "GET" || company)).toEqual([]);
  });
});

describe("a record that is asked together with the session", () => {
  it("is answered as it is read without", async () => {
    const { authorization } = await person(["pers.read"]);
    await read(authorization, persId);
    const { status, body, statements } = await read(authorization, persId);
    expect({ status, body, statements }).toEqual({
      status: 200,
      body: JSON.parse(JSON.stringify(await persService.get(staffCtx(db()), persId))),
      statements: ["session", "pers"],
    });
    const { status: ofHead } = await read(authorization, persId, "HEAD");
    expect(ofHead).toBe(200);
    expect((await read(authorization, persId.toUpperCase())).statements).toEqual(["session", "pers"]);
  });

  it("is not looked at for who may not read it: 403 and 404 ask the same, for a record that is there and one that is not", async () => {
    const [may, mayNot] = [await person(["pers.read"]), await person(["company.read"])];
    for (const one of [may, mayNot]) await read(one.authorization, persId); // their rights are known from here on
    const answers = [
      await read(may.authorization, unknownId),
      await read(mayNot.authorization, unknownId),
      await read(mayNot.authorization, persId),
    ];
    expect(answers.map(({ status, statements }) => ({ status, statements }))).toEqual([
      { status: 404, statements: ["session", "pers"] },
      { status: 403, statements: ["session", "pers"] },
      { status: 403, statements: ["session", "pers"] },
    ]);
    expect(JSON.stringify(answers)).not.toContain("nuSerialPersNumber");
  });

  it("is not answered to a session that has ended, or whose role was changed, the moment before", async () => {
    const { authorization, sid, user } = await person(["pers.read"]);
    expect((await read(authorization, persId)).status).toBe(200);
    const [held] = await db().select().from(userRoles).where(eq(userRoles.userId, user.id));
    await db()
      .update(roles)
      .set({ permissions: [] })
      .where(eq(roles.id, held?.roleId ?? ""));
    expect((await read(authorization, persId)).status).toBe(403);
    await db().update(sessions).set({ revokedAt: new Date().toISOString() }).where(eq(sessions.id, sid));
    const { status, body, statements } = await read(authorization, persId);
    expect({ status, code: body.code, statements }).toEqual({
      status: 401,
      code: "session_ended",
      statements: ["session", "pers"],
    });
  });

  it("is not asked for what is no id, nor for a token that is not good", async () => {
    const { authorization, user, sid } = await person(["pers.read"]);
    await read(authorization, persId);
    expect(await read(authorization, "none")).toMatchObject({ status: 400, statements: ["session"] });
    expect(await read("Bearer x.y.z", persId)).toMatchObject({ status: 401, statements: [] });
    const old = await signAccessToken({ sub: user.id, sid, type: user.type }, -60);
    expect(await read(`Bearer ${old}`, persId)).toMatchObject({
      status: 401,
      body: { code: "token_expired" },
      statements: [],
    });
    const path = `http://localhost/api/v1/backoffice/pers/${persId}?strict=1&none=1`;
    const strict = await handleApi(new Request(path, { headers: { authorization, prefer: "handling=strict" } }));
    expect(strict.status).toBe(400);
  });

  it("is asked again where that failed, with the patience of the settings", async () => {
    const [may, mayNot] = [await person(["pers.read"]), await person(["company.read"])];
    for (const one of [may, mayNot]) await read(one.authorization, persId);
    let refused: number | undefined;
    let waiting: ReturnType<typeof read> | undefined;
    await db().transaction(async (tx) => {
      await tx.execute("lock table backoffice.pers in access exclusive mode");
      refused = (await read(mayNot.authorization, persId)).status;
      waiting = read(may.authorization, persId);
      await tx.execute("select pg_sleep(0.4)"); // longer than a statement of a pipeline waits for a lock
    });
    expect(refused).toBe(403);
    // Ahead in vain, and then of the pool.
    expect(await waiting).toMatchObject({ status: 200, body: { id: persId }, statements: ["session", "pers", "pers"] });
  });
});
