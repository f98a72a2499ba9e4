import { asc, eq, inArray } from "drizzle-orm";
import fc from "fast-check";
import { beforeAll, expect, it } from "vitest";
import { firmwareRolloutDevices as devices, firmwareRollouts, pers, firmwareRolloutWaves as waves } from "@/db/schema";
import { useDatabase } from "@/db/testing/database";
import { scaled } from "@/db/testing/scale";
import { toAppError } from "@/server/kit/call/errors";
import { staffCtx } from "@/server/kit/testing";
import { roomOf } from "./firmware-rollout.rules";
import { watchRollouts } from "./rollout-watch.service";
import { type DeviceStatus, deviceStatuses, isGone, mayFollow, type RolloutAction } from "./states";
import { expectHoursKept, rolloutStory } from "./testing";

const { db } = useDatabase();
const story = rolloutStory(db);
const { make, call } = story;
beforeAll(story.prepare);

const fleetSize = 10;
const states = ["downloading", "installed", "failed"] as const;
type Said = (typeof states)[number];

interface Plan {
  minEnded: number;
  errorPercent: number;
  maxPerHour: number | null;
  pauseAfterWave: boolean;
  waves: number;
}

/** Devices with three versions, and the rollouts and offers that there have been. */
async function makeWorld(plan: Plan) {
  const fleet = await make.fleet(["1.0.0", "2.0.0", "3.0.0"], fleetSize);
  return { ...fleet, plan, rollouts: [] as string[], offers: [] as string[] };
}
type World = Awaited<ReturnType<typeof makeWorld>>;

const rowsOf = (world: World) => db().select().from(devices).where(inArray(devices.rolloutId, world.rollouts));
const rolloutsOf = (world: World) =>
  db().select().from(firmwareRollouts).where(inArray(firmwareRollouts.id, world.rollouts));
const wavesOf = (world: World) =>
  db().select().from(waves).where(inArray(waves.rolloutId, world.rollouts)).orderBy(asc(waves.index));

/** What holds of all rollouts at any time. */
async function expectSound(world: World) {
  const [rows, rollouts, all] = [await rowsOf(world), await rolloutsOf(world), await wavesOf(world)];
  const held = rows.filter(({ isHeld }) => isHeld).map(({ persId }) => persId);
  expect(held).toHaveLength(new Set(held).size);
  await expectHoursKept(db(), world.rollouts);
  for (const rollout of rollouts) {
    const own = all.filter(({ rolloutId }) => rolloutId === rollout.id);
    const isOver = rollout.status === "done" || rollout.status === "cancelled";
    for (const wave of own) {
      const of = rows.filter((row) => row.rolloutId === rollout.id && row.wave === wave.index);
      const counted = (status: DeviceStatus) => of.filter((row) => row.status === status).length;
      expect(deviceStatuses.map((status) => [status, wave[status]])).toEqual(
        deviceStatuses.map((status) => [status, counted(status)]),
      );
      for (const { status, isHeld, offerId } of of) {
        expect([status, isHeld]).toEqual([status, !isGone(status) && (!isOver || status === "downloading")]);
        if (status === "offered") expect([rollout.status, wave.status]).not.toContain("waiting");
        if (status === "offered" || status === "downloading") expect(offerId).not.toBe(null);
      }
      if (rollout.status !== "running") expect(wave.offered).toBe(0);
    }
    // Waves go on one after the other.
    expect(own.map(({ status }) => status).join(" ")).toMatch(/^(done ?)*((running|watching) ?)?(waiting ?)*$/);
    const offers = rows.filter(({ rolloutId }) => rolloutId === rollout.id);
    const made = offers.flatMap(({ offerId, formerOfferIds }) => [
      ...(offerId ? [offerId] : []),
      ...(formerOfferIds ?? []),
    ]);
    expect(made).toHaveLength(new Set(made).size);
    if (rollout.maxPerHour !== null) expect(made.length).toBeLessThanOrEqual(rollout.maxPerHour);
  }
}

/** What one report makes of a device, as the specification says it. */
function becomes(status: DeviceStatus, said: Said): DeviceStatus {
  if (isGone(status) || status === "installed") return status;
  if (said === "installed") return "installed";
  return status === "failed" ? "failed" : said;
}

const went = new Map<string, number>();
const note = (name: string) => went.set(name, (went.get(name) ?? 0) + 1);

type Step = fc.AsyncCommand<object, World>;
const step = (name: string, run: (world: World) => Promise<unknown>): Step => ({
  check: () => true,
  run: async (_, world) => {
    await run(world);
    await expectSound(world);
  },
  toString: () => name,
});

