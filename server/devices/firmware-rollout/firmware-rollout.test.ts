import { and, eq, sql } from "drizzle-orm";
import { beforeAll, describe, expect, it } from "vitest";
import {
  auditLog,
  firmwareRolloutDevices as devices,
  firmwareRollouts,
  firmwareRolloutWaves,
  firmwareVersions,
  notificationDeliveries,
  pers,
  persCurrentData,
  persFirmware,
} from "@/db/schema";
import { useDatabase } from "@/db/testing/database";
import { seedBase } from "@/seed/base";
import { makeUser } from "@/server/identity/testing";
import { failure, staffCtx } from "@/server/kit/testing";
import { permissionCodes } from "@/server/permissions";
import { appRouter } from "@/server/root";
import { compare } from "./rollout-compare.service";
import { lockRollouts } from "./rollout-move.service";
import { watchRollouts } from "./rollout-watch.service";
import { rolloutFactory, serialOf } from "./testing";

const { db } = useDatabase();
const make = rolloutFactory(db);
let me: string;
let second: string;

const callAs = (id: string) => {
  const ctx = staffCtx(db());
  if (ctx.actor.kind === "user") ctx.actor.id = id;
  return appRouter.createCaller(ctx);
};
const call = () => callAs(me);
const gateway = () => call().firmwareDevices;

beforeAll(async () => {
  await seedBase(db());
  me = (await makeUser(db(), { firstName: "Pia", permissions: [...permissionCodes] })).id;
  second = (await makeUser(db(), { firstName: "Sam", permissions: [...permissionCodes] })).id;
});

const quick = { watchHours: 0, minEnded: 2, minFailed: 2, errorPercent: 50 };

/** A rollout of the fleet's second version to all of its devices, running. */
async function running(count: number, more: object = {}, names = ["1.0.0", "2.0.0"]) {
  const fleet = await make.fleet(names, count);
  const [, firmwareVersionId = ""] = fleet.versions;
  const filters = { modelPERSId: fleet.model };
  const draft = { name: "Autumn", firmwareVersionId, filters, waves: [{}], gates: quick, ...more };
  const { id } = await call().firmwareRollouts.create(draft);
  const started = await call().firmwareRollouts.start({ id });
  expect(started.status).toBe("preparing");
  await make.prepared(id);
  return { ...fleet, id, rollout: await call().firmwareRollouts.get({ id }) };
}

const offersFor = async (ids: string[]) => {
  const { items } = await gateway().offers({ persSerialNumbers: ids.map(serialOf) });
  return items;
};
const offerIdsOf = async (ids: string[]) => (await offersFor(ids)).map(({ offer }) => offer?.offerId ?? "none");
const at = () => new Date().toISOString();
const report = (offerIds: string[], state: "downloading" | "installed" | "failed", errorCode?: string) =>
  gateway().report({ items: offerIds.map((offerId) => ({ offerId, state, errorCode, at: at() })) });

