import { eq, sql } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { idempotencyKeys, modelPers } from "@/db/schema";
import { useDatabase } from "@/db/testing/database";
import { modelPersRouter } from "@/server/devices/model-pers/model-pers.router";
import { router } from "@/server/kit/procedure";
import { staffCtx } from "@/server/kit/testing";
import { restDoor } from "./rest";
import { toResponse } from "./rest-answer";

const { db } = useDatabase();
const at = "/api/v1/backoffice/admin/model-pers";
const people = new Map(
  ["a", "b"].map((name, index) => {
    const { actor } = staffCtx(undefined as never);
    return [name, { ...actor, id: `00000000-0000-7000-8000-00000000000${index}` } as typeof actor];
  }),
);
const { handle } = restDoor({
  router: router({ modelPers: modelPersRouter }),
  database: db,
  authenticate: {
    bearerActor: async (token) => people.get(token) ?? staffCtx(db()).actor,
    keyActor: async () => staffCtx(db()).actor,
  },
});

async function create(key: string | undefined, label: string, who = "a", path = at) {
  const url = new URL(`http://localhost${path}`);
  const headers = new Headers({ authorization: `Bearer ${who}`, "content-type": "application/json" });
  if (key !== undefined) headers.set("idempotency-key", key);
  const request = new Request(url, { method: "POST", headers, body: JSON.stringify({ label }) });
  const { reply } = await handle({ request, url, requestId: "test", ip: null });
  const response = toResponse(reply);
  return { status: response.status, headers: response.headers, text: await response.text() };
}
const rowsOf = (label: string) => db().select().from(modelPers).where(eq(modelPers.label, label));
const unique = () => crypto.randomUUID();

describe("a POST with an Idempotency-Key", () => {
  test("is done once; later it gets the very same answer, and says so", async () => {
    const [key, label] = [unique(), unique()];
    const first = await create(key, label);
    const second = await create(key, label);
    expect([first.status, first.headers.get("idempotency-replayed")]).toEqual([201, null]);
    expect([second.status, second.headers.get("idempotency-replayed")]).toEqual([201, "true"]);
    expect(second.text).toBe(first.text);
    expect(second.headers.get("etag")).toBe(first.headers.get("etag"));
    expect(await rowsOf(label)).toHaveLength(1);
  });

  test("makes one row of 20 parallel identical requests, with one answer", async () => {
    const [key, label] = [unique(), unique()];
    const answers = await Promise.all(Array.from({ length: 20 }, () => create(key, label)));
    expect(new Set(answers.map(({ status, text }) => `${status} ${text}`)).size).toBe(1);
    expect(answers[0]?.status).toBe(201);
    expect(answers.filter(({ headers }) => !headers.has("idempotency-replayed"))).toHaveLength(1);
    expect(await rowsOf(label)).toHaveLength(1);
  });

  test("is 422 with another body, and free again for another caller", async () => {
    const [key, label] = [unique(), unique()];
    await create(key, label);
    const other = await create(key, unique());
    expect([other.status, JSON.parse(other.text).code]).toEqual([422, "rule_broken"]);
    const theirs = await create(key, unique(), "b");
    expect([theirs.status, theirs.headers.has("idempotency-replayed")]).toEqual([201, false]);
  });

  test("keeps no error: the next try is a try", async () => {
    const [key, label] = [unique(), unique()];
    await create(undefined, label);
    expect((await create(key, label)).status).toBe(422);
    await db().delete(modelPers).where(eq(modelPers.label, label));
    const retried = await create(key, label);
    expect([retried.status, retried.headers.has("idempotency-replayed")]).toEqual([201, false]);
  });

  test("is forgotten after 24 hours, and old keys do not pile up", async () => {
    const [key, stale, label] = [unique(), unique(), unique()];
    await create(key, label);
    await create(stale, unique());
    await db().update(idempotencyKeys).set({ createdAt: "2020-01-01T00:00:00.000Z" });
    const again = await create(key, unique());
    expect([again.status, again.headers.has("idempotency-replayed")]).toEqual([201, false]);
    const [left] = await db().execute(sql`select count(*)::int as n from ${idempotencyKeys} where key = ${stale}`);
    expect(left?.n).toBe(0);
  });

  test("takes 1 to 255 printable characters", async () => {
    for (const key of ["", "x".repeat(256), "caf\u00e9"]) expect((await create(key, unique())).status).toBe(400);
    expect((await create("x".repeat(255), unique())).status).toBe(201);
  });
});
