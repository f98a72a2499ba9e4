import { and, asc, eq, isNotNull, or } from "drizzle-orm";
import { firmwareRolloutDevices as devices, firmwareVersions } from "@/db/schema";
import { env } from "@/env/env";
import { inTransaction, type KnownCtx } from "@/server/kit/call/context";
import { broken } from "@/server/kit/call/errors";
import { oneOf } from "@/server/kit/list/list-filters";
import type { Changes } from "@/server/kit/record/audit";
import { t } from "@/texts/t";
import { defaultGates } from "./firmware-rollout.rules";
import { assertStillSigned } from "./firmware-signature.service";
import { assertSecondPerson, hashOf, retriedLately } from "./rollout-approval.service";
import {
  acceptMissed,
  beginNext,
  endRollout,
  isStoppedByGate,
  judge,
  judgeAnew,
  pauseRollout,
  setWave,
  waitAnew,
} from "./rollout-gate.service";
import { devicesWhere, forget, moveDevices, release } from "./rollout-move.service";
import { isLater, runRollout } from "./rollout-prepare.service";
import { lockFor, moveRollout, personOf, type RolloutRow, rolloutRecord, wavesOf } from "./rollout-row.service";
import type { RolloutAction } from "./states";

interface Of {
  id: string;
  ifMatch?: string;
}

const now = () => new Date().toISOString();

/** One action on one rollout: its version, its state, what it does; the rollout as it is then. */
const act = (
  ctx: KnownCtx,
  action: RolloutAction,
  of: Of,
  work: (ctx: KnownCtx, row: RolloutRow) => Promise<unknown>,
) =>
  inTransaction(ctx, async (ctx) => {
    await work(ctx, await lockFor(ctx, action, of));
    return rolloutRecord.get(ctx, of.id);
  });

/**
 * Ends a rollout with nobody in it any more but those who are downloading. Of one that is still prepared nothing is kept: the part
 * of its devices that was found is in no wave yet.
 */
async function cancelRollout(ctx: KnownCtx, row: RolloutRow, reason: string) {
  const pauseReason = { code: "cancelled", at: now(), text: reason };
  const cancelled = await moveRollout(ctx, row, { status: "cancelled", endedAt: now(), pauseReason }, "cancel");
  if (row.status === "preparing") await forget(ctx, row.id);
  else await release(ctx, cancelled);
}

/** Goes back to a draft: its devices are let go, and nothing of it is approved. */
export async function backToDraft(ctx: KnownCtx, row: RolloutRow, sentBackReason: string, action = "send-back") {
  await forget(ctx, row.id);
  const approval = {
    isApprovalNeeded: false,
    approvalHash: null,
    approvalAskedAt: null,
    approvedById: null,
    approvedAt: null,
  };
  const values = { status: "draft", sentBackReason, preparedTo: null, image: null, ...approval } as const;
  await moveRollout(ctx, row, values, action);
}

/** The waves that are over, and the one under way is too; its next one begins. @throws AppError 422 where there is none */
async function skipWave(ctx: KnownCtx, row: RolloutRow) {
  const waves = (await wavesOf(ctx, [row.id])).get(row.id) ?? [];
  if (!waves.some(({ status }) => status === "waiting")) throw broken("id", "There is no wave after this one.");
  for (const wave of waves)
    if (wave.status === "running" || wave.status === "watching")
      if (!wave.isOfJoiners) await setWave(ctx, wave, { status: "done", endedAt: now() });
  return beginNext(ctx, row);
}

/** What was done to a rollout's parts, in its history. */
const note = (ctx: KnownCtx, { id }: RolloutRow, action: string, changes: Changes) =>
  rolloutRecord.change(ctx, id, undefined, action, async () => ({ changes, result: undefined }));

/** The version may be offered now: it is active, and its signature fits where it has one. @throws AppError 422 */
async function assertOfferable(ctx: KnownCtx, { firmwareVersionId }: RolloutRow) {
  const { id, isActivated } = firmwareVersions;
  const [version] = await ctx.db.select({ isActivated }).from(firmwareVersions).where(eq(id, firmwareVersionId));
  if (!version?.isActivated) throw broken("firmwareVersionId", "The version is not active. Make it active first.");
  await assertStillSigned(ctx, firmwareVersionId, "firmwareVersionId");
}

/**
 * Has a paused rollout go on. After a gate, gates judge what ends from now on. Another pause forgets nothing that ended before,
 * and only its days do not count.
 */
async function goOn(ctx: KnownCtx, row: RolloutRow, action: string) {
  const running = await moveRollout(ctx, row, { status: "running", pauseReason: null }, action);
  if (isStoppedByGate(row)) await judgeAnew(ctx, row.id);
  else await waitAnew(ctx, row.id);
  return running;
}

/** The version of a device that goes back, and those that can: installed, or failed after a download. */
const canGoBack = and(
  isNotNull(devices.fromVersionId),
  or(eq(devices.status, "installed"), and(eq(devices.status, "failed"), isNotNull(devices.startedAt))),
);

