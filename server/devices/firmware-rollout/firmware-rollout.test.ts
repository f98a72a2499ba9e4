import { and, eq, sql } from "drizzle-orm";
import { beforeAll, describe, expect, it } from "vitest";
import {
  firmwareRolloutDevices as devices,
  firmwareCompatibilities,
  firmwareRollouts,
  notificationDeliveries,
  pers,
  persCurrentData,
  persFirmware,
  firmwareRolloutWaves as waves,
} from "@/db/schema";
import { useDatabase } from "@/db/testing/database";
import { failure, staffCtx } from "@/server/kit/testing";
import { compare } from "./rollout-compare.service";
import { lockRollouts } from "./rollout-move.service";
import { watchRollouts } from "./rollout-watch.service";
import { quickGates, rolloutStory, serialOf } from "./testing";

const { db } = useDatabase();
const story = rolloutStory(db);
const { make, call, running, offersFor, offerIdsOf, report, at, expectCounted } = story;

beforeAll(story.prepare);

describe("a plan", () => {
  it("says who gets it and why others do not, and writes nothing", async () => {
    const { versions, model, ids } = await make.fleet(["1.0.0", "2.0.0", "3.0.0"], 8);
    const [, target = "", newer = ""] = versions;
    const [a = "", b = "", c = ""] = ids;
    await db().update(pers).set({ firmwareVersionId: target }).where(eq(pers.id, a));
    await db().update(pers).set({ firmwareVersionId: newer }).where(eq(pers.id, b));
    await db().update(pers).set({ status: "stock" }).where(eq(pers.id, c));
    const plan = await call().firmwareRollouts.planDraft({
      firmwareVersionId: target,
      filters: { modelPERSId: model },
      waves: [{ percent: 20 }, { count: 2 }, {}],
    });
    expect(plan.devices).toBe(5);
    expect(plan.waves.map(({ devices }) => devices)).toEqual([1, 2, 2]);
    expect(plan.excluded.map(({ reason, devices }) => [reason, devices])).toEqual([
      ["has_it_already", 1],
      ["has_newer", 1],
      ["not_active", 1],
    ]);
    expect(plan.excluded[0]?.sample).toEqual([{ id: a, nuSerialPersNumber: serialOf(a) }]);
  });

  it("leaves out what runs less or more than the version is compatible with, both ends within", async () => {
    const { versions, model, ids } = await make.fleet(["1.9.0", "1.10.0", "1.11.0", "1.12.0", "2.0.0"], 4);
    for (const [n, id] of ids.entries())
      await db().update(pers).set({ firmwareVersionId: versions[n] }).where(eq(pers.id, id));
    const target = versions[4] ?? "";
    await db()
      .update(firmwareCompatibilities)
      .set({ minVersion: "1.10.0", maxVersion: "1.11.0" })
      .where(eq(firmwareCompatibilities.firmwareVersionId, target));
    const filters = { modelPERSId: model };
    const plan = await call().firmwareRollouts.planDraft({ firmwareVersionId: target, filters, waves: [{}] });
    const out = plan.excluded.map(({ reason, sample }) => [reason, sample.map(({ id }) => id).sort()]);
    expect([plan.devices, out]).toEqual([2, [["incompatible_version", [ids[0], ids[3]].sort()]]]);
  });

  it("takes filters of the list of PERS and no others", async () => {
    const { versions } = await make.fleet(["1.0.0"], 0);
    const base = { name: "X", firmwareVersionId: versions[0] ?? "" };
    for (const filters of [{ page: 1 }, { sortBy: "createdAt" }, { isGetAll: true }, { colour: "red" }, {}])
      expect((await failure(call().firmwareRollouts.create({ ...base, filters }))).status).toBe(400);
    const foreign = { ...base, filters: { hasOpenAlert: true }, isDynamic: true };
    expect((await failure(call().firmwareRollouts.create(foreign))).status).toBe(400);
    expect((await call().firmwareRollouts.create({ ...base, filters: {}, all: true })).status).toBe("draft");
  });
});

