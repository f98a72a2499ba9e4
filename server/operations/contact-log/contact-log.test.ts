import { eq, sql } from "drizzle-orm";
import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { auditLog, platformContactLogs as table } from "@/db/schema";
import { useDatabase } from "@/db/testing/database";
import { env } from "@/env/env";
import { seedBase } from "@/seed/base";
import { handleApi } from "@/server/api";
import { apiKeyService } from "@/server/identity/api-key/api-key.service";
import { systemCtx } from "@/server/kit/call/context";
import { staffCtx } from "@/server/kit/testing";
import { appRouter } from "@/server/root";
import { credentialsOf, makePerson } from "@/server/testing/callers";
import { contactLogRoutine, contactLogService, resealContactLogs } from "./contact-log.service";

const { db } = useDatabase();
const ctx = () => staffCtx(db());
const caller = () => appRouter.createCaller(ctx());
const at = "/api/v1/backoffice/admin/platform-contact-logs";

const canary = {
  email: "canary.person@example.test",
  firstName: "Canarina",
  lastName: "Feather",
  content: "My brakes sing.\nCanary-text",
};
const told = { type: "problem", platformTechKey: "RIDER_APP", receivedAt: "2026-03-01T10:00:00.000Z" };

beforeAll(() => seedBase(db()));

beforeEach(async () => {
  await db().delete(table);
  await db()
    .insert(table)
    .values({ ...canary, ...told });
});
const only = async () =>
  (await db().select().from(table))[0] ?? { id: "", version: 0, personalSealed: "", dataKeyId: "" };

/** Every row of every table as text that holds one of the values. */
async function tablesWith(values: string[]) {
  const tables = await db().execute<{ name: string }>(
    sql`select format('%I.%I', schemaname, tablename) as name from pg_tables where schemaname in ('backoffice', 'notification', 'platform')`,
  );
  const found: string[] = [];
  for (const { name } of tables) {
    const pattern = values.map((value) => value.replace(/[.]/g, "\\.")).join("|");
    const [row] = await db().execute<{ n: number }>(
      sql`select count(*)::int as n from ${sql.raw(name)} t where t::text ~* ${pattern}`,
    );
    if (row?.n) found.push(name);
  }
  return found;
}

describe("a contact log", () => {
  test("is anonymised: found by nothing and in nothing, then brought back as it was", async () => {
    const { id } = await only();
    const masked = await caller().contactLogs.anonymize({ id });
    expect(masked).toMatchObject({
      email: "••••••",
      content: "••••••",
      firstName: null,
      isAnonymized: true,
      version: 2,
    });
    expect(await tablesWith(["canary.person", "Canarina", "Feather", "Canary-text"])).toEqual([]);
    expect((await caller().contactLogs.list({})).items).toEqual([]);
    const one = caller().anonymizedContactLogs;
    expect((await one.list({})).items).toMatchObject([{ id, email: "••••••" }]);
    for (const filter of [{ email: "canary" }, { email: "•" }, { content: "brakes" }, { content: "•" }])
      expect((await one.list(filter)).items).toEqual([]);
    expect((await one.list({ type: "problem" })).items).toHaveLength(1);
    expect(await caller().contactLogs.get({ id })).toMatchObject({ content: "••••••" });

    const back = await caller().contactLogs.reveal({ id });
    expect(back).toMatchObject({ ...canary, ...told, id, isAnonymized: false, anonymizedAt: null });
    expect((await caller().contactLogs.list({ content: "brakes sing" })).items).toHaveLength(1);
    const trail = await db().select().from(auditLog).where(eq(auditLog.objectId, id));
    expect(trail.map(({ action, changes }) => [action, changes])).toEqual([
      ["anonymize", { isAnonymized: [false, true] }],
      ["reveal", { isAnonymized: [true, false] }],
    ]);
    expect(JSON.stringify(trail)).not.toMatch(/canar/i);
  });

  test("twice is 422, both ways, and another version 412", async () => {
    const { id } = await only();
    await expect(caller().contactLogs.reveal({ id })).rejects.toMatchObject({ code: "UNPROCESSABLE_CONTENT" });
    await expect(caller().contactLogs.anonymize({ id, ifMatch: '"9.x"' })).rejects.toMatchObject({
      code: "PRECONDITION_FAILED",
    });
    await caller().contactLogs.anonymize({ id });
    await expect(caller().contactLogs.anonymize({ id })).rejects.toMatchObject({ code: "UNPROCESSABLE_CONTENT" });
  });

  test("is brought back by those only who may", async () => {
    const { id } = await only();
    const writer = appRouter.createCaller(staffCtx(db(), ["contact-log.read", "contact-log.write"]));
    await writer.contactLogs.anonymize({ id });
    await expect(writer.contactLogs.reveal({ id })).rejects.toMatchObject({ code: "FORBIDDEN" });
  });

  test("is sealed by its own key id and purpose, and sealed anew when the key changes", async () => {
    const { id } = await only();
    await contactLogService.anonymize(ctx(), id);
    const keys = [...env.DATA_KEYS];
    const [old] = env.DATA_KEYS;
    try {
      env.DATA_KEYS.splice(0, keys.length, { id: "next", secret: "another secret that is long enough" }, old);
      const before = await only();
      expect(await resealContactLogs(systemCtx("test"))).toBe(1);
      expect(await resealContactLogs(systemCtx("test"))).toBe(0);
      const after = await only();
      expect(after).toMatchObject({ dataKeyId: "next" });
      expect(after.personalSealed).not.toBe(before.personalSealed);
      env.DATA_KEYS.splice(1); // the old key is taken away
      expect(await contactLogService.reveal(ctx(), id)).toMatchObject(canary);
      await contactLogService.anonymize(ctx(), id);
      env.DATA_KEYS.splice(0, 1, old);
      await expect(contactLogService.reveal(ctx(), id)).rejects.toMatchObject({ status: 422 });
    } finally {
      env.DATA_KEYS.splice(0, env.DATA_KEYS.length, ...(keys as [(typeof keys)[number]]));
    }
  });

  test("goes for good seven days after it was anonymised", async () => {
    const { id } = await only();
    await contactLogService.anonymize(ctx(), id);
    const old = new Date(Date.now() - 8 * 86_400_000).toISOString();
    const younger = { ...canary, ...told, id: undefined };
    await db().insert(table).values(younger);
    expect(await caller().contactLogs.deleteAnonymized()).toMatchObject({ deleted: 0 });
    await db().update(table).set({ anonymizedAt: old }).where(eq(table.id, id));
    const { deleted, before } = await caller().contactLogs.deleteAnonymized();
    expect([deleted, Math.round((Date.now() - Date.parse(before)) / 86_400_000)]).toEqual([1, 7]);
    expect(await contactLogRoutine.work(systemCtx("test"))).toBe(0);
    expect(await db().$count(table)).toBe(1);
  });
});