/** Figures of waves are those of the rows. */
async function expectCounted(id: string) {
  const { counts } = await call().firmwareRollouts.get({ id });
  const rows = await db()
    .select({ status: devices.status, count: sql<number>`count(*)::int` })
    .from(devices)
    .where(eq(devices.rolloutId, id))
    .groupBy(devices.status);
  expect(Object.fromEntries(Object.entries(counts).filter(([, count]) => count > 0))).toEqual(
    Object.fromEntries(rows.map(({ status, count }) => [status, count])),
  );
}

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
    const { items } = await gateway().offers({ persSerialNumbers: ["nobody", ...ids.map(serialOf)] });
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
    const { accepted, stale, rejected } = await gateway().report({ items: reports });
    expect([accepted, stale, rejected.map(({ index }) => index)]).toEqual([0, [0], [1, 2, 3]]);
    const [row] = await db().select().from(devices).where(eq(devices.rolloutId, id));
    expect([row?.attempt, row?.status]).toEqual([2, "offered"]);
    await expectCounted(id);
  });

  it("keeps to the room of a wave and of an hour", async () => {
    const { id, ids } = await running(30, { gates: { ...quick, minEnded: 2 }, maxPerHour: 7 });
    const got = async () => (await offersFor(ids)).filter(({ offer }) => offer).length;
    expect(await got()).toBe(7);
    await call().firmwareRollouts.update({ id, maxPerHour: null, ifMatch: "*" });
    expect(await got()).toBe(10);
    await expectCounted(id);
  });
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
    const retried = await call().firmwareRollouts.retryFailed({ id });
    expect(retried.counts.failed).toBe(0);
    await expectCounted(id);
  });

  it("a wave ends with its share, the next one begins, and a pause stands between if asked for", async () => {
    const { id, ids } = await running(4, { waves: [{ count: 2 }, {}], gates: { ...quick, pauseAfterWave: true } });
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

  it("a download that says nothing fails, and a missed share pauses", async () => {
    const { id, ids } = await running(1, { gates: { ...quick, answerHours: 1 } });
    await report(await offerIdsOf(ids), "downloading");
    const long = new Date(Date.now() - 2 * 3_600_000).toISOString();
    await db().update(devices).set({ startedAt: long, heardAt: long }).where(eq(devices.rolloutId, id));
    await db().update(persCurrentData).set({ lastMessageAt: long });
    await watchRollouts(staffCtx(db()));
    const after = await call().firmwareRollouts.get({ id });
    expect([after.counts.failed, after.status, after.pauseReason?.code]).toEqual([1, "paused", "share_missed"]);
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

describe("messages", () => {
  const say = (persId: string, firmwareVersion: string) =>
    call().iotMessages.ingest({
      messages: [
        {
          messageId: crypto.randomUUID(),
          persSerialNumber: serialOf(persId),
          iotMessageType: "status",
          payload: { firmwareVersion },
          sentAt: at(),
        },
      ],
    });

  it("bring an offered device to its end, and take a success back", async () => {
    const { id, ids, versions } = await running(4, { gates: { ...quick, watchHours: 24 } });
    const [one = ""] = ids;
    await offersFor(ids);
    await say(one, "2.0.0");
    expect((await call().firmwareRollouts.get({ id })).counts.installed).toBe(1);
    const [known] = await db().select().from(persFirmware).where(eq(persFirmware.persId, one));
    expect([known?.firmwareVersionId, known?.by]).toEqual([versions[1], "message"]);
    await say(one, "1.0.0");
    const { items } = await call().firmwareRolloutDevices.list({ rolloutId: id, status: "failed" });
    expect(items.map(({ reason, pers }) => [reason, pers.id])).toEqual([["reverted", one]]);
    expect((await call().pers.get({ id: one })).firmwareVersionId).toBe(versions[0]);
    await say(one, "2.0.0");
    expect((await call().firmwareRollouts.get({ id })).counts).toMatchObject({ installed: 1, failed: 0 });
    await expectCounted(id);
  });

  it("of a device that got it in another way take it out", async () => {
    const { id, ids } = await running(2, { gates: { ...quick, watchHours: 24 } });
    await say(ids[0] ?? "", "2.0.0");
    expect((await call().firmwareRollouts.get({ id })).counts).toMatchObject({ superseded: 1, installed: 0 });
    await say(ids[1] ?? "", "7.7.7");
    expect((await call().pers.get({ id: ids[1] ?? "" })).firmwareVersion?.firmwareVersion).toBe("1.0.0");
    await expectCounted(id);
  });
});

describe("people", () => {
  it("a large rollout is approved by a second person, as it was looked at", async () => {
    const { id } = await running(2, { isDynamic: true });
    const asked = await call().firmwareRollouts.get({ id });
    expect([asked.status, asked.approval?.needed]).toEqual(["awaiting_approval", true]);
    const hash = asked.approval?.hash ?? "";
    expect((await failure(call().firmwareRollouts.approve({ id, hash }))).status).toBe(403);
    const other = callAs(second).firmwareRollouts;
    expect((await failure(other.approve({ id, hash: "x" }))).status).toBe(422);
    const acting = staffCtx(db());
    if (acting.actor.kind === "user") Object.assign(acting.actor, { id: me, actingId: second });
    expect((await failure(appRouter.createCaller(acting).firmwareRollouts.approve({ id, hash }))).status).toBe(403);
    const key = { ...staffCtx(db()), actor: { kind: "key" as const, id: me, label: "K", permissions: new Set(["*"]) } };
    expect((await failure(appRouter.createCaller(key).firmwareRollouts.approve({ id, hash }))).status).toBe(403);
    const back = await other.sendBack({ id, reason: "Too wide" });
    expect([back.status, back.sentBackReason, back.counts.waiting]).toEqual(["draft", "Too wide", 0]);
    await call().firmwareRollouts.start({ id });
    await make.prepared(id);
    const again = await call().firmwareRollouts.get({ id });
    const approved = await other.approve({ id, hash: again.approval?.hash ?? "" });
    expect([approved.status, approved.approvedBy?.id]).toEqual(["running", second]);
    expect(
      (await failure(call().firmwareRollouts.update({ id, gates: { errorPercent: 90 }, ifMatch: "*" }))).status,
    ).toBe(403);
    expect(
      (await call().firmwareRollouts.update({ id, gates: { errorPercent: 1 }, ifMatch: "*" })).gates.errorPercent,
    ).toBe(1);
  });

  it("roll back to what devices ran before", async () => {
    const { id, ids, versions } = await running(3, { gates: { ...quick, watchHours: 24 } });
    const [one = "", two = ""] = await offerIdsOf(ids);
    await report([one], "installed");
    await report([two], "downloading");
    await report([two], "failed");
    const { items } = await call().firmwareRollouts.rollBack({ id });
    expect(items.map(({ firmwareVersion, rollsBackId, status }) => [firmwareVersion.id, rollsBackId, status])).toEqual([
      [versions[0], id, "draft"],
    ]);
    const original = await call().firmwareRollouts.get({ id });
    expect([original.status, original.rolledBackByIds]).toEqual(["cancelled", items.map((item) => item.id)]);
    const plan = await call().firmwareRollouts.plan({ id: items[0]?.id ?? "" });
    expect([plan.devices, plan.excluded.map(({ reason }) => reason)]).toEqual([1, ["has_it_already"]]);
    await expectCounted(id);
  });

  it("what they do is allowed by its state, and stands in the history", async () => {
    const { id } = await running(2);
    const rollouts = call().firmwareRollouts;
    expect((await failure(rollouts.start({ id }))).code).toBe("state_not_allowed");
    expect((await failure(rollouts.remove({ id }))).status).toBe(422);
    expect((await failure(rollouts.finish({ id }))).status).toBe(422);
    expect((await failure(rollouts.nextWave({ id }))).status).toBe(422);
    expect((await failure(rollouts.update({ id, allowDowngrade: true, ifMatch: "*" }))).status).toBe(422);
    expect((await rollouts.pause({ id, reason: "Lunch" })).pauseReason).toMatchObject({
      code: "person",
      text: "Lunch",
    });
    expect((await rollouts.cancel({ id, reason: "Wrong version" })).counts.cancelled).toBe(2);
    const actions = await db().select({ action: auditLog.action }).from(auditLog).where(eq(auditLog.objectId, id));
    expect(new Set(actions.map(({ action }) => action))).toEqual(
      new Set(["create", "start", "run", "pause", "cancel"]),
    );
    const held = await db().$count(devices, and(eq(devices.rolloutId, id), eq(devices.isHeld, true)));
    expect(held).toBe(0);
  });

  it("a device is in one rollout of a type at a time", async () => {
    const { model, versions, ids } = await running(2);
    const draft = {
      name: "Second",
      firmwareVersionId: versions[1] ?? "",
      filters: { modelPERSId: model },
      waves: [{}],
    };
    const { id } = await call().firmwareRollouts.create(draft);
    expect((await call().firmwareRollouts.plan({ id })).excluded).toMatchObject([
      { reason: "in_another_rollout", devices: 2 },
    ]);
    await call().firmwareRollouts.start({ id });
    await make.prepared(id);
    expect((await call().firmwareRollouts.get({ id })).counts).toMatchObject({ excluded: 2, waiting: 0 });
    await watchRollouts(staffCtx(db()));
    expect((await call().firmwareRollouts.get({ id })).status).toBe("done");
    expect(
      (await call().pers.list({ rolloutId: id, rolloutStatus: "excluded" })).items.map((one) => one.id).sort(),
    ).toEqual(ids.sort());
  });
});

describe("the version", () => {
  it("stays as it is while a rollout brings it, and is withdrawn by being made inactive", async () => {
    const { id, versions, model } = await running(2);
    const [, version = ""] = versions;
    const of = call().firmwareVersions;
    for (const work of [
      () => of.remove({ id: version }),
      () => of.regenerateUuid({ id: version }),
      () => of.update({ id: version, firmwareVersion: "2.0.1" }),
      () => of.removeSegments({ id: version }),
    ])
      expect((await failure(work())).status).toBe(422);
    await of.update({ id: version, isActivated: false });
    expect(await call().firmwareRollouts.get({ id })).toMatchObject({ pauseReason: { code: "version_withdrawn" } });
    expect((await failure(call().firmwareRollouts.resume({ id }))).status).toBe(422);
    const { compatiblePers } = await of.get({ id: version });
    const fit = compatiblePers.find(({ modelPersId }) => modelPersId === model);
    await of.removeCompatiblePers({ id: version, compatiblePersId: fit?.id ?? "" });
    expect((await call().firmwareRollouts.get({ id })).counts.excluded).toBe(2);
    await expectCounted(id);
  });

  it("whose image changed behind it stops the rollout at the next offer", async () => {
    const { id, ids, versions } = await running(1);
    await db().execute(
      sql`update backoffice.firmware_segments set crc32 = '00000000' where firmware_version_id = ${versions[1]}`,
    );
    expect((await offersFor(ids))[0]?.offer).toBe(null);
    expect((await call().firmwareRollouts.get({ id })).pauseReason?.code).toBe("image_changed");
  });
});

describe("time", () => {
  it("begins what is scheduled, and lets an old approval lapse", async () => {
    const startAt = new Date(Date.now() + 3_600_000).toISOString();
    const { id, rollout } = await running(1, { startAt });
    expect(rollout.status).toBe("scheduled");
    const past = new Date(Date.now() - 1000).toISOString();
    const old = new Date(Date.now() - 80 * 3_600_000).toISOString();
    await db().update(firmwareRollouts).set({ startAt: past, approvedAt: old }).where(eq(firmwareRollouts.id, id));
    await watchRollouts(staffCtx(db()));
    expect((await call().firmwareRollouts.get({ id })).status).toBe("draft");
    await call().firmwareRollouts.start({ id });
    await make.prepared(id);
    expect((await call().firmwareRollouts.get({ id })).status).toBe("running");
  });

  it("finds joiners of a dynamic rollout, who fell silent, and who came back", async () => {
    const { id, ids, model, versions } = await running(2, { isDynamic: true });
    const { approval } = await call().firmwareRollouts.get({ id });
    await callAs(second).firmwareRollouts.approve({ id, hash: approval?.hash ?? "" });
    const late = { nuSerialPersNumber: `R-late-${id}`, modelPERSId: model, firmwareVersionId: versions[0] };
    await call().pers.create({ ...late, status: "active" });
    await db()
      .update(persCurrentData)
      .set({ lastMessageAt: null })
      .where(eq(persCurrentData.persId, ids[0] ?? ""));
    const due = () => db().update(firmwareRollouts).set({ joinedAt: sql`started_at - interval '11 minutes'` });
    await due();
    await watchRollouts(staffCtx(db()));
    const after = await call().firmwareRollouts.get({ id });
    expect(after.waves.map(({ isOfJoiners, devices }) => [isOfJoiners, devices])).toEqual([
      [false, 2],
      [true, 1],
    ]);
    expect(after.counts.silent).toBe(1);
    await db().update(persCurrentData).set({ lastMessageAt: at() });
    await due();
    await watchRollouts(staffCtx(db()));
    expect((await call().firmwareRollouts.get({ id })).counts).toMatchObject({ silent: 0, waiting: 3 });
    await expectCounted(id);
    expect((await call().firmwareRollouts.finish({ id })).status).toBe("done");
    expect(await db().$count(firmwareRolloutWaves, eq(firmwareRolloutWaves.rolloutId, id))).toBe(2);
    expect(await db().$count(firmwareVersions)).toBeGreaterThan(1);
  });
});
