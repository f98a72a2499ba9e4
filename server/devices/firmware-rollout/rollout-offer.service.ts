import { sql } from "drizzle-orm";
import type { z } from "zod";
import { planned } from "@/db/client";
import {
  firmwareRolloutDevices as devices,
  firmwareRollouts,
  firmwareRolloutWaves,
  firmwareSegments,
  firmwareVersions,
  persCurrentData,
  type RolloutImage,
} from "@/db/schema";
import type { Readings } from "@/db/schema/iot";
import { newest } from "@/server/devices/current-data/current-data.rules";
import { type Ctx, inTransaction, type KnownCtx } from "@/server/kit/call/context";
import { oneOf } from "@/server/kit/list/list-filters";
import { arrayOf } from "@/server/kit/value/array.rules";
import { groupBy } from "@/server/kit/value/group.rules";
import { same } from "@/server/kit/value/same.rules";
import { offerHours, roomLeft, type WaveFigures } from "./firmware-rollout.rules";
import { type Fits, fitsColumn, judgedHeld } from "./rollout-choice.service";
import { judge, pauseRollout } from "./rollout-gate.service";
import { SharedOffer } from "./rollout-gateway.schema";
import {
  type DeviceRow,
  devicesWhere,
  lockRollouts,
  type Move,
  moveDevices,
  offerDevices,
} from "./rollout-move.service";
import { noteRollout, type RolloutRow, type WaveRow } from "./rollout-row.service";

const lastingMs = offerHours * 3_600_000;
const leastBattery = 30;

/** From when on an offer can still be taken up. */
const lastingSince = () => sql`${new Date(Date.now() - lastingMs).toISOString()}::timestamptz`;

/** A device that a rollout holds, as an ask finds it. */
interface Asked extends Pick<DeviceRow, "id" | "rolloutId" | "wave" | "status" | "offerId" | "firmwareType"> {
  serial: string;
  /** its offer can still be taken up */
  lasts: boolean;
}

// Both questions are planned once a connection, and name no column twice: they are what every ask of a gateway costs.
const standing = (ctx: Ctx, serials: string[]) =>
  planned(ctx.db).execute<Asked & Record<string, unknown>>(sql`
    select d.id, d.rollout_id as "rolloutId", d.wave, d.status, d.offer_id as "offerId", d.firmware_type as "firmwareType",
      d.status = 'offered' and d.offered_at > ${lastingSince()} as lasts,
      p.nu_serial_pers_number as serial
    from backoffice.pers p join ${devices} d on d.pers_id = p.id and d.is_held
    where p.nu_serial_pers_number = any(${arrayOf(serials)}::text[])`);

/** A rollout that devices are asked for, with the state of each wave and all of an offer but its id. */
interface Offering {
  status: RolloutRow["status"];
  waves: Record<string, WaveRow["status"]> | null;
  offer: z.input<typeof SharedOffer> | undefined;
}

async function offeringsOf(ctx: Ctx, rolloutIds: string[]): Promise<Map<string, Offering>> {
  if (rolloutIds.length === 0) return new Map();
  const rows = await planned(ctx.db).execute<
    Pick<Offering, "status" | "waves"> & { rolloutId: string; signature: string | null; image: RolloutImage | null } & {
      firmwareVersionId: string;
      uuid: string;
      firmwareVersion: string;
      firmwareType: number;
    }
  >(sql`
    select r.id as "rolloutId", r.status, r.image, v.id as "firmwareVersionId", v.uuid, v.firmware_version as "firmwareVersion",
      v.firmware_type as "firmwareType", v.signature,
      (select json_object_agg(w.index, w.status) from ${firmwareRolloutWaves} w where w.rollout_id = r.id) as waves
    from ${firmwareRollouts} r join ${firmwareVersions} v on v.id = r.firmware_version_id
    where ${oneOf(sql`r.id`, rolloutIds)}`);
  return new Map(
    rows.map(({ status, waves, image, signature, ...named }) => {
      const offer = image ? { ...named, ...image, ...(signature && { signature }) } : undefined;
      return [named.rolloutId, { status, waves, offer: offer && SharedOffer.parse(offer) }];
    }),
  );
}

