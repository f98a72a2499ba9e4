import { setTimeout as sleep } from "node:timers/promises";
import { eq, sql } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { connect } from "@/db/client";
import { auditLog, importParts, labels } from "@/db/schema";
import { scaled } from "@/db/testing/scale";
import { failure } from "@/server/kit/testing";
import { appRouter } from "@/server/root";
import { sheetOf } from "./sheet/testing";
import { useLabelImports } from "./testing";

// Runs that wait for somebody, are watched and cancelled from elsewhere, and lose their connection.

const { db, url, ctxOf, api, at, preview, confirm, many } = useLabelImports();

async function until(id: string, status: string) {
  for (let tries = 0; tries < 400; tries++) {
    const one = await api().imports.get({ id });
    if (one.status === status) return one;
    await sleep(25);
  }
  throw new Error(`the import did not become ${status}`);
}

/** Runs `work` while another transaction holds something that an import will wait for. */
async function beside<T>(statement: string, work: (release: () => Promise<void>) => Promise<T>): Promise<T> {
  const other = connect(url, 1);
  try {
    await other.client.unsafe("begin");
    await other.client.unsafe(statement);
    return await work(async () => void (await other.client.unsafe("rollback")));
  } finally {
    await other.close();
  }
}
/** The import waits while it plans once more. */
const lockOf = (name: string) => `select id from backoffice.labels where name = '${name}' for update`;
/** The import waits while it writes: somebody is about to make a label of that name. */
const makes = (name: string) => `insert into backoffice.labels (id, name, module_id, created_at, updated_at)
  values (gen_random_uuid(), '${name}', '${at().app}', now(), now())`;

describe("a run", () => {
  it("is seen by another node, and by nobody what it writes", async () => {
    const plan = await preview(many(2_500));
    const other = connect(url, 2);
    const node = appRouter.createCaller({ ...ctxOf(), db: other.db }).labels;
    try {
      await beside(makes("n2400"), async (release) => {
        expect((await confirm(plan)).status).toBe("running");
        const seen = () => node.imports.get({ id: plan.id });
        await expect.poll(async () => (await seen()).written).toBe(2_000);
        expect(await seen()).toMatchObject({ status: "running", counts: { new: 2_500 }, token: null });
        expect((await node.list({ name: "n1" })).items).toEqual([]);
        await release();
      });
      expect(await until(plan.id, "done")).toMatchObject({ written: 2_500 });
      expect((await node.list({ name: "n1" })).items.length).toBeGreaterThan(0);
    } finally {
      await other.close();
    }
  });

  it.each([
    ["plans once more", () => lockOf("save")],
    ["writes", () => makes("n1400")],
  ])("is cancelled from elsewhere while it waits, as it %s, and leaves nothing", async (_, statement) => {
    const before = await db().$count(labels);
    const audits = await db().$count(auditLog);
    const plan = await preview(`${many(1_500)}save,Sauver\n`);
    await beside(statement(), async () => {
      expect((await confirm(plan)).status).toBe("running");
      const begun = Date.now();
      const cancelled = await api().imports.cancel({ id: plan.id });
      expect(cancelled).toMatchObject({ status: "cancelled", written: 0, token: null });
      expect(Date.now() - begun).toBeLessThan(scaled(15_000, 5_000));
    });
    expect(await db().$count(labels)).toBe(before);
    expect(await db().$count(auditLog)).toBe(audits);
    expect(await db().$count(importParts, eq(importParts.importId, plan.id))).toBe(0);
    expect((await failure(confirm(plan))).status).toBe(422);
  });

  it("rolls back what it wrote before it was cancelled", async () => {
    const before = await db().$count(labels);
    const plan = await preview(many(3_500));
    // Somebody cancels when three thousand are written.
    await db().execute(sql`
      create function trap() returns trigger language plpgsql as $$ begin
        if new.part = 2 then
          update platform.imports set cancel_asked = true where id = new.import_id;
        end if; return null; end $$`);
    await db().execute(
      sql`create trigger trap after insert on platform.import_parts for each row execute function trap()`,
    );
    try {
      await confirm(plan);
      expect(await until(plan.id, "cancelled")).toMatchObject({ written: 0 });
    } finally {
      await db().execute(sql`drop function trap() cascade`);
    }
    expect(await db().$count(labels)).toBe(before);
  });

  it("of a REST upload that somebody cancels is a 422, and leaves nothing", async () => {
    const before = await db().$count(labels);
    const file = { name: "labels.csv", type: "", bytes: new Uint8Array(Buffer.from("name,value\nsave,Sauver\n")) };
    await beside(lockOf("save"), async () => {
      const upload = failure(api().upload({ languageId: at().fr, file }));
      const running = async () => (await api().imports.recent({})).find(({ status }) => status === "running")?.id;
      await expect.poll(running).toBeDefined();
      await api().imports.cancel({ id: (await running()) ?? "" });
      expect(await upload).toMatchObject({ status: 422, detail: "This import was cancelled. Nothing was imported." });
    });
    expect(await db().$count(labels)).toBe(before);
  });

  it("fails when its connection is lost in the middle, with nothing half-written", async () => {
    const before = await db().$count(labels);
    const plan = await preview(many(1_500));
    await beside(makes("n1400"), async () => {
      expect((await confirm(plan)).status).toBe("running");
      await db().execute(sql`
        select pg_terminate_backend(pid) from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock'`);
      expect((await until(plan.id, "failed")).error).toMatch(/Nothing was imported\.$/);
    });
    expect(await db().$count(labels)).toBe(before);
  });
});

it("is the same with a workbook: seven bad rows of a thousand, and the undo", async () => {
  const bad = new Map<number, string[]>([
    [17, ["", "no name"]],
    [101, ["too.long", "x".repeat(5001)]],
    [250, ["control", "a_x0001_b"]],
    [333, ["two words", "x"]],
    [500, ["a", "b", "", "", "", "beyond"]],
    [777, ["row.0", "twice"]],
    [1000, ["n".repeat(201), "long name"]],
  ]);
  const titles = ["name", "value", "module"];
  const rows = Array.from({ length: 1000 }, (_, i) => bad.get(i + 1) ?? [`row.${i}`, `Valeur ${i}`]);
  const before = await db().$count(labels);
  const plan = await preview(sheetOf([titles, ...rows]));
  expect(plan).toMatchObject({ kind: "xlsx", counts: { total: 1000, new: 993, error: 7 } });
  await confirm(plan);
  expect((await until(plan.id, "done")).counts.new).toBe(993);
  expect(await db().$count(labels)).toBe(before + 993);
  expect((await api().imports.undo({ id: plan.id })).left).toEqual([]);
  expect(await db().$count(labels)).toBe(before);
});