/** One more rollout, to a part of the fleet that others may want too. */
const start = (from: number, version: number) =>
  step(`start(${from}, ${version})`, async (world) => {
    const { minEnded, errorPercent, maxPerHour, pauseAfterWave } = world.plan;
    const { id } = await call().firmwareRollouts.create({
      name: "Autumn",
      firmwareVersionId: world.versions[version] ?? "",
      filters: { ids: world.ids.slice(from, from + 7) },
      waves: world.plan.waves === 1 ? [{}] : [{ count: 6 }, {}],
      gates: { minEnded, minFailed: 2, errorPercent, pauseAfterWave, watchHours: 0 },
      allowDowngrade: true,
      maxPerHour,
    });
    world.rollouts.push(id);
    await call().firmwareRollouts.start({ id });
    await make.prepared(id);
    if ((await rowsOf(world)).some(({ reason }) => reason === "in_another_rollout")) note("two want one device");
  });

const ask = (which: number[]) =>
  step(`ask(${which})`, async (world) => {
    const ids = which.map((n) => world.ids[n] ?? "");
    const items = await story.offersFor(ids);
    const rollouts = await rolloutsOf(world);
    const [rows, all] = [await rowsOf(world), await wavesOf(world)];
    for (const { offer } of items) {
      if (!offer) continue;
      expect(rollouts.find(({ id }) => id === offer.rolloutId)?.status).toBe("running");
      if (world.offers.includes(offer.offerId)) continue;
      note("offer");
      world.offers.push(offer.offerId);
      const row = rows.find(({ offerId }) => offerId === offer.offerId);
      const wave = all.find(({ rolloutId, index }) => rolloutId === offer.rolloutId && index === row?.wave);
      const gates = rollouts.find(({ id }) => id === offer.rolloutId)?.gates;
      if (!row || !wave || !gates) throw new Error("an offer of no device");
      if (row.attempt > 1) note("offered again");
      expect(wave.offered + wave.downloading).toBeLessThanOrEqual(roomOf(wave, gates));
    }
    // What is asked for again is the same offer; others may have got room since.
    for (const [n, { offer }] of (await story.offersFor(ids)).entries())
      if (items[n]?.offer) expect(offer?.offerId).toBe(items[n].offer.offerId);
  });

const report = (said: { offer: number; state: Said }[]) =>
  step(`report(${said.map(({ offer, state }) => `${offer} ${state}`)})`, async (world) => {
    if (world.offers.length === 0) return;
    const items = said.map(({ offer, state }) => ({
      offerId: world.offers[offer % world.offers.length] ?? "",
      state,
      at: story.at(),
    }));
    const before = await rowsOf(world);
    const rollouts = await rolloutsOf(world);
    const versionOf = new Map(rollouts.map((one) => [one.id, one.firmwareVersionId]));
    const running = new Set(rollouts.flatMap(({ id, status }) => (status === "running" ? [id] : [])));
    const expected = new Map(before.map(({ id, status }) => [id, status]));
    const ran = new Map<string, Set<string>>();
    const stale: number[] = [];
    const withdrawn: number[] = [];
    for (const [index, { offerId, state }] of items.entries()) {
      const row = before.find((one) => one.offerId === offerId);
      const status = row && expected.get(row.id);
      if (!row || !status) stale.push(index);
      else {
        const after = becomes(status, state);
        expected.set(row.id, after);
        note(after);
        if (isGone(status) && state !== "downloading") stale.push(index);
        else if (isGone(status) || (after === "downloading" && !running.has(row.rolloutId))) withdrawn.push(index);
        if (after === "installed" && status !== "installed")
          ran.set(row.persId, (ran.get(row.persId) ?? new Set()).add(versionOf.get(row.rolloutId) ?? ""));
      }
    }
    if (stale.length > 0) note("stale");
    const taken = await call().firmwareDevices.report({ items });
    const accepted = items.length - stale.length - withdrawn.length;
    expect(taken).toEqual({ accepted, stale, withdrawn, rejected: [] });
    if (withdrawn.length > 0) note("withdrawn");
    const named = new Set(items.map(({ offerId }) => offerId));
    for (const { id, offerId, status, persId } of await rowsOf(world)) {
      const was = before.find((one) => one.id === id);
      if (!offerId || !named.has(offerId) || was?.offerId !== offerId) continue;
      expect([persId, status]).toEqual([persId, expected.get(id)]);
    }
    for (const [persId, versions] of ran) {
      const [row] = await db().select({ runs: pers.firmwareVersionId }).from(pers).where(eq(pers.id, persId));
      expect([...versions]).toContain(row?.runs);
    }
  });

