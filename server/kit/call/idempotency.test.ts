import { and, eq, sql } from "drizzle-orm";
import { beforeAll, describe, expect, it } from "vitest";
import { idempotentCalls, modelPers, userRoles } from "@/db/schema";
import { useDatabase } from "@/db/testing/database";
import { env } from "@/env/env";
import { seedBase } from "@/seed/base";
import { failure, staffCtx } from "@/server/kit/testing";
import { permissionCodes } from "@/server/permissions";
import { appRouter } from "@/server/root";
import { ask, askScreen } from "@/server/testing/ask";
import { credentialsOf, makePerson } from "@/server/testing/callers";
import type { KnownCtx } from "./context";

const { db } = useDatabase();
const at = "/v1/backoffice/admin/model-pers";
const unique = () => crypto.randomUUID();
const rowsOf = (label: string) => db().select().from(modelPers).where(eq(modelPers.label, label));

type Sender = Awaited<ReturnType<typeof credentialsOf>>;
let me: Sender;
beforeAll(async () => {
  await seedBase(db());
  me = await credentialsOf(db(), await makePerson(db(), {}, permissionCodes));
});

const headersOf = (key: string | undefined, { bearer, cookie }: Sender): Record<string, string> => ({
  authorization: `Bearer ${bearer}`,
  cookie,
  ...(key !== undefined && { "idempotency-key": key }),
});
const post = (path: string, key: string | undefined, body: unknown, who = me) =>
  ask("POST", path, { headers: headersOf(key, who), body });
const create = (key: string | undefined, label: string, who = me) => post(at, key, { label }, who);
const screen = (procedure: string, key: string, input: unknown, who = me, more: Record<string, string> = {}) =>
  askScreen(procedure, input, { headers: { ...headersOf(key, who), ...more } });
const replayed = ({ headers }: { headers: Headers }) => headers.get("idempotency-replayed");
const codeOf = ({ text }: { text: string }) => JSON.parse(text).code;
const screenCode = ({ text }: { text: string }) => JSON.parse(text).error.data.problem.code;
const streaming = { "trpc-accept": "application/jsonl" };

