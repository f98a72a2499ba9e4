import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { eq, sql } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import {
  auditLog,
  companies,
  companyPersLinks,
  erpSyncs,
  imports,
  modelPers,
  pers,
  routineLog,
  vehicleBrands,
  vehicleModels,
  vehicles,
} from "@/db/schema";
import { useDatabase } from "@/db/testing/database";
import { scaled } from "@/db/testing/scale";
import { env } from "@/env/env";
import { categoryId, seedBase } from "@/seed/base";
import { fieldsOf, inputSchemaOf, proceduresOf } from "@/server/doors/rest-plan";
import { systemCtx } from "@/server/kit/call/context";
import { importsEnded } from "@/server/kit/import/run-import";
import { staffCtx } from "@/server/kit/testing";
import { runRoutine } from "@/server/operations/routine/routine.service";
import { appRouter } from "@/server/root";
import { callProcedure } from "@/server/testing/call-procedure";
import { kept } from "@/texts/kept";
import { erpRoutine, isPullDue } from "./erp-pull.service";
import { erpContent, startErp } from "./testing";

const { db } = useDatabase();
const caller = () => appRouter.createCaller(staffCtx(db()));
const records = scaled(60, 3000);
let erp: Awaited<ReturnType<typeof startErp>>;

beforeAll(async () => {
  await seedBase(db());
  await db().insert(modelPers).values({ label: "Core 2" });
  erp = await startErp(erpContent(records));
  env.OUTBOUND_ALLOWED.push(erp.origin);
});
afterAll(() => {
  env.OUTBOUND_ALLOWED.splice(env.OUTBOUND_ALLOWED.indexOf(erp.origin), 1);
  erp.close();
});
beforeEach(async () => {
  await db().delete(vehicles);
  await db().delete(pers);
  await db().delete(companies);
  await db().delete(imports);
  await db().delete(erpSyncs);
  await db().delete(auditLog);
  erp.state.content = erpContent(records);
  erp.state.status = 200;
  // Screens send undefined for what is left as it is; at the first time it is the usual.
  await caller().erpSync.upsert({ erpUrl: `${erp.origin}/api`, cron: undefined });
});

const planned = async () => {
  const { plan } = await caller().erpSync.plan({});
  if (!plan) throw new Error("there is nothing to plan");
  return plan;
};
const run = async () => {
  const { id, token } = await planned();
  await caller().erpSync.imports.confirm({ id, token: token ?? "" });
  await importsEnded();
  return caller().erpSync.imports.get({ id });
};
const everything = async () =>
  JSON.stringify([
    await db().select().from(companies).orderBy(companies.id),
    await db().select().from(pers).orderBy(pers.id),
  ]);