describe("offers and reports", () => {
  it("go from an offer to what the device runs", async () => {
    const { id, ids, versions } = await running(3);
    const [first = "", other = "", last = ""] = await offerIdsOf(ids);
    expect(new Set([first, other, last]).size).toBe(3);
    expect(await offerIdsOf(ids)).toEqual([first, other, last]);
    expect(await report([first], "downloading")).toEqual({ accepted: 1, stale: [], withdrawn: [], rejected: [] });
    expect((await report([first, other, last], "installed")).accepted).toBe(3);
    expect((await report([first], "downloading")).accepted).toBe(1);
    await expectCounted(id);
    const done = await call().firmwareRollouts.get({ id });
    expect([done.status, done.counts.installed]).toEqual(["done", 3]);
    const rows = await db()
      .select()
      .from(persFirmware)
      .where(eq(persFirmware.persId, ids[0] ?? ""));
    expect(rows.map(({ firmwareVersionId, by }) => [firmwareVersionId, by])).toEqual([[versions[1], "report"]]);
    const history = await call().pers.firmwareHistory({ id: ids[0] ?? "" });
    expect(history.items[0]?.firmwareVersionId).toBe(versions[1]);
  });

  it("answers nothing for those that nobody knows and that no rollout holds, and says why others wait", async () => {
    const { ids } = await running(3, { waves: [{ count: 1 }, {}] });
    const [low = ""] = ids;
    await db()
      .update(persCurrentData)
      .set({ readings: { status: { batteryLevel: [20, at()], speed: [0, at()] } } })
      .where(eq(persCurrentData.persId, low));
    const { items } = await call().firmwareDevices.offers({ persSerialNumbers: ["nobody", ...ids.map(serialOf)] });
    expect(items[0]).toEqual({ persSerialNumber: "nobody", offer: null });
    const waits = items.slice(1).map(({ offer, waits }) => (offer ? "offer" : waits));
    expect(waits.filter((one) => one === "wave")).toHaveLength(2);
    expect(waits.filter((one) => one === "offer" || one === "battery")).toHaveLength(1);
  });

  it("calls reports of an earlier attempt stale, and rejects what it does not know", async () => {
    const { id, ids } = await running(1);
    const [first = ""] = await offerIdsOf(ids);
    await db()
      .update(devices)
      .set({ offeredAt: new Date(Date.now() - 73 * 3_600_000).toISOString() })
      .where(eq(devices.rolloutId, id));
    const [next = ""] = await offerIdsOf(ids);
    expect(next).not.toBe(first);
    const reports = [
      { offerId: first, state: "failed", at: at() },
      { offerId: crypto.randomUUID(), state: "failed", at: at() },
      { offerId: next, state: "exploded", at: at() },
      "nonsense",
    ];
    const { accepted, stale, rejected } = await call().firmwareDevices.report({ items: reports });
    expect([accepted, stale, rejected.map(({ index }) => index)]).toEqual([0, [0], [1, 2, 3]]);
    const [row] = await db().select().from(devices).where(eq(devices.rolloutId, id));
    expect([row?.attempt, row?.status]).toEqual([2, "offered"]);
    await expectCounted(id);
  });

  it("keeps to the room of a wave and of an hour", async () => {
    const { id, ids } = await running(30, { gates: { ...quickGates, minEnded: 2 }, maxPerHour: 7 });
    const got = async () => (await offersFor(ids)).filter(({ offer }) => offer).length;
    expect(await got()).toBe(7);
    await call().firmwareRollouts.update({ id, maxPerHour: null, ifMatch: "*" });
    expect(await got()).toBe(10);
    await expectCounted(id);
  });
});

it("a single device that failed is tried again", async () => {
  const { id, ids } = await running(2);
  await report((await offerIdsOf(ids)).slice(0, 1), "failed");
  const { counts } = await call().firmwareRollouts.retryFailed({ id, ifMatch: "*" });
  expect(counts).toMatchObject({ failed: 0, waiting: 1, offered: 1 });
  await expectCounted(id);
});

