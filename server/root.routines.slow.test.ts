import { createHash } from "node:crypto";
import { beforeAll, it } from "vitest";
import { preparedSql } from "@/db/client";
import { useDemo } from "@/db/testing/demo";
import { walking } from "@/db/testing/sample";
import { tellCompanies } from "@/server/companies/fleet/fleet-alert/fleet-alert-notice.service";
import { tellStaff } from "@/server/devices/alert-desk/alert-notice.service";
import { unassignLost } from "@/server/devices/alert-desk/alert-unassign.service";
import { watchRollouts } from "@/server/devices/firmware-rollout/rollout-watch.service";
import { rankAlerts } from "@/server/devices/level-alert/alert-rank.service";
import { inTransaction, type KnownCtx, systemCtx } from "@/server/kit/call/context";
import { closeInterruptedRuns } from "@/server/operations/routine/routine.service";
import { mailViews } from "@/server/overview/list-view/view-mail.service";
import { routinesOf } from "@/server/overview/routine/runner.service";
import { contrasts } from "@/server/testing/contrasting-rows";
import { moment, useMoment } from "@/server/testing/read-answers";
import { ReleasedSections } from "@/server/testing/released-sections";
import { digestOf, Released } from "@/server/testing/released-text";
import { noteWritten, type WrittenRow } from "@/server/testing/written-rows";

// What each routine does to contrasting rows is in a file: how many rows of which tables it writes, and a digest of the rest. A
// condition of a sweep or a notice that changes shows, and is meant. Where it is:
// `npx vitest run server/root.routines.slow.test.ts -u`.

useDemo(20, moment, contrasts);
useMoment();
let written: Awaited<ReturnType<typeof noteWritten>>;
beforeAll(async () => {
  written = await noteWritten(preparedSql());
});

/** What the worker does every minute, or at its start. */
const others: Record<string, (ctx: KnownCtx) => Promise<unknown>> = {
  closeInterruptedRuns,
  rankAlerts,
  watchRollouts,
  unassignLost,
  tellStaff,
  tellCompanies,
  mailViews: (ctx) => mailViews(ctx, "2026-11-02T09:00:00.000Z"),
};

/** What these open or join is made up in contrasting rows. */
const sealed = new Set(["WEBHOOK_SWEEP", "CONTACT_LOG_SWEEP", "TEXT_CHECK"]);

/** Ids of contrasting rows are the same in each run. */
const fixed = /^019b76/;
const isSame = (row: Record<string, unknown> | null) => typeof row?.id === "string" && fixed.test(row.id);

const digestOfIds = (ids: string[]) => createHash("sha256").update(ids.toSorted().join()).digest("hex").slice(0, 8);

/** A line for each table that was written, and a digest of what. */
function told(answer: unknown, rows: WrittenRow[]) {
  const lines = new Released(new Set()).lines(answer, rows);
  const tables = lines.slice(1).map((line) => line.split(" {", 1)[0] ?? "");
  const counts = [...new Set(tables)].map((one) => `  ${one} ${tables.filter((other) => other === one).length}`);
  const ids = rows.flatMap(({ table, old, new: now }) => (isSame(old ?? now) ? [`${table} ${(old ?? now)?.id}`] : []));
  const digest = `${digestOf(lines, Date.parse(moment))} ${digestOfIds(ids)}`;
  return [`  ${JSON.stringify(answer ?? null)} ${digest}`, ...counts];
}

it("is what each routine does", async () => {
  const released = new ReleasedSections("routines.txt");
  const ctx = systemCtx("worker");
  const send = async () => undefined;
  const routines = routinesOf(send as never)
    .filter(({ code }) => !sealed.has(code))
    .map(({ code, work, isOutside }) => {
      const inOne = (ctx: KnownCtx) => inTransaction(ctx, work);
      return [code, isOutside ? work : inOne] as const;
    });
  for (const [name, work] of [...routines, ...Object.entries(others)]) {
    await written();
    walking(name);
    const answer = await work(ctx);
    released.add(name, [name, ...told(answer, await written())]);
  }
  await released.compare();
}, 300_000);