/** What people do with a rollout under way; which action follows which state is in `states.ts` (ADR 142). */
export const rolloutActService = {
  /** @throws AppError 403 for who has a part in it, 422 where it is not what was looked at or its version is withdrawn */
  approve: (ctx: KnownCtx, { hash, ...of }: Of & { hash: string }) =>
    act(ctx, "approve", of, async (ctx, row) => {
      assertSecondPerson(ctx, row);
      if (hash !== row.approvalHash || hash !== (await hashOf(ctx, row)))
        throw broken("hash", "It is not what you looked at any more. Reload, and look at it again.", "plan_outdated");
      await assertOfferable(ctx, row);
      const values = { approvedById: personOf(ctx), approvedAt: now() };
      if (!isLater(row)) {
        await rolloutRecord.update(ctx, row.id, values, undefined, "approve");
        await runRollout(ctx, { ...row, ...values }, "run");
      } else {
        await moveRollout(ctx, row, { ...values, status: "scheduled" }, "approve");
      }
    }),

  sendBack: (ctx: KnownCtx, { reason, ...of }: Of & { reason: string }) =>
    act(ctx, "sendBack", of, (ctx, row) => backToDraft(ctx, row, reason)),

  pause: (ctx: KnownCtx, { reason, ...of }: Of & { reason: string }) =>
    act(ctx, "pause", of, (ctx, row) => pauseRollout(ctx, row, "person", { text: reason })),

  /**
   * After a missed share the wave is left as it is.
   * @throws AppError 403 after a gate, for who may not approve it; 422 for a version that is withdrawn
   */
  resume: (ctx: KnownCtx, of: Of) =>
    act(ctx, "resume", of, async (ctx, row) => {
      if (isStoppedByGate(row) && row.isApprovalNeeded) assertSecondPerson(ctx, row);
      await assertOfferable(ctx, row);
      const why = row.pauseReason?.code;
      const running = await goOn(ctx, row, "resume");
      if (why === "wave_done") await beginNext(ctx, running);
      await judge(ctx, why === "share_missed" ? await acceptMissed(ctx, running) : running);
    }),

  /** @throws AppError 422 where there is none, or where its version is withdrawn */
  nextWave: (ctx: KnownCtx, of: Of) =>
    act(ctx, "nextWave", of, async (ctx, row) => {
      if (row.status === "paused" && isStoppedByGate(row) && row.isApprovalNeeded) assertSecondPerson(ctx, row);
      if (row.status === "paused") await assertOfferable(ctx, row);
      const running = row.status === "paused" ? await goOn(ctx, row, "next-wave") : row;
      const wave = await skipWave(ctx, running);
      await note(ctx, row, "begin-wave", { wave: [null, wave] });
      await judge(ctx, running);
    }),

  cancel: (ctx: KnownCtx, { reason, ...of }: Of & { reason: string }) =>
    act(ctx, "cancel", of, (ctx, row) => cancelRollout(ctx, row, reason)),

  /** @throws AppError 403 for more devices than take one person alone, 422 where none failed */
  retryFailed: (ctx: KnownCtx, { persIds, ...of }: Of & { persIds?: string[] }) =>
    act(ctx, "retryFailed", of, async (ctx, row) => {
      const failed = and(
        eq(devices.rolloutId, row.id),
        eq(devices.status, "failed"),
        eq(devices.isHeld, true),
        persIds ? oneOf(devices.persId, persIds) : undefined,
      );
      const count = await ctx.db.$count(devices, failed);
      if (count === 0) throw broken("persIds", "None of these devices has failed.");
      if (count + (await retriedLately(ctx, row.id)) > env.ROLLOUT_APPROVAL_ABOVE) assertSecondPerson(ctx, row);
      for (;;) {
        const rows = await devicesWhere(ctx, failed, 5000);
        if (rows.length === 0) break;
        await moveDevices(
          ctx,
          row,
          rows.map((before) => ({
            before,
            values: {
              status: "waiting",
              reason: null,
              attempt: before.attempt + 1,
              offerId: null,
              formerOfferIds: before.offerId
                ? [...(before.formerOfferIds ?? []), before.offerId]
                : before.formerOfferIds,
              offeredAt: null,
              startedAt: null,
              heardAt: null,
              endedAt: null,
            },
          })),
        );
      }
      await note(ctx, row, "retry-failed", { retried: [null, count] });
    }),

  /** @throws AppError 422 for one that ends by itself */
  finish: (ctx: KnownCtx, of: Of) =>
    act(ctx, "finish", of, async (ctx, row) => {
      if (!row.isDynamic) throw broken("isDynamic", "It ends by itself, when its last wave is over.");
      await endRollout(ctx, row, "finish");
    }),

  /**
   * Drafts that bring each device what it ran before; a rollout that is not over is cancelled for them.
   * @throws AppError 422 where there is nothing to take back
   */
  rollBack: (ctx: KnownCtx, of: Of) =>
    inTransaction(ctx, async (ctx) => {
      const row = await lockFor(ctx, "rollBack", of);
      const found = await ctx.db
        .selectDistinct({
          id: firmwareVersions.id,
          name: firmwareVersions.firmwareVersion,
          type: firmwareVersions.firmwareType,
        })
        .from(devices)
        .innerJoin(firmwareVersions, eq(firmwareVersions.id, devices.fromVersionId))
        .where(and(eq(devices.rolloutId, row.id), canGoBack))
        .orderBy(asc(firmwareVersions.firmwareVersion));
      if (found.length === 0)
        throw broken("id", "None of its devices got the version, or what they ran before is not known.");
      if (row.status === "running" || row.status === "paused")
        await cancelRollout(ctx, row, t("Taken back to what its devices ran before."));
      const items = [];
      for (const version of found)
        items.push(
          await rolloutRecord.create(ctx, {
            name: `${row.name} → ${version.name}`.slice(0, 120),
            firmwareVersionId: version.id,
            firmwareType: version.type,
            filters: { rolloutId: row.id },
            allowDowngrade: true,
            waves: [{}],
            gates: defaultGates,
            createdById: personOf(ctx),
            rollsBackId: row.id,
          }),
        );
      return { items };
    }),
};