describe("a pull", () => {
  test("is planned, run without its seven bad records, run again without a change, and undone", async () => {
    const kept = { registerNumber: "ERP 1", name: "Old name", companyCategoryId: categoryId("FLEET") };
    await db()
      .insert(companies)
      .values({ ...kept, email: "ours@firm.test" });
    const before = await everything();
    const plan = await planned();
    expect(plan.counts).toEqual({ total: records, new: records - 8, changed: 1, same: 0, error: 7 });
    expect(await everything()).toBe(before);
    const { items: bad } = await caller().erpSync.imports.plan({ id: plan.id, kind: "error", page: 1 });
    expect(bad.map(({ message }) => message)).toEqual([
      "The Name is missing.",
      "There is no category CIRCUS.",
      "The Number is missing.",
      "This is not a record.",
      "There is no PERS model Unknown model.",
      expect.stringMatching(/wings/),
      expect.stringMatching(/has this Number already/),
    ]);

    const done = await run();
    expect([done.status, done.error]).toEqual(["done", null]);
    const kindsOf = async (kind: "error" | "changed") =>
      (await caller().erpSync.imports.plan({ id: done.id, kind, page: 1 })).items.map((one) => one.kind);
    expect([await kindsOf("error"), await kindsOf("changed")]).toEqual([Array(7).fill("error"), ["changed"]]);
    const [changed] = await db().select().from(companies).where(eq(companies.registerNumber, "ERP 1"));
    // Only what the ERP owns: the category and the address for mails are ours.
    expect(changed).toMatchObject({ name: "Firm 1", address: "1 High Street", erpId: "C-1", version: 2 });
    expect(changed).toMatchObject({ email: "ours@firm.test", companyCategoryId: categoryId("FLEET") });
    const [device] = await db().select().from(pers).where(eq(pers.nuSerialPersNumber, "ERP-3"));
    expect(device).toMatchObject({
      erpPersId: "P-3",
      initialKitConfiguration: { mount: "Seat post" },
      status: "stock",
    });
    expect(await caller().erpSync.get()).toMatchObject({
      lastStatus: "done",
      lastError: null,
      counts: { created: records - 8, updated: 1, unchanged: 0, failed: 7 },
    });

    const after = await everything();
    const again = await run();
    expect(again.counts).toMatchObject({ new: 0, changed: 0, same: records - 7, error: 7 });
    expect(await everything()).toBe(after);

    const undone = await caller().erpSync.imports.undo({ id: done.id });
    expect([undone.status, undone.left]).toEqual(["undone", []]);
    expect(await db().$count(pers)).toBe(0);
    const [back] = await db().select().from(companies);
    expect(back).toMatchObject({ ...kept, address: null, erpId: null });
    expect(await db().$count(companies)).toBe(1);
  });

  test("of a single record is planned too", async () => {
    erp.state.content = { companies: erp.state.content.companies.slice(0, 1), pers: [] };
    expect((await planned()).counts).toMatchObject({ total: 1, new: 1 });
  });

  test("is undone but for what is in use or was changed since, which is named", async () => {
    const done = await run();
    const idOf = async (serial: string) =>
      (await db().select().from(pers).where(eq(pers.nuSerialPersNumber, serial)))[0]?.id ?? "";
    const [brand] = await db().insert(vehicleBrands).values({ name: "Velo" }).returning();
    const model = { vehicleBrandId: brand?.id ?? "", nameVehicleModel: "One", vehicleType: "City" };
    const [bike] = await db().insert(vehicleModels).values(model).returning();
    const onVehicle = { vehicleModelId: bike?.id ?? "", vehicleSerialNumber: "V-1", persId: await idOf("ERP-1") };
    await db().insert(vehicles).values(onVehicle);
    const [firm] = await db().select().from(companies).where(eq(companies.erpId, "C-2"));
    const link = { persId: await idOf("ERP-2"), companyId: firm?.id ?? "", linkType: 1 };
    await db()
      .insert(companyPersLinks)
      .values({ ...link, startDate: new Date().toISOString() });
    await caller().pers.update({ id: await idOf("ERP-3"), status: "active" });
    await caller().companies.update({ id: (await companyOf("C-4")).id, name: "Renamed" });
    const { left } = await caller().erpSync.imports.undo({ id: done.id });
    expect(left.map(({ label, reason }) => [label, reason]).sort()).toEqual([
      ["ERP-1", "In use since, so it stays."],
      ["ERP-2", "In use since, so it stays."],
      ["ERP-3", "Changed since by Tess Ter."],
      ["Firm 2", "In use since, so it stays."],
      ["Firm 4", "Changed since by Tess Ter."],
    ]);
    expect([await db().$count(pers), await db().$count(companies)]).toEqual([3, 2]);
    expect(await caller().erpSync.recordKind({ id: left[0]?.id ?? "" })).toBe("pers");
  });

  test("writes nothing where the data moved since it was planned", async () => {
    const { id, token } = await planned();
    const read = async () => (await db().select().from(imports).orderBy(imports.id)).map((one) => one.fileSha256);
    await planned();
    erp.state.content = { companies: erp.state.content.companies.slice(1), pers: erp.state.content.pers };
    await planned();
    const [first, same, other] = await read();
    expect([same, other === first], "what was read is known again").toEqual([first, false]);
    erp.state.content = erpContent(records);
    await caller().companies.create({
      name: "In between",
      registerNumber: "ERP 0",
      companyCategoryId: categoryId("FLEET"),
    });
    await caller().erpSync.imports.confirm({ id, token: token ?? "" });
    await importsEnded();
    const is = await caller().erpSync.imports.get({ id });
    expect([is.status, is.moved.map(({ was, is }) => [was, is])]).toEqual(["planned", [["new", "changed"]]]);
    expect(await db().$count(pers)).toBe(0);
  });

  const companyOf = async (erpId: string) =>
    (await db().select().from(companies).where(eq(companies.erpId, erpId)))[0] ?? { id: "" };
});

test("a run whose server died is told as failed", async () => {
  await planned();
  const startedAt = new Date(Date.now() - 3_600_000).toISOString();
  await db().update(imports).set({ status: "running", startedAt });
  expect(await caller().erpSync.get()).toMatchObject({
    lastStatus: "failed",
    lastError: "The server stopped before the import was done. Nothing was imported.",
  });
});