describe("by REST", () => {
  const ask = async (path: string, init: RequestInit = {}) => {
    const { bearer } = await credentialsOf(db(), await makePerson(db(), {}, ["contact-log.read", "contact-log.write"]));
    const headers = { host: "localhost", authorization: `Bearer ${bearer}`, ...init.headers };
    return handleApi(new Request(`http://localhost${path}`, { ...init, headers }));
  };

  test("is listed by day and text, exported as CSV and XLSX, and anonymised with 201", async () => {
    const listed = await (await ask(`${at}?startDate=2026-03-01&endDate=2026-03-01&email=CANARY`)).json();
    expect(listed.items).toMatchObject([{ email: canary.email, content: canary.content }]);
    expect((await (await ask(`${at}?endDate=2026-02-28`)).json()).items).toEqual([]);
    const csv = await ask(`${at}/export?type=problem`);
    expect(csv.headers.get("content-type")).toContain("text/csv");
    expect(await csv.text()).toContain('canary.person@example.test,Canarina,Feather,problem,"My brakes sing.');
    const xls = await ask(`${at}/export?fileFormat=xls`);
    expect(xls.headers.get("content-disposition")).toContain(".xlsx");
    expect(
      Buffer.from(await xls.arrayBuffer())
        .subarray(0, 2)
        .toString(),
    ).toBe("PK");
    expect((await ask(`${at}/export?fileFormat=pdf`)).status).toBe(400);
    const { id } = await only();
    const sealed = await ask(`${at}/${id}/anonymized`, { method: "POST" });
    expect([sealed.status, (await sealed.json()).isAnonymized]).toEqual([201, true]);
    expect(await (await ask(`${at}/export`)).text()).not.toMatch(/canar/i);
    expect((await ask(`${at}/${id}/un-anonymized`, { method: "POST" })).status).toBe(403);
    expect((await ask(`${at}/${crypto.randomUUID()}/anonymized`, { method: "POST" })).status).toBe(404);
  });

  test("comes by key, and only by key", async () => {
    const { key } = await apiKeyService.create(ctx(), { name: "app", scopes: ["contact-log.write"] });
    const path = "/api/v1/backoffice/internals/platform-contact-logs";
    const send = (headers: Record<string, string>, items: object[]) =>
      handleApi(
        new Request(`http://localhost${path}`, {
          method: "POST",
          headers: { host: "localhost", "content-type": "application/json", ...headers },
          body: JSON.stringify({ items }),
        }),
      );
    const item = { email: "New@Example.test", type: "question", content: "How?", platformTechKey: "RIDER_APP" };
    expect((await send({}, [item])).status).toBe(401);
    expect((await send({ "x-api-key": key }, [{ ...item, email: "no" }])).status).toBe(400);
    const good = await send({ "x-api-key": key }, [item, { ...item, receivedAt: "2026-01-01T00:00:00Z" }]);
    expect([good.status, await good.json()]).toEqual([201, { accepted: 2 }]);
    expect((await caller().contactLogs.list({ email: "new@example.test" })).items).toHaveLength(2);
    // Nothing of it is in the trail, where it could not be anonymised.
    expect(JSON.stringify(await db().select().from(auditLog))).not.toMatch(/new@example/i);
  });
});
