import { eq, sql } from "drizzle-orm";
import { uuidv7 } from "uuidv7";
import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import { auditLog, pers } from "@/db/schema";
import { useDatabase } from "@/db/testing/database";
import { seedBase } from "@/seed/base";
import { deviceFactory } from "@/server/devices/pers/testing";
import { makeUser } from "@/server/identity/testing";
import { failure, staffCtx } from "@/server/kit/testing";
import type { Permission } from "@/server/permissions";
import { appRouter } from "@/server/root";
import { goOnWithBulkChange } from "./bulk-change.service";

const { db } = useDatabase();
const make = deviceFactory(db);
let me: string;
let other: string;
let modelPERSId: string;

const ctxOf = (id: string, permissions?: Permission[]) => {
  const ctx = staffCtx(db(), permissions);
  if (ctx.actor.kind === "user") ctx.actor.id = id;
  return ctx;
};
const callAs = (id: string, permissions?: Permission[]) => appRouter.createCaller(ctxOf(id, permissions));
const call = () => callAs(me).bulkChanges;

beforeAll(async () => {
  await seedBase(db());
  me = (await makeUser(db(), { permissions: ["pers.read", "pers.write"] })).id;
  other = (await makeUser(db(), { permissions: ["pers.read"] })).id;
  modelPERSId = await make.model();
});

beforeEach(async () => {
  await db().delete(pers);
});

async function devices(count: number, status: "stock" | "active" = "stock") {
  const rows = Array.from({ length: count }, () => {
    const id = uuidv7();
    return { id, nuSerialPersNumber: `BULK-${id}`, modelPERSId, status };
  });
  await db().insert(pers).values(rows);
  return rows.map(({ id }) => id);
}

const statuses = async () => {
  const rows = await db()
    .select({ status: pers.status, n: sql<number>`count(*)::int` })
    .from(pers)
    .groupBy(pers.status);
  return Object.fromEntries(rows.map(({ status, n }) => [status, n]));
};

const toMaintenance = { resource: "pers", set: { status: "maintenance" } };

describe("a large run", () => {
  const large = async () => {
    await devices(1200);
    const { planId, change } = await call().plan({ ...toMaintenance, filters: { status: "stock" } });
    expect(change).toBe(1200);
    expect(await call().run({ planId })).toMatchObject({ status: "running", counts: { changed: 0 } });
    return planId;
  };
  const jobs = async () =>
    (await db().execute(sql`select * from graphile_worker.jobs where task_identifier = 'bulk-change'`)).length;

  it("is gone on with where it stood when its worker died", async () => {
    const id = await large();
    expect(await jobs()).toBeGreaterThan(0);
    // The worker dies in its second step: what that had written is gone with its transaction.
    await db().execute(sql`create function backoffice.die() returns trigger language plpgsql as $$ begin
      if (select count(*) from backoffice.pers where status = 'maintenance') > 700 then
        raise exception 'killed' using errcode = '57P01'; end if; return null; end $$`);
    await db().execute(sql`create trigger die after update on backoffice.pers execute function backoffice.die()`);
    await expect(goOnWithBulkChange({ id })).rejects.toThrow();
    expect(await call().get({ id })).toMatchObject({ status: "running", counts: { passed: 500, changed: 500 } });
    await db().execute(sql`drop trigger die on backoffice.pers`);
    await Promise.all([goOnWithBulkChange({ id }), goOnWithBulkChange({ id })]);
    expect(await call().get({ id })).toMatchObject({
      status: "done",
      counts: { passed: 1200, changed: 1200, left: 0 },
    });
    expect(await db().$count(auditLog, eq(auditLog.requestId, id))).toBe(1200);
    expect(await call().undo({ id })).toMatchObject({ status: "undoing" });
    await goOnWithBulkChange({ id });
    expect(await call().get({ id })).toMatchObject({ status: "undone", counts: { undone: 1200 } });
    expect(await statuses()).toEqual({ stock: 1200 });
  });

  it("is cancelled between two steps: what changed stays, or is taken back", async () => {
    const kept = await large();
    expect(await call().cancel({ id: kept, keep: true })).toMatchObject({ status: "cancelled" });
    await goOnWithBulkChange({ id: kept });
    expect(await statuses()).toEqual({ stock: 1200 });
    expect((await failure(call().cancel({ id: kept, keep: true }))).status).toBe(422);
    const { planId: back } = await call().plan({ ...toMaintenance, filters: { status: "stock" } });
    await call().run({ planId: back });
    expect(await call().cancel({ id: back, keep: false })).toMatchObject({ status: "undone", counts: { changed: 0 } });
  });

  it("ends where who started it may no longer change such records", async () => {
    await devices(600);
    const { planId } = await callAs(other).bulkChanges.plan({ ...toMaintenance, filters: {}, all: true });
    await callAs(other).bulkChanges.run({ planId });
    await goOnWithBulkChange({ id: planId }); // by what the database says, this person may only read
    const run = await call().get({ id: planId });
    expect([run.status, run.counts.changed]).toEqual(["failed", 0]);
    expect(run.error).toContain("lost the right");
  });
});
