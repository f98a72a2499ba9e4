import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { useDatabase } from "@/db/testing/database";
import { env } from "@/env/env";
import { seedBase } from "@/seed/base";
import { failure, staffCtx } from "@/server/kit/testing";
import { appRouter } from "@/server/root";
import { startOutside } from "@/server/testing/outside";

const { db } = useDatabase();
const caller = () => appRouter.createCaller(staffCtx(db()));
const folder = mkdtempSync(join(tmpdir(), "persdesk-erp-"));
const most = env.ERP_MOST_RECORDS;
let erp: Awaited<ReturnType<typeof startOutside>>;
/** what the ERP answers from here on, to every request */
let body = "";

beforeAll(async () => {
  await seedBase(db());
  erp = await startOutside((_, res) => {
    res.writeHead(200, { "content-type": "application/json" }).end(body);
  }, true);
  env.OUTBOUND_ALLOWED.push(erp.origin);
  await caller().erpSync.upsert({ erpUrl: `${erp.origin}/api` });
});
afterAll(() => {
  env.OUTBOUND_ALLOWED.splice(env.OUTBOUND_ALLOWED.indexOf(erp.origin), 1);
  erp.close();
  rmSync(folder, { recursive: true });
});
afterEach(() => {
  env.ERP_MOST_RECORDS = most;
  env.ERP_FILE = undefined;
});

const items = (count: number) => Array.from({ length: count }, (_, n) => ({ registerNumber: `CAP ${n}` }));
/** Why it is refused, and what is noted of the try. */
async function refusal() {
  const { status, detail } = await failure(caller().erpSync.plan({}));
  return { status, detail, noted: (await caller().erpSync.get())?.lastError };
}

describe("a pull", () => {
  test("of more records than are taken is refused by name, and the try is noted", async () => {
    env.ERP_MOST_RECORDS = 250;
    body = JSON.stringify({ items: items(100), totalPages: 2000 });
    const says = "The ERP has more than 250 records. If that is right, raise ERP_MOST_RECORDS.";
    const before = erp.connections();
    expect(await refusal()).toEqual({ status: 422, detail: says, noted: says });
    expect(erp.connections() - before).toBeLessThanOrEqual(3);
  });

  test("of a page with more than was asked for is refused by name", async () => {
    body = JSON.stringify({ items: items(101), totalPages: 1 });
    expect(await refusal()).toMatchObject({
      status: 422,
      noted: expect.stringMatching(/companies\?page=1&limit=100 holds 101 records; at most 100/),
    });
  });

  test.each([30, 20_000])("of a record that is nested %i deep is refused, and the try is noted", async (levels) => {
    const nested = `${"[".repeat(levels)}1${"]".repeat(levels)}`;
    body = `{"items":[{"registerNumber":"D","name":${nested}}],"totalPages":1}`;
    expect(await refusal()).toMatchObject({ status: 422, noted: expect.stringMatching(/nested too deeply/) });
  });

  test("lets others be answered while it reads a large file", async () => {
    env.ERP_FILE = join(folder, "erp.json");
    env.ERP_MOST_RECORDS = 19_999;
    writeFileSync(env.ERP_FILE, JSON.stringify({ companies: items(10_000), pers: items(10_000) }));
    let turns = 0;
    let isOver = false;
    const count = () => {
      turns += 1;
      if (!isOver) setImmediate(count);
    };
    const asked = refusal().finally(() => {
      isOver = true;
    });
    count();
    expect((await asked).detail).toMatch(/more than 19,?999 records/);
    expect(turns).toBeGreaterThan(8);
  });
});
