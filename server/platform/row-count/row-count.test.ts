import { eq, sql } from "drizzle-orm";
import { expect, it } from "vitest";
import { auditLog } from "@/db/schema";
import { useDatabase } from "@/db/testing/database";
import { inTransaction, systemCtx } from "@/server/kit/call/context";
import { registry } from "@/server/kit/process/metrics";
import { checkRowCounts } from "./row-count.service";

const { db } = useDatabase();

it("a total that is wrong is put right, audited and counted, once", async () => {
  const check = () => inTransaction(systemCtx("worker"), checkRowCounts);
  await check();
  await db().execute(sql`insert into platform.row_counts (table_name, delta) values ('backoffice.vehicles', 3)`);
  const told = async () => (await registry.metrics()).match(/^persdesk_row_counts_mended_total (\d+)$/m)?.[1];
  const before = Number(await told());
  expect([await check(), await check()]).toEqual([1, 0]);
  expect(Number(await told()) - before).toBe(1);
  const rows = await db().select().from(auditLog).where(eq(auditLog.objectType, "row-count"));
  expect(rows).toMatchObject([
    { actorType: "system", action: "update", objectLabel: "backoffice.vehicles", changes: { rows: [3, 0] } },
  ]);
});
