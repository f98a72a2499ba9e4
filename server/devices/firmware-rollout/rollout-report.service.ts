import { isNotNull, or, sql } from "drizzle-orm";
import type { z } from "zod";
import { firmwareRolloutDevices as devices } from "@/db/schema";
import { type Ctx, inTransaction, type KnownCtx } from "@/server/kit/call/context";
import { oneOf } from "@/server/kit/list/list-filters";
import { arrayOf } from "@/server/kit/value/array.rules";
import { groupBy } from "@/server/kit/value/group.rules";
import { t } from "@/texts/t";
import { judge } from "./rollout-gate.service";
import { FirmwareReport } from "./rollout-gateway.schema";
import { type DeviceRow, devicesWhere, lockRollouts, type Move, moveDevices } from "./rollout-move.service";
import { runs } from "./rollout-runs.service";
import { isGone } from "./states";

type Report = z.output<typeof FirmwareReport> & { index: number };
type Judged = "accepted" | "stale" | "withdrawn";

/** What becomes of a device by a report of its present attempt; null where nothing does. */
export function reported(
  { status, offeredAt }: Pick<DeviceRow, "status" | "offeredAt">,
  { state, errorCode, at }: Pick<Report, "state" | "errorCode" | "at">,
  now: string,
): Move["values"] | null {
  // What a device says of the time counts only where it can be.
  const moment = at > now || (offeredAt !== null && at < offeredAt) ? now : at;
  if (status === "installed") return null;
  if (state === "installed") return { status: "installed", reason: null, endedAt: now };
  if (status === "failed") return null;
  if (state === "failed") return { status: "failed", reason: errorCode ?? "reported", endedAt: now };
  if (status === "downloading") return { heardAt: now };
  return { status: "downloading", startedAt: moment, heardAt: now };
}

/** The devices that these offers were made to, in this attempt or an earlier one. */
const ofOffers = (offerIds: string[]) => {
  const ids = sql`${arrayOf(offerIds)}::uuid[]`;
  return or(
    oneOf(devices.offerId, offerIds),
    sql`(${isNotNull(devices.formerOfferIds)} and ${devices.formerOfferIds} && ${ids})`,
  );
};

const rolloutsOf = async (ctx: Ctx, offerIds: string[]) => {
  const rows = await ctx.db.selectDistinct({ id: devices.rolloutId }).from(devices).where(ofOffers(offerIds));
  return rows.map(({ id }) => id);
};

/** Takes reports in, in the order in which they came. @returns what became of each, by its place */
const take = (ctx: KnownCtx, reports: Report[]) =>
  inTransaction(ctx, async (ctx) => {
    const judgedAs = new Map<number, Judged>();
    const offerIds = [...new Set(reports.map(({ offerId }) => offerId))];
    const rollouts = await lockRollouts(ctx, await rolloutsOf(ctx, offerIds));
    const found = await devicesWhere(ctx, ofOffers(offerIds));
    const present = new Map(found.flatMap((one) => (one.offerId ? [[one.offerId, one] as const] : [])));
    const former = new Set(found.flatMap(({ formerOfferIds }) => formerOfferIds ?? []));
    const changed = new Map<string, Move>();
    const statusOf = new Map(rollouts.map(({ id, status }) => [id, status]));
    const now = new Date().toISOString();
    for (const report of reports) {
      const before = present.get(report.offerId);
      if (!before) {
        if (former.has(report.offerId)) judgedAs.set(report.index, "stale");
        continue;
      }
      const values = changed.get(before.id)?.values;
      const device = { ...before, ...values };
      const isUnderWay = statusOf.get(device.rolloutId) === "running";
      if (isGone(device.status)) {
        judgedAs.set(report.index, report.state === "downloading" ? "withdrawn" : "stale");
        continue;
      }
      const next = reported(device, report, now);
      if (next) changed.set(device.id, { before, values: { ...values, ...next } });
      const { status } = { ...device, ...next };
      judgedAs.set(report.index, status === "downloading" && !isUnderWay ? "withdrawn" : "accepted");
    }
    const byRollout = groupBy([...changed.values()], ({ before }) => before.rolloutId);
    for (const row of rollouts) {
      const moves = byRollout.get(row.id) ?? [];
      await moveDevices(ctx, row, moves);
      const installed = moves.filter(
        ({ before, values }) => values.status === "installed" && before.status !== "installed",
      );
      const { firmwareVersionId, firmwareType } = row;
      const said = installed.map(({ before: { persId } }) => ({
        persId,
        firmwareVersionId,
        firmwareType,
        saidAt: now,
      }));
      await runs(ctx, said, "report");
      if (moves.length > 0) await judge(ctx, row);
    }
    return judgedAs;
  });

export const rolloutReportService = {
  /** Takes reports of devices; each is judged on its own, however often it comes. */
  async report(ctx: KnownCtx, items: unknown[]) {
    const rejected: { index: number; reason: string }[] = [];
    const good = items.flatMap((item, index): Report[] => {
      const read = FirmwareReport.safeParse(item);
      if (read.success) return [{ ...read.data, index }];
      const [issue] = read.error.issues;
      const path = issue?.path.length ? `${issue.path.join(".")}: ` : "";
      rejected.push({ index, reason: path + t(issue?.message ?? "") });
      return [];
    });
    const judgedAs = good.length > 0 ? await take(ctx, good) : new Map<number, Judged>();
    for (const { index } of good)
      if (!judgedAs.has(index)) rejected.push({ index, reason: `offerId: ${t("There is no such offer.")}` });
    const those = (judged: Judged) => [...judgedAs].flatMap(([index, one]) => (one === judged ? [index] : []));
    return {
      accepted: those("accepted").length,
      stale: those("stale"),
      withdrawn: those("withdrawn"),
      rejected: rejected.sort((a, b) => a.index - b.index),
    };
  },
};