describe("the ERP", () => {
  test("gets its credentials at its own origin only", async () => {
    env.ERP_AUTHORIZATION = "Bearer canary";
    env.ERP_ORIGIN = "https://erp.example.com";
    await planned();
    expect(erp.state.authorization).toBeUndefined();
    env.ERP_ORIGIN = erp.origin;
    await planned();
    expect(erp.state.authorization).toBe("Bearer canary");
    env.ERP_AUTHORIZATION = undefined;
    env.ERP_ORIGIN = undefined;
  });

  test.each([
    [503, /answers 503/],
    [204, /answers 204/],
  ])("that answers %i is a 422 with words, and stands as the last run", async (status, words) => {
    erp.state.status = status;
    await expect(caller().erpSync.plan({})).rejects.toThrow(words);
    expect(await caller().erpSync.get()).toMatchObject({
      lastStatus: "failed",
      lastError: expect.stringMatching(words),
    });
  });

  test("is asked at https or allowed addresses only, and without a password", async () => {
    for (const erpUrl of [
      "http://127.0.0.1:1/",
      "https://me:secret@erp.example.com",
      "https://x.test/?a=1",
      "ftp://x.test",
    ])
      await expect(caller().erpSync.upsert({ erpUrl })).rejects.toThrow();
    await caller().erpSync.upsert({ erpUrl: "https://127.0.0.1:9/" });
    await expect(caller().erpSync.plan({})).rejects.toThrow(/not a public/);
  });

  test("may be a file", async () => {
    const folder = await mkdtemp(join(tmpdir(), "erp-"));
    env.ERP_FILE = join(folder, "erp.json");
    await expect(caller().erpSync.plan({})).rejects.toThrow(/not there/);
    await writeFile(env.ERP_FILE, "{");
    await expect(caller().erpSync.plan({})).rejects.toThrow(/as JSON/);
    await writeFile(env.ERP_FILE, JSON.stringify(erpContent(20)));
    expect((await planned()).counts).toMatchObject({ new: 13, error: 7 });
    env.ERP_FILE = undefined;
    await rm(folder, { recursive: true });
  });
});