/** What stands in the way of an offer, for all that the rollout itself says; undefined where nothing does. */
function hurdle({ status, wave }: Asked, rollout: Offering | undefined): string | undefined {
  if (rollout?.status !== "running") return "rollout";
  if (status !== "waiting" && status !== "silent" && status !== "offered") return "ended";
  return (rollout.waves?.[wave] ?? "waiting") === "waiting" ? "wave" : undefined;
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

/** A device of a locked rollout, with why it may not have the version by now, and what it said last. */
interface Candidate extends Pick<DeviceRow, "id" | "wave" | "status" | "offerId"> {
  /** its offer can still be taken up */
  lasts: boolean;
  isThere: boolean;
  /** null: it may have it */
  reason: string | null;
  readings: Readings | null;
}

/** These devices of a locked rollout, with what decides about an offer. */
async function candidates(ctx: KnownCtx, rollout: RolloutRow, fits: Fits, ids: string[]): Promise<Candidate[]> {
  // Those that the rollout is for were chosen when it was prepared; what is judged again is whether they may have it.
  return ctx.db.execute<Candidate & Record<string, unknown>>(sql`
    select d.id, d.wave, d.status, d.offer_id as "offerId", d.status = 'offered' and d.offered_at > ${lastingSince()} as lasts,
      j.pers_id is not null as "isThere", j.reason, c.readings
    from ${devices} d left join (${await judgedHeld(ctx, rollout, fits)}) j on j.pers_id = d.pers_id
    left join ${persCurrentData} c on c.pers_id = d.pers_id
    where d.rollout_id = ${rollout.id} and ${oneOf(sql`d.id`, ids)} order by d.id`);
}

/** Takes back offers whose time is over, and out who may not have the version any more or has it already. */
async function letGo(ctx: KnownCtx, rollout: RolloutRow, over: Candidate[], out: Candidate[]) {
  if (over.length + out.length === 0) return;
  const ids = [...over, ...out].map(({ id }) => id);
  const rows = new Map((await devicesWhere(ctx, oneOf(devices.id, ids))).map((row) => [row.id, row]));
  const rowsOf = (some: Candidate[]) => some.flatMap(({ id }) => rows.get(id) ?? []);
  const lapsed = rowsOf(over).map((before): Move => ({ before, values: { status: "waiting" } }));
  await moveDevices(ctx, rollout, lapsed);
  for (const { before, values } of lapsed) rows.set(before.id, { ...before, ...values });
  const reasonOf = new Map(out.map(({ id, isThere, reason }) => [id, isThere ? reason : "not_active"]));
  const endedAt = new Date().toISOString();
  const moves = rowsOf(out).map((before): Move => {
    const reason = reasonOf.get(before.id) ?? null;
    const status = reason === "has_it_already" ? "superseded" : "excluded";
    return { before, values: { status, reason, endedAt } };
  });
  await moveDevices(ctx, rollout, moves);
}

/** What became of devices that asked: their offers, or why they wait; and the rollouts that stand still by now. */
interface Answers {
  offers: Map<string, string>;
  waits: Map<string, string>;
  stopped: Set<string>;
}
const noAnswers = (): Answers => ({ offers: new Map(), waits: new Map(), stopped: new Set() });

/** What decides about offers of a locked rollout, for all of its devices: one question of the database. */
interface Terms {
  segments: RolloutImage["segments"];
  fits: Fits;
  waves: (WaveFigures & Pick<WaveRow, "index">)[];
}

async function termsOf(ctx: Ctx, { id, firmwareVersionId }: RolloutRow): Promise<Terms | undefined> {
  const [terms] = await ctx.db.execute<Terms & Record<string, unknown>>(sql`
    select ${fitsColumn} as fits,
      coalesce((select json_agg(json_build_object('index', s.index, 'startAddress', s.start_address, 'length', s.length,
        'crc32', s.crc32) order by s.index) from ${firmwareSegments} s where s.firmware_version_id = v.id), '[]') as segments,
      coalesce((select json_agg(w) from ${firmwareRolloutWaves} w where w.rollout_id = ${id}), '[]') as waves
    from ${firmwareVersions} v where v.id = ${firmwareVersionId}`);
  return terms;
}

/** Offers a locked rollout's devices what there is room for. @returns it as it is then */
async function offerTo(ctx: KnownCtx, row: RolloutRow, { fits, waves }: Terms, ids: string[], answers: Answers) {
  const { offers, waits } = answers;
  const some = await candidates(ctx, row, fits, ids);
  const over = some.filter((one) => one.status === "offered" && !one.lasts);
  for (const one of over) one.status = "waiting";
  const free = some.filter(({ status }) => status === "waiting" || status === "silent");
  const out = free.filter(({ isThere, reason }) => !isThere || reason !== null);
  await letGo(ctx, row, over, out);
  const ready = free.filter(({ id, isThere, reason, readings }) => {
    const why = readings ? unfit(readings) : undefined;
    if (why && isThere && reason === null) waits.set(id, why);
    return isThere && reason === null && why === undefined;
  });
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
  for (const { id, offerId, lasts } of some) if (offerId && lasts) offers.set(id, offerId);
  return out.length > 0 ? judge(ctx, row) : row;
}

/** Offers what there is room for; a version that is not what it was started with stops its rollout. */
async function offerOrPause(ctx: KnownCtx, row: RolloutRow, wanted: Asked[], answers: Answers): Promise<RolloutRow> {
  const terms = await termsOf(ctx, row);
  if (!terms || !same(terms.segments, row.image?.segments)) return pauseRollout(ctx, row, "image_changed");
  const ids = wanted.map(({ id }) => id);
  return offerTo(ctx, row, terms, ids, answers);
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

export const rolloutOfferService = {
  /**
   * What each device is to be updated with now; asked again it is the same offer for 72 hours. A device that no rollout holds, and
   * one that nobody knows, has none.
   */
  async offers(ctx: KnownCtx, serials: string[]) {
    const asked = await standing(ctx, serials);
    const rollouts = await offeringsOf(ctx, [...new Set(asked.map(({ rolloutId }) => rolloutId))]);
    const whyNot = new Map(asked.map((one) => [one.id, hurdle(one, rollouts.get(one.rolloutId))]));
    const open = asked.filter(({ id }) => whyNot.get(id) === undefined);
    const wanted = open.filter((one) => !one.lasts);
    const { offers, waits, stopped } = wanted.length > 0 ? await makeOffers(ctx, wanted) : noAnswers();
    for (const { id, offerId, lasts } of open) if (offerId && lasts) offers.set(id, offerId);
    const offerOf = ({ id, rolloutId }: Asked) => {
      const offerId = stopped.has(rolloutId) ? undefined : offers.get(id);
      const of = offerId && rollouts.get(rolloutId)?.offer;
      return of ? { offerId, ...of } : undefined;
    };
    const waitsOf = ({ id, rolloutId }: Asked) =>
      stopped.has(rolloutId) ? "rollout" : (waits.get(id) ?? whyNot.get(id));
    const bySerial = groupBy(
      asked.sort((a, b) => a.firmwareType - b.firmwareType),
      ({ serial }) => serial,
    );
    return {
      items: serials.map((persSerialNumber) => {
        const held = bySerial.get(persSerialNumber) ?? [];
        for (const one of held) {
          const offer = offerOf(one);
          if (offer) return { persSerialNumber, offer };
        }
        const why = held.map(waitsOf).find((one) => one && one !== "ended");
        return { persSerialNumber, offer: null, ...(why && { waits: why }) };
      }),
    };
  },
};
