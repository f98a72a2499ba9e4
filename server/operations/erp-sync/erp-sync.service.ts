import { eq } from "drizzle-orm";
import type { z } from "zod";
import { erpSyncs as table } from "@/db/schema";
import { env } from "@/env/env";
import { type Ctx, inTransaction, type KnownCtx } from "@/server/kit/call/context";
import { AppError, broken } from "@/server/kit/call/errors";
import { newestImport } from "@/server/kit/import/import-row";
import { listInput } from "@/server/kit/list/list.schema";
import { listService } from "@/server/kit/list/list-service";
import { recordService } from "@/server/kit/record/record-service";
import { sayKept } from "@/texts/kept";
import { speech } from "@/texts/speech";
import { nextOf, scheduleFault, scheduleWords } from "./erp-schedule.rules";
import type { EditErpSync, ErpSync } from "./erp-sync.schema";

type Stored = typeof table.$inferSelect;

/** The one row's id. */
const onlyId = "00000000-0000-7000-8000-0000000e4b00";
const usualCron = "0 4 * * *";
const importerName = "erp-sync";

const list = listService({
  table,
  scope: "global",
  input: listInput({ sort: ["createdAt"], filters: {} }),
  sort: { createdAt: table.createdAt },
  filters: {},
});
const record = recordService(list, { name: "erp-sync", label: () => "ERP sync" });

/** undefined where nobody has set it up */
export async function erpSyncRow(ctx: Ctx): Promise<Stored | undefined> {
  const [row] = await ctx.db.select().from(table).where(eq(table.id, onlyId));
  return row;
}

/** Notes a try that no import stands for. The row's own version stays, for nobody changed the settings. */
export const noteTry = (ctx: Ctx, tried: Partial<Pick<Stored, "triedStatus" | "triedError" | "triedSame">>) =>
  ctx.db
    .update(table)
    .set({ triedSame: null, ...tried, triedAt: new Date().toISOString(), updatedAt: table.updatedAt })
    .where(eq(table.id, onlyId));

type Shown = z.input<typeof ErpSync>;
type LastRun = Pick<Shown, "lastRunAt" | "lastStatus" | "lastError" | "counts">;

const never: LastRun = { lastRunAt: null, lastStatus: null, lastError: null, counts: null };

/** What became of the last run, or of the last try where that came later. */
async function lastRunOf(ctx: Ctx, sync: Stored): Promise<LastRun> {
  const run = await newestImport(ctx, importerName);
  if (sync.triedAt && (!run?.startedAt || sync.triedAt > run.startedAt)) {
    const { triedAt: lastRunAt, triedStatus: lastStatus, triedError: lastError, triedSame } = sync;
    const counts = triedSame && { created: 0, updated: 0, unchanged: triedSame.unchanged, failed: 0 };
    return { lastRunAt, lastStatus, lastError: lastError && sayKept(lastError), counts };
  }
  if (!run || run.status === "planned") return never;
  const { new: created, changed: updated, same: unchanged, error: failed } = run.counts;
  return {
    lastRunAt: run.startedAt,
    lastStatus: run.status,
    lastError: run.error && sayKept(run.error),
    counts: { created, updated, unchanged, failed },
  };
}

async function shown(ctx: Ctx, sync: Stored | undefined): Promise<Shown> {
  const now = new Date();
  const { id, erpUrl, enabled, cron, createdAt, updatedAt, version } = sync ?? {
    id: onlyId,
    erpUrl: null,
    enabled: false,
    cron: usualCron,
    createdAt: now.toISOString(),
    updatedAt: now.toISOString(),
    version: 0,
  };
  return {
    id,
    erpUrl,
    enabled,
    cron,
    schedule: scheduleWords(cron, speech().manner().language),
    nextRunAt: enabled ? nextOf(cron, now) : null,
    ...(sync ? await lastRunOf(ctx, sync) : never),
    isFile: env.ERP_FILE !== undefined,
    createdAt,
    updatedAt,
    version,
  };
}

function assertGood({ erpUrl, cron }: z.output<typeof EditErpSync>) {
  const fault = cron === undefined ? undefined : scheduleFault(cron);
  if (fault) throw broken("cron", fault);
  if (!erpUrl) return;
  const { protocol, origin, username } = new URL(erpUrl);
  if (username) throw broken("erpUrl", "Leave the password out. Credentials come from the server's settings.");
  if (protocol !== "https:" && !env.OUTBOUND_ALLOWED.includes(origin))
    throw broken(
      "erpUrl",
      "Give an https address. Others must be allowed in the server's settings (OUTBOUND_ALLOWED).",
    );
}

/** The ERP sync's settings and how its last run went (document 4.15): one row. */
export const erpSyncService = {
  get: async (ctx: KnownCtx) => shown(ctx, await erpSyncRow(ctx)),

  /** Changes what is sent; the row comes into being with the first change. 422 for another schedule than a schedule. */
  upsert: (ctx: KnownCtx, values: z.output<typeof EditErpSync>, ifMatch?: string) =>
    inTransaction(ctx, async (ctx) => {
      assertGood(values);
      const { enabled, erpUrl } = values;
      const before = await erpSyncRow(ctx);
      if (enabled && !(erpUrl ?? (erpUrl === undefined ? before?.erpUrl : null)) && !env.ERP_FILE)
        throw broken("erpUrl", "Give the ERP's address before you switch the sync on.");
      if (before) await record.update(ctx, onlyId, values, ifMatch);
      else if (ifMatch && !/^"?0\b/.test(ifMatch)) throw new AppError("version_mismatch");
      else await record.create(ctx, { ...values, id: onlyId, cron: values.cron ?? usualCron });
      return shown(ctx, await erpSyncRow(ctx));
    }),

  /** A schedule in the caller's words, with its next three times; no words, but what is wrong, where it cannot be set. */
  schedule(cron: string) {
    const fault = scheduleFault(cron);
    if (fault) return { words: null, fault, next: [] };
    const next: string[] = [];
    for (let at = new Date(); next.length < 3; at = new Date(next.at(-1) ?? 0)) next.push(nextOf(cron, at));
    return { words: scheduleWords(cron, speech().manner().language), fault: null, next };
  },
};