describe("the schedule", () => {
  test("is one that comes every year, wherever one is sent", async () => {
    const bad = ["no", "@daily", "0 4 31 2 *", "0 4 29 2 *", "0-59/999999999 * * * *", "H * * * *"];
    const takers = proceduresOf(appRouter).filter(([, one]) => fieldsOf(inputSchemaOf(one)).has("cron"));
    expect(takers.map(([name]) => name)).toContain("erpSync.upsert");
    for (const [name, { _def }] of takers)
      for (const cron of bad) {
        const answer = callProcedure(name, { cron }, staffCtx(db()), { type: _def.type });
        if (_def.type === "query")
          expect(await answer).toMatchObject({ words: null, fault: expect.any(String), next: [] });
        else await expect(answer).rejects.toMatchObject({ cause: { code: "rule_broken", errors: [{ path: "cron" }] } });
      }
  });

  test("asks for everything again where somebody changed here what the ERP owns, and sets it back", async () => {
    erp.state.content = erpContent(40);
    const good = (items: typeof erp.state.content.pers) => items.slice(0, 16);
    erp.state.content = { companies: good(erp.state.content.companies), pers: good(erp.state.content.pers) };
    await run();
    // The minute of those who had begun before the run: here it is over.
    await db().execute(sql`update platform.audit_log set at = at - interval '1 hour'`);
    await db().execute(sql`update platform.imports set started_at = started_at - interval '30 minutes'`);
    const pull = async () => {
      erp.state.unchanged = 0;
      await runRoutine(systemCtx("worker"), erpRoutine);
      return erp.state.unchanged;
    };
    const [firm] = await db().select().from(companies).where(eq(companies.erpId, "C-1"));
    await caller().companies.update({ id: firm?.id ?? "", email: "ours@firm.test" });
    expect(await pull()).toBe(2);
    await caller().companies.update({ id: firm?.id ?? "", name: "Ours" });
    expect(await pull()).toBe(0);
    const [back] = await db().select().from(companies).where(eq(companies.erpId, "C-1"));
    expect(back).toMatchObject({ name: "Firm 1", email: "ours@firm.test" });
    const [device] = await db().select().from(pers).where(eq(pers.nuSerialPersNumber, "ERP-2"));
    await caller().pers.remove({ id: device?.id ?? "" });
    expect(await pull()).toBe(0);
    expect(await db().$count(pers, eq(pers.nuSerialPersNumber, "ERP-2"))).toBe(1);
  });

  const age = (days: number) =>
    db()
      .update(erpSyncs)
      .set({ updatedAt: new Date(Date.now() - days * 86_400_000).toISOString() });

  test("begins a pull when its time has come, once", async () => {
    await age(2);
    expect(await isPullDue()).toBe(false); // switched off
    await caller().erpSync.upsert({ enabled: true });
    expect(await isPullDue()).toBe(false); // it has just been changed
    await age(2);
    expect(await isPullDue()).toBe(true);
    await runRoutine(systemCtx("worker"), erpRoutine);
    expect(await isPullDue()).toBe(false);
    // Everything is new: that waits for a person.
    expect(await caller().erpSync.get()).toMatchObject({
      lastStatus: "waiting",
      lastError: expect.stringMatching(/100 %/),
    });
    expect(await db().$count(pers)).toBe(0);
  });

  test.each([
    ["Nothing came.", "Nothing came."],
    [kept("{reason} Try again.", { reason: { kept: "Nothing came." } }), "Nothing came. Try again."],
    [null, null],
  ])("says in words why its last run failed: %s", async (error, lastError) => {
    const { id } = await run();
    await db().update(imports).set({ status: "failed", error }).where(eq(imports.id, id));
    expect(await caller().erpSync.get()).toMatchObject({ lastStatus: "failed", lastError });
  });

  test("runs small changes alone, and asks pages that stayed the same by their ETag", async () => {
    await run();
    erp.state.content.companies.splice(0, 1, {
      erpId: "C-0",
      registerNumber: "ERP 0",
      name: "Moved Ltd",
      category: "DEALER",
    });
    await db().delete(routineLog);
    erp.state.unchanged = 0;
    await runRoutine(systemCtx("worker"), erpRoutine);
    expect(await db().select().from(routineLog)).toMatchObject([
      { codeRoutine: "ERP_SYNC", status: "done", itemsDone: 1 },
    ]);
    const [moved] = await db().select().from(companies).where(eq(companies.erpId, "C-0"));
    expect(moved?.name).toBe("Moved Ltd");
    // Pages with bad records are asked for whole, so that those are not forgotten.
    erp.state.content = {
      companies: erp.state.content.companies.slice(0, 10),
      pers: erp.state.content.pers.slice(0, 10),
    };
    await run();
    await runRoutine(systemCtx("worker"), erpRoutine);
    expect(erp.state.unchanged).toBe(2);
    expect(await caller().erpSync.get()).toMatchObject({ lastStatus: "done", counts: { unchanged: 20, created: 0 } });
  });
});

test("the row is one, changed by what is sent, with its version", async () => {
  const first = await caller().erpSync.get();
  const second = await caller().erpSync.upsert({ cron: "30 2 * * *", ifMatch: `"${first.version}"` });
  expect(second).toMatchObject({ id: first.id, erpUrl: first.erpUrl, cron: "30 2 * * *", version: first.version + 1 });
  await expect(caller().erpSync.upsert({ enabled: true, ifMatch: `"${first.version}"` })).rejects.toMatchObject({
    code: "PRECONDITION_FAILED",
  });
  await expect(caller().erpSync.upsert({ erpUrl: null, enabled: true })).rejects.toThrow(/address before/);
  expect(await db().$count(erpSyncs)).toBe(1);
});

test("a company is found by its register number in any spelling, and one that staff closed is not", async () => {
  const category = { companyCategoryId: categoryId("FLEET") };
  await db()
    .insert(companies)
    .values([
      { ...category, registerNumber: "erp-1", name: "Spelt otherwise" },
      { ...category, registerNumber: "E.R.P. 2", name: "Refused", closedAs: "refused", status: "disabled" },
    ]);
  erp.state.content = { companies: erp.state.content.companies.slice(1, 3), pers: [] };
  const { counts } = await run();
  expect(counts).toMatchObject({ new: 1, changed: 1, error: 0 });
  const rows = await db().select().from(companies).orderBy(companies.name);
  expect(rows.map(({ name, registerNumber }) => [name, registerNumber])).toEqual([
    ["Firm 1", "erp-1"],
    ["Firm 2", "ERP 2"],
    ["Refused", "E.R.P. 2"],
  ]);
});
