import { eq, sql } from "drizzle-orm";
import { retentions as table } from "@/db/schema";
import { type Ctx, inTransaction, type KnownCtx } from "@/server/kit/call/context";
import { notFound } from "@/server/kit/call/errors";
import { audit } from "@/server/kit/record/audit";
import { t } from "@/texts/t";
import { type RetentionCode, retentionKinds } from "./retention.rules";

const kindOf = (kind: RetentionCode) => {
  const known = retentionKinds.find((one) => one.kind === kind);
  if (!known) throw notFound();
  return known;
};

const ageOf = (days: number) => sql`now() - make_interval(days => ${days})`;

/** Rows of a kind that are older than so many days, except those that something still waits for. */
const olderThan = ({ table: from, at, unless }: ReturnType<typeof kindOf>, days: number) =>
  sql`${sql.raw(from)} where ${sql.raw(at)} < ${ageOf(days)} ${unless ? sql`and not (${sql.raw(unless)})` : sql``}`;

async function count(ctx: Ctx, rows: ReturnType<typeof olderThan>): Promise<number> {
  const [row] = await ctx.db.execute<{ count: number }>(sql`select count(*)::int as count from ${rows}`);
  return row?.count ?? 0;
}

const daysOf = async (ctx: Ctx) => new Map((await ctx.db.select().from(table)).map(({ kind, days }) => [kind, days]));

/** For how long each kind of log is kept (ADR 57). */
export const retentionService = {
  async list(ctx: KnownCtx) {
    const days = await daysOf(ctx);
    const all = [];
    for (const known of retentionKinds) {
      const { kind, title } = known;
      const kept = days.get(kind) ?? null;
      all.push({
        kind,
        title: t(title),
        days: kept,
        total: await count(ctx, sql.raw(known.table)),
        removes: kept === null ? 0 : await count(ctx, olderThan(known, kept)),
      });
    }
    return all;
  },

  /** What a run would remove if this were the setting. */
  async preview(ctx: KnownCtx, kind: RetentionCode, days: number | null) {
    const known = kindOf(kind);
    if (days === null) return { removes: 0, until: null };
    return {
      removes: await count(ctx, olderThan(known, days)),
      until: new Date(Date.now() - days * 86_400_000).toISOString(),
    };
  },

  set: (ctx: KnownCtx, kind: RetentionCode, days: number | null) =>
    inTransaction(ctx, async (ctx) => {
      const { title } = kindOf(kind);
      const [before] = await ctx.db.select().from(table).where(eq(table.kind, kind)).for("update");
      if ((before?.days ?? null) === days && before) return retentionService.list(ctx);
      const [row] = await ctx.db
        .insert(table)
        .values({ kind, days })
        .onConflictDoUpdate({ target: table.kind, set: { days, version: sql`${table.version} + 1` } })
        .returning({ id: table.id });
      const changes = { days: [before?.days ?? null, days] as [unknown, unknown] };
      await audit(ctx, {
        objectType: "retention",
        objectId: row?.id ?? "",
        objectLabel: title,
        action: "update",
        changes,
      });
      return retentionService.list(ctx);
    }),
};

/** Removes what is older than its kind is kept. @returns how many rows */
export async function removeOldLogs(ctx: KnownCtx): Promise<number> {
  let removed = 0;
  for (const [kind, days] of await daysOf(ctx)) {
    const known = retentionKinds.find((one) => one.kind === kind);
    if (!known || days === null) continue;
    removed += (await ctx.db.execute(sql`delete from ${olderThan(known, days)}`)).count;
  }
  return removed;
}