describe("a call with an Idempotency-Key", () => {
  it("is done once; later it gets the very same answer, and says so", async () => {
    const [key, label] = [unique(), unique()];
    const first = await create(key, label);
    const second = await create(key, label);
    expect([first.status, replayed(first)]).toEqual([201, null]);
    expect([second.status, replayed(second)]).toEqual([201, "true"]);
    expect(second.text).toBe(first.text);
    expect(second.headers.get("etag")).toBe(first.headers.get("etag"));
    expect(await rowsOf(label)).toHaveLength(1);
  });

  it("is the same call by either door", async () => {
    const [key, label] = [unique(), unique()];
    const first = JSON.parse((await create(key, label)).text);
    const { status, text } = await screen("modelPers.create", key, { label });
    expect([status, JSON.parse(text).result.data]).toEqual([200, first]);
    expect(await rowsOf(label)).toHaveLength(1);
  });

  it("may be any change: one that was done answers as it did, though the record has moved on", async () => {
    const { id, version } = JSON.parse((await create(undefined, unique())).text);
    const change = (key: string) =>
      ask("PATCH", `${at}/${id}`, {
        headers: { ...headersOf(key, me), "if-match": `"${version}"` },
        body: { description: "Once" },
      });
    const [key, other] = [unique(), unique()];
    const [first, again, late] = [await change(key), await change(key), await change(other)];
    expect([first.status, again.status, again.text, late.status]).toEqual([200, 200, first.text, 412]);
    const remove = (key: string) => ask("DELETE", `${at}/${id}`, { headers: headersOf(key, me) });
    expect([(await remove(key)).status, (await remove(key)).status, (await remove(other)).status]).toEqual([
      204, 204, 404,
    ]);
  });

  it("makes one row of 20 parallel identical requests, with one answer", async () => {
    const [key, label] = [unique(), unique()];
    const answers = await Promise.all(Array.from({ length: 20 }, () => create(key, label)));
    expect(new Set(answers.map(({ status, text }) => `${status} ${text}`)).size).toBe(1);
    expect(answers[0]?.status).toBe(201);
    expect(answers.filter((answer) => replayed(answer) === null)).toHaveLength(1);
    expect(await rowsOf(label)).toHaveLength(1);
  });

  it("has a code of its own with another input, and is another call of another procedure or caller", async () => {
    const [key, label] = [unique(), unique()];
    await create(key, label);
    const other = await create(key, unique());
    expect([other.status, codeOf(other)]).toEqual([422, "idempotency_key_reused"]);
    const translated = await post("/v1/backoffice/admin/roles", key, { label });
    expect(codeOf(translated)).toBe("invalid_input"); // its own shape is looked at, not the other call's
    const somebody = await credentialsOf(db(), await makePerson(db(), {}, permissionCodes));
    const theirs = await create(key, unique(), somebody);
    expect([theirs.status, replayed(theirs)]).toEqual([201, null]);
  });

  it("belongs to who does it and to whom they act for", async () => {
    const [key, member, other] = [unique(), unique(), unique()];
    const { actor, ...ctx } = staffCtx(db());
    const made = (over: object) => {
      const idempotency = { key, isAlone: true, isReplayed: false };
      const caller = appRouter.createCaller({ ...ctx, actor: { ...actor, ...over } as KnownCtx["actor"], idempotency });
      return caller.modelPers.create({ label: unique() });
    };
    const who = [{}, { id: member }, { id: member, actingId: other }, { id: other, actingId: member }];
    for (const over of who) await made(over);
    for (const over of who) expect((await failure(made(over))).code).toBe("idempotency_key_reused");
  });

  it("keeps no error: the next try is a try", async () => {
    const [key, label] = [unique(), unique()];
    await create(undefined, label);
    expect((await create(key, label)).status).toBe(422);
    await db().delete(modelPers).where(eq(modelPers.label, label));
    const retried = await create(key, label);
    expect([retried.status, replayed(retried)]).toEqual([201, null]);
  });

  it("is forgotten after 24 hours", async () => {
    const [key, label, stale] = [unique(), unique(), unique()];
    await create(stale, unique());
    await create(key, label);
    await db()
      .update(idempotentCalls)
      .set({ createdAt: "2026-01-01T00:00:00.000Z" })
      .where(eq(idempotentCalls.key, stale));
    const age = (minutes: number) =>
      db()
        .update(idempotentCalls)
        .set({ createdAt: sql`now() - make_interval(mins => ${minutes})` })
        .where(eq(idempotentCalls.key, key));
    await age(24 * 60 - 1);
    expect(replayed(await create(key, label))).toBe("true");
    await age(24 * 60 + 1);
    const again = await create(key, label);
    expect([again.status, codeOf(again)]).toEqual([422, "duplicate"]);
    const other = await create(key, unique());
    expect([other.status, replayed(other)]).toEqual([201, null]);
    expect(await db().$count(idempotentCalls, eq(idempotentCalls.key, stale))).toBe(0);
  });

  it("takes 1 to 255 printable characters", async () => {
    for (const key of ["", "x".repeat(256), "caf\u00e9"]) {
      expect((await create(key, unique())).status).toBe(400);
      expect((await screen("modelPers.create", key, { label: unique() })).status).toBe(400);
    }
    expect((await create("x".repeat(255), unique())).status).toBe(201);
  });
});

describe("a batch or a stream with one Idempotency-Key", () => {
  const batch = (key: string, labels: string[], more: Record<string, string> = {}) =>
    screen(
      `${labels.map(() => "modelPers.create").join(",")}?batch=1`,
      key,
      Object.fromEntries(labels.map((label, index) => [index, { label }])),
      me,
      more,
    );

  it.each([
    ["batch", {}],
    ["stream", streaming],
  ])("holds calls of their own: a %s", async (_, more) => {
    const key = unique();
    const [one = "", two = "", three = ""] = [unique(), unique(), unique()];
    await create(undefined, two);
    const first = await batch(key, [one, two], more);
    expect(first.text).toContain('"code":"duplicate"'); // of the second, which is refused by itself
    expect([await rowsOf(one), await rowsOf(two)].map((rows) => rows.length)).toEqual([1, 1]);
    await db().delete(modelPers).where(eq(modelPers.label, two));
    const again = await batch(key, [one, two], more);
    expect(again.text).not.toContain('"error"');
    expect([await rowsOf(one), await rowsOf(two)].map((rows) => rows.length)).toEqual([1, 1]);
    // in another order and with another one, as a client may send them again
    expect((await batch(key, [three, two, one])).status).toBe(200);
    for (const label of [one, two, three]) expect(await rowsOf(label)).toHaveLength(1);
  });

  it("makes one record of what stands in it twice", async () => {
    const label = unique();
    const { status, text } = await batch(unique(), [label, label]);
    const [one, two] = JSON.parse(text);
    expect([status, one]).toEqual([200, two]);
    expect(await rowsOf(label)).toHaveLength(1);
  });
});

