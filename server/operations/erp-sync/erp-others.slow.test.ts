import { afterAll, beforeAll, expect, test } from "vitest";
import { useDatabase } from "@/db/testing/database";
import { scaled } from "@/db/testing/scale";
import { env } from "@/env/env";
import { seedBase } from "@/seed/base";
import { staffCtx } from "@/server/kit/testing";
import { appRouter } from "@/server/root";
import { startOutside } from "@/server/testing/outside";

// An ERP that says it has far more pages than it has, and gives the same one again and again: the thread is free for others,
// such as who asks for /healthz, while they are read and planned.

const { db } = useDatabase();
const most = env.ERP_MOST_RECORDS;
const pages = scaled(60, 450);
let erp: Awaited<ReturnType<typeof startOutside>>;
let asked = 0;

beforeAll(async () => {
  await seedBase(db());
  const items = Array.from({ length: 100 }, (_, n) => ({ registerNumber: `MANY ${n}`, name: "x".repeat(200) }));
  const body = JSON.stringify({ items, totalPages: pages });
  erp = await startOutside((_, res) => {
    asked += 1;
    res.writeHead(200, { "content-type": "application/json" }).end(body);
  }, true);
  env.OUTBOUND_ALLOWED.push(erp.origin);
  env.ERP_MOST_RECORDS = 2 * pages * 100;
});
afterAll(() => {
  env.OUTBOUND_ALLOWED.splice(env.OUTBOUND_ALLOWED.indexOf(erp.origin), 1);
  env.ERP_MOST_RECORDS = most;
  erp.close();
});

test("others wait for a small part of a pull with a wrong number of pages", async () => {
  const caller = appRouter.createCaller(staffCtx(db()));
  await caller.erpSync.upsert({ erpUrl: `${erp.origin}/api` });
  let [turns, longest, last, isOver] = [0, 0, performance.now(), false];
  const turn = () => {
    turns += 1;
    longest = Math.max(longest, performance.now() - last);
    last = performance.now();
    if (!isOver) setImmediate(turn);
  };
  const begun = performance.now();
  setImmediate(turn);
  const { plan } = await caller.erpSync.plan({});
  isOver = true;
  expect([asked, plan?.counts.total]).toEqual([2 * pages, 2 * pages * 100]);
  expect(turns).toBeGreaterThan(pages);
  // Read in one piece, others waited for all of it.
  expect(longest).toBeLessThan((performance.now() - begun) / 3);
});
