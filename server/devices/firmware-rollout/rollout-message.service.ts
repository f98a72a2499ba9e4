import { and, eq, sql } from "drizzle-orm";
import { firmwareRolloutDevices as devices } from "@/db/schema";
import type { Ctx, KnownCtx } from "@/server/kit/call/context";
import { oneOf } from "@/server/kit/list/list-filters";
import { groupBy } from "@/server/kit/value/group.rules";
import { judge } from "./rollout-gate.service";
import { type DeviceRow, devicesWhere, lockRollouts, type Move, moveDevices } from "./rollout-move.service";
import { runs } from "./rollout-runs.service";

/** Messages speak of the main firmware only. */
const spokenType = 1;

/** What a device's newest message says that it runs. */
export interface Spoken {
  persId: string;
  firmwareVersion: string;
  sentAt: string;
}

/** What is known of a device that speaks of its firmware. */
interface Known {
  persId: string;
  saidAt: string | null;
  versionId: string | null;
  version: string | null;
  rolloutId: string | null;
  status: DeviceRow["status"] | null;
  targetId: string | null;
  target: string | null;
  offeredAt: string | null;
  offerId: string | null;
}

const iso = (column: string) => sql.raw(`to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`);

const knownOf = (ctx: Ctx, persIds: string[]) =>
  ctx.db.execute<Known & Record<string, unknown>>(sql`
    select p.id as "persId", ${iso("k.said_at")} as "saidAt", k.firmware_version_id as "versionId", v.firmware_version as version,
      d.rollout_id as "rolloutId", d.status, r.firmware_version_id as "targetId", t.firmware_version as target,
      ${iso("d.offered_at")} as "offeredAt", d.offer_id as "offerId"
    from backoffice.pers p
    left join backoffice.pers_firmware k on k.pers_id = p.id and k.firmware_type = ${spokenType}
    left join backoffice.firmware_versions v on v.id = k.firmware_version_id
    left join ${devices} d on d.pers_id = p.id and d.is_held and d.firmware_type = ${spokenType}
    left join backoffice.firmware_rollouts r on r.id = d.rollout_id
    left join backoffice.firmware_versions t on t.id = r.firmware_version_id
    where ${oneOf(sql`p.id`, persIds)}`);

/** The one version of the type with this text that fits the device's model; two are none. */
async function versionsByText(ctx: Ctx, spoken: Spoken[]) {
  if (spoken.length === 0) return new Map<string, string>();
  const rows = await ctx.db.execute<{ persId: string; id: string }>(sql`
    select s."persId", min(v.id::text)::uuid as id
    from json_to_recordset(${JSON.stringify(spoken)}::json) as s("persId" uuid, "firmwareVersion" text)
    join backoffice.pers p on p.id = s."persId"
    join backoffice.firmware_compatibilities c on c.model_pers_id = p.model_pers_id
    join backoffice.firmware_versions v on v.id = c.firmware_version_id and v.firmware_type = ${spokenType}
      and v.firmware_version = s."firmwareVersion"
    group by 1 having count(distinct v.id) = 1`);
  return new Map(rows.map(({ persId, id }) => [persId, id]));
}

const isOfTarget = (one: Known, { firmwareVersion, sentAt }: Spoken) =>
  one.target === firmwareVersion && one.offeredAt !== null && sentAt > one.offeredAt;

/** What becomes of a device by what it says that it runs; null where nothing does. */
function moved(device: DeviceRow, isTarget: boolean, sentAt: string, now: string): Move | null {
  const isOffered = device.offerId !== null && device.offeredAt !== null && sentAt > device.offeredAt;
  const { status } = device;
  if (isTarget && status !== "installed" && isOffered)
    return { before: device, values: { status: "installed", reason: null, endedAt: now } };
  if (isTarget && ["waiting", "silent", "offered"].includes(status))
    return { before: device, values: { status: "superseded", reason: "has_it_already", endedAt: now } };
  if (!isTarget && status === "installed" && device.endedAt !== null && sentAt > device.endedAt)
    return { before: device, values: { status: "failed", reason: "reverted", endedAt: now } };
  return null;
}

/** Whether there is anything to write; most messages say what is known. */
function isNews(one: Known, said: Spoken): boolean {
  if (one.saidAt !== null && said.sentAt <= one.saidAt) return false;
  if (one.version !== said.firmwareVersion) return true;
  return one.target === said.firmwareVersion && one.status !== "installed" && one.status !== null;
}

/**
 * Takes what messages say of the main firmware of devices: the newest of each, in the caller's transaction. What cannot be
 * told apart is left as it was.
 */
export async function takeSpoken(ctx: KnownCtx, spoken: Spoken[]) {
  if (spoken.length === 0) return;
  const saidBy = new Map(spoken.map((one) => [one.persId, one]));
  const news = (await knownOf(ctx, [...saidBy.keys()])).filter((one) => {
    const said = saidBy.get(one.persId);
    return said !== undefined && isNews(one, said);
  });
  if (news.length === 0) return;
  const target = new Map<string, string>();
  const others: Spoken[] = [];
  for (const one of news) {
    const said = saidBy.get(one.persId);
    if (said && one.targetId && isOfTarget(one, said)) target.set(one.persId, one.targetId);
    else if (said) others.push(said);
  }
  const says = new Map([...(await versionsByText(ctx, others)), ...target]);
  // What reads neither like the target nor like anything known is another version all the same.
  const concerned = news.filter(
    ({ persId, target }) => says.has(persId) || target !== saidBy.get(persId)?.firmwareVersion,
  );
  // What is said of a version that is not known changes nothing where no rollout has the device.
  if (says.size === 0 && concerned.every(({ rolloutId }) => rolloutId === null)) return;
  const persIds = concerned.flatMap(({ rolloutId, persId }) => (rolloutId ? [persId] : []));
  const rollouts = await lockRollouts(ctx, [...new Set(concerned.flatMap(({ rolloutId }) => rolloutId ?? []))]);
  const ids = rollouts.map(({ id }) => id);
  const held = await devicesWhere(
    ctx,
    and(oneOf(devices.rolloutId, ids), oneOf(devices.persId, persIds), eq(devices.isHeld, true)),
  );
  const byRollout = groupBy(held, ({ rolloutId }) => rolloutId);
  const now = new Date().toISOString();
  const changed: typeof rollouts = [];
  for (const row of rollouts) {
    const moves = (byRollout.get(row.id) ?? []).flatMap((device) => {
      const sentAt = saidBy.get(device.persId)?.sentAt ?? "";
      return moved(device, says.get(device.persId) === row.firmwareVersionId, sentAt, now) ?? [];
    });
    await moveDevices(ctx, row, moves);
    if (moves.length > 0) changed.push(row);
  }
  await runs(
    ctx,
    [...says].map(([persId, firmwareVersionId]) => ({
      persId,
      firmwareType: spokenType,
      firmwareVersionId,
      saidAt: saidBy.get(persId)?.sentAt ?? now,
    })),
    "message",
  );
  for (const row of changed) await judge(ctx, row);
}
