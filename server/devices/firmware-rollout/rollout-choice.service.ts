import { and, eq, type SQL, sql } from "drizzle-orm";
import { z } from "zod";
import { firmwareCompatibilities, firmwareRolloutDevices, firmwareVersions, pers, persFirmware } from "@/db/schema";
import { persService } from "@/server/devices/pers/pers.service";
import { withIds } from "@/server/devices/pers/pers-row.service";
import type { Ctx, KnownCtx } from "@/server/kit/call/context";
import { AppError } from "@/server/kit/call/errors";
import { unknownReference } from "@/server/kit/call/exists";
import { conditionsOf } from "@/server/kit/list/list";
import { versionKey } from "@/server/kit/value/version.rules";
import { t } from "@/texts/t";
import { type Exclusion, exclusionWords, ownFilters, waveSizes } from "./firmware-rollout.rules";
import type { RolloutRow } from "./rollout-row.service";

// Which devices a rollout is for, and why others are left out.

/** What of a rollout decides that. */
export type Choice = Pick<
  RolloutRow,
  "firmwareVersionId" | "firmwareType" | "filters" | "allowDowngrade" | "rollsBackId"
> & { id?: string };

const { of } = persService;
const names = Object.keys(of.input.filterKeys);
const shape = of.input.shape as Record<string, z.ZodType>;
const Filters = z.strictObject(Object.fromEntries(names.map((name) => [name, shape[name]])) as z.ZodRawShape);

const invalid = (path: string, message: string) =>
  new AppError("invalid_input", `${path}: ${message}`, { errors: [{ path, message }] });

/**
 * The filters as they are stored.
 * @throws AppError 400 for one that the list of PERS does not have, none at all without `all`, and for one that is not of the
 * device itself where devices join later
 */
export function readFilters(filters: Record<string, unknown>, how: { all?: boolean; isDynamic: boolean }) {
  const read = z.object({ filters: Filters }).parse({ filters }).filters as Record<string, unknown>; // an object of filters
  const used = Object.keys(read).filter((key) => read[key] !== undefined);
  if (used.length === 0 && how.all !== true)
    throw invalid("all", t("Without a filter every device is meant. Say all: true if that is so."));
  const foreign = how.isDynamic ? used.find((key) => !ownFilters.includes(key)) : undefined;
  if (foreign)
    throw invalid(
      `filters.${foreign}`,
      t("Devices join later only by filters of the device itself. Leave this one out."),
    );
  return read;
}

/** @throws AppError 422 */
export async function versionFor(ctx: Ctx, id: string) {
  const [row] = await ctx.db.select().from(firmwareVersions).where(eq(firmwareVersions.id, id));
  if (!row) throw unknownReference("firmwareVersionId", "firmware version");
  return row;
}

const held = sql.raw("held");

/**
 * Rows of `pers_id, serial, model_pers_id, from_version_id, from_version, reason`: the devices that the filters find, with the first reason to
 * leave each out, or null. Which is held by another rollout is looked at last.
 * @param among only these
 */
export async function judged(ctx: KnownCtx, choice: Choice, among?: SQL): Promise<SQL> {
  const heldElsewhere = sql`exists (select from ${firmwareRolloutDevices} as ${held} where held.pers_id = ${pers.id}
    and held.firmware_type = ${choice.firmwareType} and held.is_held
    and held.rollout_id is distinct from ${choice.id ?? null}::uuid)`;
  return judging(ctx, choice, { among, heldElsewhere });
}

/** The same but for other rollouts: who holds a device is left to the index that lets only one. */
export const judgedAlone = (ctx: KnownCtx, choice: Choice, among: SQL): Promise<SQL> =>
  judging(ctx, choice, { among, heldElsewhere: sql`false` });

/** The same of devices that the rollout holds: only whether they may still have it, whatever its filters say by now. */
export const judgedHeld = (ctx: KnownCtx, choice: Choice, fits: Fits): Promise<SQL> =>
  judging(ctx, { ...choice, filters: {}, rollsBackId: null }, { heldElsewhere: sql`false`, fits });

/** What decides which devices a version fits. */
export interface Fits {
  version: string;
  compatible: { model: string; minVersion: string | null; maxVersion: string | null }[];
}

/** The columns of `Fits` of a version `v`, as one value. */
export const fitsColumn = sql`json_build_object('version', v.firmware_version, 'compatible', coalesce((select json_agg(
  json_build_object('model', f.model_pers_id, 'minVersion', f.min_version, 'maxVersion', f.max_version))
  from ${firmwareCompatibilities} f where f.firmware_version_id = v.id), '[]'))`;

