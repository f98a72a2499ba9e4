import { and, eq, inArray, notInArray, sql } from "drizzle-orm";
import { firmwareRolloutDevices as devices, firmwareRollouts, pers } from "@/db/schema";
import type { Ctx, KnownCtx } from "@/server/kit/call/context";
import { AppError } from "@/server/kit/call/errors";
import { t } from "@/texts/t";
import { judge, pauseRollout } from "./rollout-gate.service";
import { lockRollouts, moveAll } from "./rollout-move.service";

// What a version may not do while a rollout that has not ended names it.

const notEnded = (firmwareVersionId: string) =>
  and(
    eq(firmwareRollouts.firmwareVersionId, firmwareVersionId),
    notInArray(firmwareRollouts.status, ["draft", "done", "cancelled"]),
  );

/** @throws AppError 422 `in_use` where a rollout that has not ended names the version; a draft counts where it would lose it */
export async function assertNotRolledOut(ctx: Ctx, firmwareVersionId: string, path: string, withDrafts = false) {
  const where = withDrafts ? eq(firmwareRollouts.firmwareVersionId, firmwareVersionId) : notEnded(firmwareVersionId);
  const [one] = await ctx.db.select({ name: firmwareRollouts.name }).from(firmwareRollouts).where(where).limit(1);
  if (!one) return;
  const message = t("The rollout {name} brings this version to devices.", { name: one.name });
  throw new AppError("in_use", message, { errors: [{ path, message }] });
}

async function underWay(ctx: Ctx, firmwareVersionId: string) {
  const rows = await ctx.db
    .select({ id: firmwareRollouts.id })
    .from(firmwareRollouts)
    .where(
      and(
        eq(firmwareRollouts.firmwareVersionId, firmwareVersionId),
        inArray(firmwareRollouts.status, ["running", "paused"]),
      ),
    );
  return lockRollouts(
    ctx,
    rows.map(({ id }) => id),
  );
}

/** The version is not active any more: what brings it to devices pauses. */
export async function withdrawVersion(ctx: KnownCtx, firmwareVersionId: string) {
  for (const row of await underWay(ctx, firmwareVersionId))
    if (row.status === "running") await pauseRollout(ctx, row, "version_withdrawn");
}

/** The version does not fit a model any more: its devices that were not offered it are out. */
export async function excludeModel(ctx: KnownCtx, firmwareVersionId: string, modelPersId: string) {
  const where = sql`${devices.offerId} is null and ${devices.persId} in
    (select ${pers.id} from ${pers} where ${pers.modelPERSId} = ${modelPersId})`;
  const set = { reason: "incompatible_model", endedAt: new Date().toISOString() };
  for (const row of await underWay(ctx, firmwareVersionId)) {
    await moveAll(ctx, row, ["waiting", "silent"], "excluded", { where, set });
    if (row.status === "running") await judge(ctx, row);
  }
}