describe("an Idempotency-Key at an operation that takes none", () => {
  it("is refused where somebody is signed in, before anything is looked at", async () => {
    const change = { currentPassword: "wrong", newPassword: "Another-pass-2026" };
    const key = unique();
    const refused = await post("/v1/users/change-password", key, change);
    expect([refused.status, codeOf(refused)]).toEqual([400, "idempotency_not_supported"]);
    for (const [procedure, input] of [
      ["password.change", change],
      ["login.login", { email: "a@b.demo", password: "x" }],
      ["password.validateCode", { email: "a@b.demo", code: "123456" }],
    ] as const) {
      const answer = await screen(procedure, key, input);
      expect([procedure, answer.status, screenCode(answer)]).toEqual([procedure, 400, "idempotency_not_supported"]);
    }
    const tried = await db().execute(
      sql`select 1 from platform.login_attempts union all select 1 from backoffice.user_codes`,
    );
    expect(tried).toHaveLength(0);
  });

  it("is ignored where nobody is signed in, and by reads", async () => {
    const login = { email: "nobody@b.demo", password: "x" };
    const headers = { "idempotency-key": "" };
    expect((await ask("POST", "/v1/users/login", { headers, body: login })).status).toBe(401);
    expect((await askScreen("login.login", login, { headers })).status).toBe(401);
    expect((await ask("GET", at, { headers: headersOf("", me) })).status).toBe(200);
    const byKey = { "x-api-key": env.INTERNAL_API_KEY ?? "", "idempotency-key": unique() };
    const device = { email: "nobody@b.demo", keyPlatformTech: "RIDER_APP", mobileDeviceId: "d" };
    expect((await ask("POST", "/users/current/devices", { headers: byKey, body: device })).status).toBe(200);
  });
});

describe("an answer that holds a secret", () => {
  const secrets = [
    ["webhooks.create", { name: "A webhook", url: "https://hooks.example.com/", events: ["mail.failed"] }, "secret"],
    ["apiKeys.create", { name: "A key", scopes: ["pers.read"] }, "key"],
  ] as const;

  it.each(secrets)("is given once, and kept nowhere: %s", async (procedure, input, field) => {
    const key = unique();
    const dataOf = ({ text }: { text: string }) => JSON.parse(text).result.data;
    const [first, again] = [dataOf(await screen(procedure, key, input)), dataOf(await screen(procedure, key, input))];
    const { [field]: secret, ...record } = first;
    expect(secret).toMatch(/^(whsec|pd)_/);
    expect(again).toEqual({ ...record, secretShown: true });
    const kept = await db().select().from(idempotentCalls).where(eq(idempotentCalls.key, key));
    expect(kept).toMatchObject([{ answer: null, recordId: first.id }]);
  });

  it.each(secrets)("is given to nobody who has lost the right: %s", async (procedure, input) => {
    const user = await makePerson(db(), {}, permissionCodes);
    const who = await credentialsOf(db(), user);
    const key = unique();
    const mine = { ...input, name: `${input.name} of mine` };
    const made = await screen(procedure, key, mine, who);
    expect([made.status, made.text]).toEqual([200, expect.stringMatching(/whsec|pd_/)]);
    await db()
      .delete(userRoles)
      .where(and(eq(userRoles.userId, user.id)));
    const again = await screen(procedure, key, mine, who);
    expect([again.status, again.text]).toEqual([403, expect.not.stringMatching(/whsec|pd_/)]);
  });
});
