import { and, eq, gt, ne, or, sql } from "drizzle-orm";
import { auditLog, firmwareRollouts, firmwareRolloutWaves } from "@/db/schema";
import { env } from "@/env/env";
import { type Ctx, type KnownCtx, mayDo } from "@/server/kit/call/context";
import { AppError } from "@/server/kit/call/errors";
import { sha256 } from "@/server/kit/secret/hash";
import { personOf, type RolloutRow, wavesOf } from "./rollout-row.service";

const week = 7 * 86_400_000;

/**
 * Another person who may approve: nobody who made, changed or started it, nobody who acts as somebody else, and no key.
 * @throws AppError 403
 */
export function assertSecondPerson(ctx: KnownCtx, row: RolloutRow) {
  const { actor } = ctx;
  const person = personOf(ctx);
  const isOwn = person !== null && [row.createdById, row.startedById, ...row.editorIds].includes(person);
  if (actor.kind !== "user" || actor.actingId || isOwn || !mayDo(actor, "firmware-rollout.approve"))
    throw new AppError(
      "forbidden",
      isOwn
        ? "A second person approves this: somebody who neither made, changed nor started it."
        : "This takes a person who may approve rollouts, under their own name.",
    );
}

/** What is approved: the version with its image, the devices of each wave, the gates and the rate. */
export async function hashOf(ctx: Ctx, row: RolloutRow): Promise<string> {
  const waves = (await wavesOf(ctx, [row.id])).get(row.id) ?? [];
  const { firmwareVersionId, image, filters, isDynamic, allowDowngrade, gates, maxPerHour, startAt } = row;
  const sizes = waves.map(({ index, label, devices }) => [index, label, devices]);
  const what = [
    firmwareVersionId,
    image?.sha256,
    sizes,
    filters,
    isDynamic,
    allowDowngrade,
    gates,
    maxPerHour,
    startAt,
  ];
  return sha256(
    JSON.stringify(what.map((one) => (one && typeof one === "object" && !Array.isArray(one) ? sorted(one) : one))),
  );
}

const sorted = (one: object) => Object.entries(one).sort(([a], [b]) => (a < b ? -1 : 1));

/**
 * Whether so many devices take a second person: with those of the same version that the same people started lately, whether or
 * not these began. In the transaction that prepares it; rollouts of one version are asked one after the other.
 */
export async function isApprovalNeeded(ctx: Ctx, row: RolloutRow, devices: number): Promise<boolean> {
  if (row.isDynamic) return true;
  await ctx.db.execute(sql`select pg_advisory_xact_lock(hashtextextended(${row.firmwareVersionId}::text, 142))`);
  const since = new Date(Date.now() - week).toISOString();
  const lately = await ctx.db
    .select({ devices: sql<number>`coalesce(sum(${firmwareRolloutWaves.devices}), 0)::int` })
    .from(firmwareRollouts)
    .innerJoin(firmwareRolloutWaves, eq(firmwareRolloutWaves.rolloutId, firmwareRollouts.id))
    .where(
      and(
        eq(firmwareRollouts.firmwareVersionId, row.firmwareVersionId),
        ne(firmwareRollouts.id, row.id),
        row.startedById
          ? eq(firmwareRollouts.startedById, row.startedById)
          : sql`${firmwareRollouts.startedById} is null`,
        or(gt(firmwareRollouts.startedAt, since), gt(firmwareRollouts.approvalAskedAt, since)),
      ),
    );
  return devices + (lately[0]?.devices ?? 0) > env.ROLLOUT_APPROVAL_ABOVE;
}

/** How many devices of a rollout were tried again within seven days: many small retries are a large one. */
export async function retriedLately(ctx: Ctx, rolloutId: string): Promise<number> {
  const [row] = await ctx.db
    .select({ devices: sql<number>`coalesce(sum((${auditLog.changes}->'retried'->>1)::int), 0)::int` })
    .from(auditLog)
    .where(
      and(
        eq(auditLog.objectType, "firmware-rollout"),
        eq(auditLog.objectId, rolloutId),
        eq(auditLog.action, "retry-failed"),
        gt(auditLog.at, new Date(Date.now() - week).toISOString()),
      ),
    );
  return row?.devices ?? 0;
}