async function fitsOf(ctx: Ctx, versionId: string): Promise<Fits> {
  const [row] = await ctx.db.execute<{ fits: Fits }>(
    sql`select ${fitsColumn} as fits from ${firmwareVersions} v where v.id = ${versionId}`,
  );
  if (!row) throw unknownReference("firmwareVersionId", "firmware version");
  return row.fits;
}

async function judging(
  ctx: KnownCtx,
  choice: Choice,
  { among, heldElsewhere, fits }: { among?: SQL; heldElsewhere: SQL; fits?: Fits },
): Promise<SQL> {
  const { version, compatible } = fits ?? (await fitsOf(ctx, choice.firmwareVersionId));
  const models = compatible.map(({ model, minVersion, maxVersion }) => ({
    model,
    least: minVersion && versionKey(minVersion),
    most: maxVersion && versionKey(maxVersion),
  }));
  const chosen = conditionsOf(of.query, await withIds(ctx, choice.filters), of.reach(ctx));
  // A rollout that takes another back is for what the other one brought to devices that ran this version before.
  const taken = choice.rollsBackId
    ? sql`${pers.id} in (select d.pers_id from ${firmwareRolloutDevices} d where d.rollout_id = ${choice.rollsBackId}
        and d.from_version_id = ${choice.firmwareVersionId} and (d.status = 'installed' or d.status = 'failed' and d.started_at is not null))`
    : undefined;
  const newer = choice.allowDowngrade
    ? sql`false`
    : sql`runs.firmware_version_sort collate "C" > ${versionKey(version)} collate "C"`;
  const reason = sql`case
    when fit.model is null then 'incompatible_model'
    when runs.id is null and (fit.least is not null or fit.most is not null) then 'no_known_version'
    when fit.least is not null and runs.firmware_version_sort collate "C" < fit.least collate "C" then 'incompatible_version'
    when fit.most is not null and runs.firmware_version_sort collate "C" > fit.most collate "C" then 'incompatible_version'
    when runs.id = ${choice.firmwareVersionId} then 'has_it_already'
    when ${newer} then 'has_newer'
    when ${pers.status} <> 'active' then 'not_active'
    when ${heldElsewhere} then 'in_another_rollout' end`;
  return sql`select ${pers.id} as pers_id, ${pers.nuSerialPersNumber} as serial, ${pers.modelPERSId} as model_pers_id, runs.id as from_version_id,
      runs.firmware_version as from_version, ${reason} as reason
    from ${pers}
    left join ${persFirmware} as said on said.pers_id = ${pers.id} and said.firmware_type = ${choice.firmwareType}
    left join ${firmwareVersions} as runs on runs.id = said.firmware_version_id
    left join json_to_recordset(${JSON.stringify(models)}::json) as fit(model uuid, least text, most text)
      on fit.model = ${pers.modelPERSId}
    where ${and(chosen, taken, among) ?? sql`true`}`;
}

/** How many devices the filters find. */
export async function countChosen(ctx: KnownCtx, choice: Choice): Promise<number> {
  const chosen = conditionsOf(of.query, await withIds(ctx, choice.filters), of.reach(ctx));
  return ctx.db.$count(pers, chosen);
}

const reasons = Object.keys(exclusionWords) as Exclusion[];
const mostSamples = 5;

/** What a start would do: how many devices each wave gets, and who is left out. Nothing is written. */
export async function planOf(ctx: KnownCtx, choice: Choice & Pick<RolloutRow, "waves">) {
  const rows = await ctx.db.execute<{ reason: Exclusion | null; devices: number; sample: [string, string][] }>(sql`
    with judged as (${await judged(ctx, choice)}),
    numbered as (select *, row_number() over (partition by reason order by pers_id) as n from judged)
    select reason, count(*)::int as devices,
      coalesce(json_agg(json_build_array(pers_id, serial) order by n) filter (where n <= ${mostSamples}), '[]') as sample
    from numbered group by reason`);
  const devices = rows.find(({ reason }) => reason === null)?.devices ?? 0;
  const out = rows.filter((row) => row.reason !== null);
  return {
    devices,
    waves: waveSizes(choice.waves, devices).map((size, index) => ({ index, devices: size })),
    excluded: reasons.flatMap((reason) => {
      const row = out.find((one) => one.reason === reason);
      if (!row) return [];
      const sample = row.sample.map(([id, nuSerialPersNumber]) => ({ id, nuSerialPersNumber }));
      return [{ reason, devices: row.devices, sample }];
    }),
  };
}
