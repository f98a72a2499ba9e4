import { eq, inArray, sql } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { auditLog, pers, users } from "@/db/schema";
import { useDatabase } from "@/db/testing/database";
import { partsOfBulkChanges } from "@/server/kit/bulk/bulk-parts";
import { systemCtx } from "@/server/kit/call/context";
import { failure } from "@/server/kit/testing";
import { goOnWithBulkChange } from "./bulk-change.service";
import { toMaintenance, useBulkDevices } from "./testing";

const { db } = useDatabase();
const { people, callAs, call, devices, statuses } = useBulkDevices(db);

describe("a large run", () => {
  const large = async () => {
    await devices(1200);
    const { planId, change } = await call().plan({ ...toMaintenance, filters: { status: "stock" } });
    expect(change).toBe(1200);
    expect(await call().run({ planId })).toMatchObject({ status: "running", counts: { changed: 0 } });
    return planId;
  };
  it("is planned in whole parts, however many of those that are looked at stay as they are", async () => {
    await db()
      .update(pers)
      .set({ status: "maintenance" })
      .where(inArray(pers.id, await devices(250)));
    await devices(5000);
    const plan = call().plan({ ...toMaintenance, filters: {}, all: true });
    await expect(plan).resolves.toMatchObject({ change: 5000, same: 250 });
    const { planId } = await plan;
    const parts = Array.from({ length: 10 }, (_, part) =>
      partsOfBulkChanges.read<unknown[]>(systemCtx("test"), planId, "plan", part),
    );
    expect((await Promise.all(parts)).map((rows) => rows.length)).toEqual(Array(10).fill(500));
  });

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

  it("ended when its changes did, also where its undo fails", async () => {
    const id = await large();
    await goOnWithBulkChange({ id });
    const { endedAt } = await call().get({ id });
    await call().undo({ id });
    const set = (status: "active" | "disabled") => db().update(users).set({ status }).where(eq(users.id, people.me));
    await set("disabled");
    await goOnWithBulkChange({ id });
    await set("active");
    expect(await call().get({ id })).toMatchObject({ status: "failed", endedAt });
  });

  it("ends where who started it may no longer change such records", async () => {
    await devices(600);
    const { planId } = await callAs(people.other).bulkChanges.plan({ ...toMaintenance, filters: {}, all: true });
    await callAs(people.other).bulkChanges.run({ planId });
    await goOnWithBulkChange({ id: planId }); // by what the database says, this person may only read
    const run = await call().get({ id: planId });
    expect([run.status, run.counts.changed]).toEqual(["failed", 0]);
    expect(run.error).toContain("lost the right");
  });
});
