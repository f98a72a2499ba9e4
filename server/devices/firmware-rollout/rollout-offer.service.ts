import { and, asc, eq, getTableColumns, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import { planned } from "@/db/client";
import { firmwareRolloutDevices as devices, firmwareRollouts, firmwareVersions, persCurrentData } from "@/db/schema";
import type { Readings } from "@/db/schema/iot";
import { newest } from "@/server/devices/current-data/current-data.rules";
import { type Ctx, inTransaction, type KnownCtx } from "@/server/kit/call/context";
import { oneOf } from "@/server/kit/list/list-filters";
import { arrayOf } from "@/server/kit/value/array.rules";
import { groupBy } from "@/server/kit/value/group.rules";
import { same } from "@/server/kit/value/same.rules";
import { segmentsOf } from "./firmware-image.service";
import { offerHours, roomLeft } from "./firmware-rollout.rules";
import { judgedHeld } from "./rollout-choice.service";
import { judge, pauseRollout } from "./rollout-gate.service";
import { type DeviceRow, lockRollouts, type Move, moveDevices, offerDevices } from "./rollout-move.service";
import { noteRollout, type RolloutRow, wavesOf } from "./rollout-row.service";

const lastingMs = offerHours * 3_600_000;
const leastBattery = 30;

/** Whether an offer can still be taken up. */
const lasts = ({ status, offeredAt }: Pick<DeviceRow, "status" | "offeredAt">) =>
  status === "offered" && offeredAt !== null && Date.now() - Date.parse(offeredAt) < lastingMs;

/** A device of a rollout under way, as an ask finds it. */
interface Asked extends Pick<DeviceRow, "id" | "rolloutId" | "status" | "offerId"> {
  serial: string;
  /** its offer can still be taken up */
  lasts: boolean;
  rollout: string;
  waveStatus: string | null;
}

const standing = (ctx: Ctx, serials: string[]) =>
  planned(ctx.db).execute<Asked & Record<string, unknown>>(sql`
    select d.id, d.rollout_id as "rolloutId", d.status, d.offer_id as "offerId",
      d.status = 'offered' and d.offered_at > ${new Date(Date.now() - lastingMs).toISOString()}::timestamptz as lasts,
      p.nu_serial_pers_number as serial, r.status as rollout, w.status as "waveStatus"
    from backoffice.pers p
    join ${devices} d on d.pers_id = p.id and d.is_held
    join ${firmwareRollouts} r on r.id = d.rollout_id
    left join backoffice.firmware_rollout_waves w on w.rollout_id = d.rollout_id and w.index = d.wave
    where p.nu_serial_pers_number = any(${arrayOf(serials)}::text[])
    order by d.firmware_type, d.id`);

/** What stands in the way of an offer, for all that the rollout itself says; undefined where nothing does. */
function hurdle({ status, rollout, waveStatus }: Asked): string | undefined {
  if (rollout !== "running") return "rollout";
  if (status !== "waiting" && status !== "silent" && status !== "offered") return "ended";
  return waveStatus === "waiting" || waveStatus === null ? "wave" : undefined;
}

/** What is said of the last readings against an update now: too little charge, or on the move. */
export function unfit(readings: Readings): string | undefined {
  const battery = newest(readings, "batteryLevel");
  const speed = newest(readings, "speed");
  if (typeof battery === "number" && battery < leastBattery) return "battery";
  return typeof speed === "number" && speed > 0 ? "moving" : undefined;
}

/** Takes room of the hour for so many offers of a locked rollout, in one statement. @returns how many there is room for */
async function takeOfHour(ctx: Ctx, row: RolloutRow, wanted: number): Promise<number> {
  if (row.maxPerHour === null || wanted === 0) return wanted;
  const isOver = row.hourStart === null || Date.now() - Date.parse(row.hourStart) >= 3_600_000;
  const taken = isOver ? 0 : row.hourTaken;
  const got = Math.max(0, Math.min(wanted, row.maxPerHour - taken));
  const hourStart = isOver ? new Date().toISOString() : row.hourStart;
  if (got > 0) await noteRollout(ctx, row.id, { hourTaken: taken + got, hourStart });
  return got;
}

/** An offer whose time is over has given its room back. */
const lapsed = (before: DeviceRow): Move => ({ before, values: { status: "waiting" } });

/** A locked device, with why it may not have the version by now, and what it said last. */
interface Candidate {
  row: DeviceRow;
  /** null: it may have it; undefined: there is no such device any more */
  reason: string | null | undefined;
  readings: Readings | null;
}

const own = alias(devices, "own");

/** These devices of a locked rollout, locked, with what decides about an offer. */
async function candidates(ctx: KnownCtx, rollout: RolloutRow, ids: string[]): Promise<Candidate[]> {
  // Those that the rollout is for were chosen when it was prepared; what is judged again is whether they may have it.
  const judged = sql`(${await judgedHeld(ctx, rollout)}) as j`;
  const rows = await ctx.db
    .select({
      row: getTableColumns(own),
      isThere: sql<boolean>`j.pers_id is not null`,
      reason: sql<string | null>`j.reason`,
      readings: persCurrentData.readings,
    })
    .from(own)
    .leftJoin(judged, sql`j.pers_id = ${own.persId}`)
    .leftJoin(persCurrentData, eq(persCurrentData.persId, own.persId))
    .where(and(eq(own.rolloutId, rollout.id), oneOf(own.id, ids)))
    .orderBy(asc(own.id))
    .for("update", { of: own });
  return rows.map(({ isThere, reason, ...rest }) => ({ ...rest, reason: isThere ? reason : undefined }));
}

/** Who may not have it any more, and who has it already, is out. */
function outOf({ row, reason = "not_active" }: Candidate, endedAt: string): Move[] {
  if (reason === null) return [];
  const status = reason === "has_it_already" ? "superseded" : "excluded";
  return [{ before: row, values: { status, reason, endedAt } }];
}

/** What became of devices that asked: their offers, or why they wait; and the rollouts that stand still by now. */
interface Answers {
  offers: Map<string, string>;
  waits: Map<string, string>;
  stopped: Set<string>;
}
const noAnswers = (): Answers => ({ offers: new Map(), waits: new Map(), stopped: new Set() });

/** Offers a locked rollout's devices what there is room for. @returns it as it is then */
async function offerTo(ctx: KnownCtx, row: RolloutRow, ids: string[], { offers, waits }: Answers) {
  const some = await candidates(ctx, row, ids);
  const over = some.filter((one) => one.row.status === "offered" && !lasts(one.row));
  await moveDevices(
    ctx,
    row,
    over.map((one) => lapsed(one.row)),
  );
  for (const one of over) one.row = { ...one.row, status: "waiting" };
  const free = some.filter((one) => one.row.status === "waiting" || one.row.status === "silent");
  const out = free.flatMap((one) => outOf(one, new Date().toISOString()));
  await moveDevices(ctx, row, out);
  const ready = free.flatMap((one) => {
    if (one.reason !== null) return [];
    const why = one.readings ? unfit(one.readings) : undefined;
    if (why) waits.set(one.row.id, why);
    return why ? [] : [one.row];
  });
  const waves = (await wavesOf(ctx, [row.id])).get(row.id) ?? [];
  const within = [...groupBy(ready, ({ wave }) => wave)].flatMap(([index, rows]) => {
    const wave = waves.find((one) => one.index === index);
    const room = wave ? roomLeft(wave, row.gates) : 0;
    for (const { id } of rows.slice(room)) waits.set(id, "room");
    return rows.slice(0, room);
  });
  const got = await takeOfHour(ctx, row, within.length);
  for (const { id } of within.slice(got)) waits.set(id, "rate");
  for (const [id, offerId] of await offerDevices(ctx, row, within.slice(0, got))) offers.set(id, offerId);
  // Somebody else may have asked for the same devices a moment ago.
  for (const { row } of some) if (row.offerId && lasts(row)) offers.set(row.id, row.offerId);
  return out.length > 0 ? judge(ctx, row) : row;
}

/** Offers what there is room for; a version that is not what it was started with stops its rollout. */
async function offerOrPause(ctx: KnownCtx, row: RolloutRow, wanted: Asked[], answers: Answers): Promise<RolloutRow> {
  const isSame = same(await segmentsOf(ctx, row.firmwareVersionId), row.image?.segments);
  if (!isSame) return pauseRollout(ctx, row, "image_changed");
  const ids = wanted.map(({ id }) => id);
  return offerTo(ctx, row, ids, answers);
}

/** Makes the offers that there is room for. */
const makeOffers = (ctx: KnownCtx, wanted: Asked[]) =>
  inTransaction(ctx, async (ctx) => {
    const answers = noAnswers();
    const byRollout = groupBy(wanted, ({ rolloutId }) => rolloutId);
    for (const row of await lockRollouts(ctx, [...byRollout.keys()])) {
      const after = row.status === "running" ? await offerOrPause(ctx, row, byRollout.get(row.id) ?? [], answers) : row;
      if (after.status !== "running") answers.stopped.add(row.id);
    }
    return answers;
  });

async function versionsOf(ctx: Ctx, rolloutIds: string[]) {
  const rows = await ctx.db
    .select({
      rolloutId: firmwareRollouts.id,
      image: firmwareRollouts.image,
      firmwareVersionId: firmwareVersions.id,
      uuid: firmwareVersions.uuid,
      firmwareVersion: firmwareVersions.firmwareVersion,
      firmwareType: firmwareVersions.firmwareType,
      signature: firmwareVersions.signature,
    })
    .from(firmwareRollouts)
    .innerJoin(firmwareVersions, eq(firmwareVersions.id, firmwareRollouts.firmwareVersionId))
    .where(oneOf(firmwareRollouts.id, rolloutIds));
  return new Map(rows.map((row) => [row.rolloutId, row]));
}

export const rolloutOfferService = {
  /**
   * What each device is to be updated with now; asked again it is the same offer for 72 hours. A device that no rollout holds, and
   * one that nobody knows, has none.
   */
  async offers(ctx: KnownCtx, serials: string[]) {
    const asked = await standing(ctx, serials);
    const open = asked.filter((one) => hurdle(one) === undefined);
    const wanted = open.filter((one) => !one.lasts);
    const { offers, waits, stopped } = wanted.length > 0 ? await makeOffers(ctx, wanted) : noAnswers();
    for (const one of open) if (one.offerId && one.lasts) offers.set(one.id, one.offerId);
    const hasOffer = ({ id, rolloutId }: Asked) => offers.has(id) && !stopped.has(rolloutId);
    const offered = [...new Set(open.filter(hasOffer).map(({ rolloutId }) => rolloutId))];
    const versions = offered.length > 0 ? await versionsOf(ctx, offered) : new Map<string, never>();
    const bySerial = groupBy(asked, ({ serial }) => serial);
    return {
      items: serials.map((persSerialNumber) => {
        const held = bySerial.get(persSerialNumber) ?? [];
        const one = held.find(hasOffer);
        const offerId = one && offers.get(one.id);
        const version = one && versions.get(one.rolloutId);
        if (offerId && version?.image) {
          const { image, signature, ...named } = version;
          const offer = { offerId, ...named, ...image, ...(signature && { signature }) };
          return { persSerialNumber, offer };
        }
        const whyNot = (one: Asked) => (stopped.has(one.rolloutId) ? "rollout" : (waits.get(one.id) ?? hurdle(one)));
        const why = held.map(whyNot).find((one) => one && one !== "ended");
        return { persSerialNumber, offer: null, ...(why && { waits: why }) };
      }),
    };
  },
};