describe("gates", () => {
  it("pause at too many failures, withdraw offers and tell people", async () => {
    const { id, ids } = await running(8, { waves: [{}] });
    const offers = await offerIdsOf(ids);
    await report(offers.slice(0, 1), "installed");
    await report(offers.slice(1, 3), "failed", "E7");
    const paused = await call().firmwareRollouts.get({ id });
    expect(paused.status).toBe("paused");
    expect(paused.pauseReason).toMatchObject({ code: "error_percent", figures: { failed: 2, ended: 3, limit: 50 } });
    expect(paused.counts).toMatchObject({ offered: 0, waiting: 5, failed: 2, installed: 1 });
    expect((await offersFor(ids)).filter(({ offer }) => offer)).toEqual([]);
    // A withdrawn offer counts until the next one.
    expect(await report(offers.slice(3, 4), "downloading")).toMatchObject({ accepted: 0, withdrawn: [0] });
    await expectCounted(id);
    const told = await db().select({ type: notificationDeliveries.type }).from(notificationDeliveries);
    expect(new Set(told.map(({ type }) => type))).toEqual(new Set([1, 3]));
    const resumed = await call().firmwareRollouts.resume({ id });
    expect([resumed.status, resumed.pauseReason]).toEqual(["running", null]);
    const retried = await call().firmwareRollouts.retryFailed({ id, ifMatch: "*" });
    expect(retried.counts.failed).toBe(0);
    await expectCounted(id);
  });

  it("judge what ended since somebody resumed what they had stopped, and forget nothing for another pause", async () => {
    const { id, ids } = await running(12, { waves: [{}] });
    const next = async (state: "installed" | "failed") =>
      report((await offerIdsOf(ids)).filter((one) => one !== "none").slice(0, 1), state);
    const missed = { code: "error_percent", figures: { failed: 2, ended: 3 } };
    const stands = async () => {
      const { status, pauseReason } = await call().firmwareRollouts.get({ id });
      return [status, pauseReason];
    };
    await next("installed");
    await next("failed");
    await call().firmwareRollouts.pause({ id, reason: "Lunch" });
    await call().firmwareRollouts.resume({ id });
    await next("failed");
    expect(await stands()).toMatchObject(["paused", missed]);
    await call().firmwareRollouts.resume({ id });
    await next("failed");
    await next("installed");
    expect(await stands()).toEqual(["running", null]);
    await next("failed");
    expect(await stands()).toMatchObject(["paused", missed]);
  });

  it("a wave ends with its share, the next one begins, and a pause stands between if asked for", async () => {
    const { id, ids } = await running(4, { waves: [{ count: 2 }, {}], gates: { ...quickGates, pauseAfterWave: true } });
    const inWave = await db()
      .select()
      .from(devices)
      .where(and(eq(devices.rolloutId, id), eq(devices.wave, 0)));
    const offers = await offerIdsOf(inWave.map(({ persId }) => persId));
    await report(offers, "installed");
    expect(await call().firmwareRollouts.get({ id })).toMatchObject({
      status: "paused",
      pauseReason: { code: "wave_done" },
    });
    expect((await call().firmwareRollouts.resume({ id })).waves.map(({ status }) => status)).toEqual([
      "done",
      "running",
    ]);
    const rest = ids.filter((one) => !inWave.some(({ persId }) => persId === one));
    await report(await offerIdsOf(rest), "installed");
    expect((await call().firmwareRollouts.get({ id })).status).toBe("done");
  });

  it("a wave that has its share is watched for its hours, and is over then", async () => {
    const { id, ids } = await running(1, { gates: { ...quickGates, watchHours: 24 } });
    await report(await offerIdsOf(ids), "installed");
    const hoursLater = async (hours: number) => {
      const reachedAt = sql`${waves.reachedAt} - ${hours}::int * interval '1 hour'`;
      await db().update(waves).set({ reachedAt }).where(eq(waves.rolloutId, id));
      await watchRollouts(staffCtx(db()));
      const { status, waves: of } = await call().firmwareRollouts.get({ id });
      return [status, of.map(({ status }) => status)];
    };
    expect(await hoursLater(23)).toEqual(["running", ["watching"]]);
    expect(await hoursLater(1)).toEqual(["done", ["done"]]);
  });

  it("a wave that takes longer than its days pauses, and has them anew once somebody goes on", async () => {
    const { id } = await running(1, { gates: { ...quickGates, maxDays: 2 } });
    const hoursLater = async (hours: number) => {
      const startedAt = sql`${waves.startedAt} - ${hours}::int * interval '1 hour'`;
      await db().update(waves).set({ startedAt }).where(eq(waves.rolloutId, id));
      await watchRollouts(staffCtx(db()));
      const { status, pauseReason } = await call().firmwareRollouts.get({ id });
      return [status, pauseReason?.code, pauseReason?.figures?.limit];
    };
    const goesOn = ["running", undefined, undefined];
    expect(await hoursLater(47)).toEqual(goesOn);
    expect(await hoursLater(1)).toEqual(["paused", "max_days", 2]);
    await call().firmwareRollouts.resume({ id });
    expect(await hoursLater(1)).toEqual(goesOn);
  });

  it("a download that says nothing fails, and a missed share pauses", async () => {
    const { id, ids } = await running(1, { gates: { ...quickGates, answerHours: 1 } });
    await report(await offerIdsOf(ids), "downloading");
    const long = new Date(Date.now() - 2 * 3_600_000).toISOString();
    await db().update(devices).set({ startedAt: long, heardAt: long }).where(eq(devices.rolloutId, id));
    await db().update(persCurrentData).set({ lastMessageAt: long });
    await watchRollouts(staffCtx(db()));
    const after = await call().firmwareRollouts.get({ id });
    expect([after.counts.failed, after.status, after.pauseReason?.code]).toEqual([1, "paused", "share_missed"]);
    await expectCounted(id);
  });

  it("a missed share is accepted by who resumes, unless devices are tried again", async () => {
    const { id } = await running(4, { waves: [{ count: 2 }, {}] });
    const inWave = async (wave: number) =>
      (
        await db()
          .select()
          .from(devices)
          .where(and(eq(devices.rolloutId, id), eq(devices.wave, wave)))
      ).map(({ persId }) => persId);
    const failOne = async (wave: number) => {
      const offers = await offerIdsOf(await inWave(wave));
      await report(
        offers.filter((one) => one !== "none"),
        "failed",
      );
    };
    const resumed = async () => {
      const { status, pauseReason, waves } = await call().firmwareRollouts.resume({ id });
      return [status, pauseReason?.code, waves.map((wave) => wave.status)];
    };
    await call().firmwareRollouts.update({ id, gates: { minFailed: 50 }, ifMatch: "*" });
    await failOne(0);
    expect((await call().firmwareRollouts.get({ id })).pauseReason?.code).toBe("share_missed");
    await call().firmwareRollouts.retryFailed({ id, ifMatch: "*" });
    expect(await resumed()).toEqual(["running", undefined, ["running", "waiting"]]);
    await failOne(0);
    expect((await call().firmwareRollouts.get({ id })).pauseReason?.code).toBe("share_missed");
    expect(await resumed()).toEqual(["running", undefined, ["done", "running"]]);
    await failOne(1);
    expect(await resumed()).toEqual(["done", undefined, ["done", "done"]]);
    await expectCounted(id);
  });

  it("silence after the update pauses, by comparison with others", async () => {
    const { id, ids } = await running(160, { waves: [{ count: 40 }, {}], gates: { watchHours: 24 } });
    const long = new Date(Date.now() - 3 * 86_400_000).toISOString();
    const inWave = await db()
      .select()
      .from(devices)
      .where(and(eq(devices.rolloutId, id), eq(devices.wave, 0)));
    const part = inWave.map(({ persId }) => persId);
    await db().execute(sql`
      insert into backoffice.iot_messages (id, received_at, sent_at, message_id, pers_serial_number, iot_message_type, payload)
      select gen_random_uuid(), t, t, 'm' || p.id || t, p.nu_serial_pers_number, 'status', '{}'
      from backoffice.pers p, generate_series(now() - interval '5 days', now() - interval '4 days', interval '4 hours') t
      where p.nu_serial_pers_number like 'R-%'`);
    await report(await offerIdsOf(part), "installed");
    await db()
      .update(devices)
      .set({ endedAt: long })
      .where(and(eq(devices.rolloutId, id), eq(devices.status, "installed")));
    await db().update(firmwareRollouts).set({ comparedAt: null, startedAt: long }).where(eq(firmwareRollouts.id, id));
    await db()
      .update(persCurrentData)
      .set({ lastMessageAt: long })
      .where(sql`pers_id = any(${`{${part.join()}}`}::uuid[])`);
    const [row] = await lockRollouts(staffCtx(db()), [id]);
    if (row) await compare(staffCtx(db()), row);
    expect(await call().firmwareRollouts.get({ id })).toMatchObject({
      status: "paused",
      pauseReason: { code: "silence", figures: { devices: 40, installed: 40, others: 120 } },
    });
    expect(ids).toHaveLength(160);
  });
});