const acts = {
  pause: (id: string) => call().firmwareRollouts.pause({ id, reason: "Lunch" }),
  resume: (id: string) => call().firmwareRollouts.resume({ id }),
  nextWave: (id: string) => call().firmwareRollouts.nextWave({ id }),
  cancel: (id: string) => call().firmwareRollouts.cancel({ id, reason: "Wrong version" }),
  retryFailed: (id: string) => call().firmwareRollouts.retryFailed({ id, ifMatch: "*" }),
  rollBack: (id: string) => call().firmwareRollouts.rollBack({ id }),
} satisfies Partial<Record<RolloutAction, (id: string) => Promise<unknown>>>;
type Act = keyof typeof acts;

/** What people do: it goes through, or it is refused by the state or for want of something to do. */
const act = (action: Act, which: number) =>
  step(`${action}(${which})`, async (world) => {
    const id = world.rollouts[which % world.rollouts.length];
    if (!id) return;
    const before = await make.row(id);
    const refused = await acts[action](id).then(
      () => undefined,
      (thrown) => toAppError(thrown),
    );
    if (!refused) note(action);
    else expect(refused.status, refused.message).toBe(422);
    if (before && !mayFollow(action, before.status)) expect(refused?.code).toBe("state_not_allowed");
    if (action === "pause" && !refused) expect((await make.row(id))?.status).toBe("paused");
    if (action === "cancel" && !refused) expect((await make.row(id))?.status).toBe("cancelled");
  });

const watch = () => step("watch", () => watchRollouts(staffCtx(db())));

const plan = fc.record({
  minEnded: fc.constantFrom(1, 2),
  errorPercent: fc.constantFrom(20, 50, 100),
  maxPerHour: fc.constantFrom(null, null, 4),
  pauseAfterWave: fc.boolean(),
  waves: fc.constantFrom(1, 2),
});
const device = fc.nat(fleetSize - 1);
const manyDevices = fc.uniqueArray(device, { minLength: 1, maxLength: fleetSize });
const offer = fc.nat(30);
const steps = [
  fc.tuple(fc.constantFrom(0, 3), fc.constantFrom(1, 2)).map(([from, version]) => start(from, version)),
  manyDevices.map(ask),
  manyDevices.map(ask),
  fc.array(fc.record({ offer, state: fc.constantFrom(...states) }), { minLength: 1, maxLength: 6 }).map(report),
  fc.array(fc.record({ offer, state: fc.constantFrom(...states) }), { minLength: 1, maxLength: 6 }).map(report),
  fc.tuple(fc.constantFrom(...(Object.keys(acts) as Act[])), fc.nat(2)).map(([action, which]) => act(action, which)),
  // A pause is often followed by what comes after one.
  fc.constantFrom<Act>("pause", "resume", "retryFailed").map((action) => act(action, 0)),
  fc.constant(watch()),
];

const all = Array.from({ length: fleetSize }, (_, n) => n);
/** One step of each kind that goes through. */
const everyKind = (): Step[] => [
  start(0, 1),
  start(3, 2),
  ask(all),
  report([
    { offer: 0, state: "downloading" },
    { offer: 1, state: "failed" },
    { offer: 2, state: "installed" },
  ]),
  act("pause", 0),
  act("resume", 0),
  act("retryFailed", 0),
  report([{ offer: 1, state: "installed" }]),
  ask(all),
  act("nextWave", 0),
  act("cancel", 1),
  act("rollBack", 0),
  watch(),
];

it("a rollout is sound after each kind of step", async () => {
  const real = await makeWorld({ minEnded: 1, errorPercent: 100, maxPerHour: null, pauseAfterWave: false, waves: 2 });
  await fc.asyncModelRun(() => ({ model: {}, real }), everyKind());
  const kinds = ["offer", "offered again", "stale", "two want one device", ...Object.keys(acts)];
  expect(kinds.filter((kind) => !went.has(kind))).toEqual([]);
});

it("rollouts are sound whatever devices report and people do, in whatever order", {
  timeout: scaled(240_000, 1_800_000),
}, async () => {
  await fc.assert(
    fc.asyncProperty(plan, fc.commands(steps, { maxCommands: 30, size: "max" }), async (plan, commands) => {
      const real = await makeWorld(plan);
      await fc.asyncModelRun(() => ({ model: {}, real }), [start(0, 1), ...commands]);
      // A worker's look is at all rollouts there are: those of before would make each run slower than the last.
      await db().delete(firmwareRollouts);
    }),
    { numRuns: scaled(8, 400) },
  );
});
