import { and, eq, sql } from "drizzle-orm";
import { beforeAll, describe, expect, it } from "vitest";
import {
  auditLog,
  firmwareRolloutDevices as devices,
  firmwareCompatibilities,
  firmwareRollouts,
  firmwareRolloutWaves,
  firmwareVersions,
  persCurrentData,
  persFirmware,
} from "@/db/schema";
import { useDatabase } from "@/db/testing/database";
import { failure, staffCtx } from "@/server/kit/testing";
import { appRouter } from "@/server/root";
import { watchRollouts } from "./rollout-watch.service";
import { quickGates, rolloutStory, serialOf } from "./testing";

const { db } = useDatabase();
const story = rolloutStory(db);
const { make, call, running, offersFor, offerIdsOf, report, at, expectCounted } = story;

beforeAll(story.prepare);

describe("messages", () => {
  const message = (persId: string, payload: object, sentAt = at()) => {
    const of = { messageId: crypto.randomUUID(), persSerialNumber: serialOf(persId), iotMessageType: "status" };
    return { ...of, payload, sentAt };
  };
  const say = (persId: string, firmwareVersion: string, sentAt?: string) =>
    call().iotMessages.ingest({ messages: [message(persId, { firmwareVersion }, sentAt)] });

  it("bring an offered device to its end, and take a success back", async () => {
    const { id, ids, versions } = await running(4, { gates: { ...quickGates, watchHours: 24 } });
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

  it("of one batch say what the newest of them says, in whatever order they stand in it", async () => {
    const { id, ids } = await running(2, { gates: { ...quickGates, watchHours: 24 } });
    await offersFor(ids);
    const sentAt = (seconds: number) => new Date(Date.now() + seconds * 1000).toISOString();
    const [first, second] = ids.map((one) => [
      message(one, { firmwareVersion: "1.0.0" }, sentAt(1)),
      message(one, { firmwareVersion: "2.0.0" }, sentAt(2)),
      message(one, { speed: 0 }, sentAt(3)),
    ]);
    await call().iotMessages.ingest({ messages: [...(first ?? []), ...(second ?? []).reverse()] });
    expect((await call().firmwareRollouts.get({ id })).counts).toMatchObject({ installed: 2, offered: 0 });
    await expectCounted(id);
  });

  it.each([
    ["one version", 0, "superseded"],
    ["one version", 1, "installed"],
    ["two versions", 0, "offered"],
    ["two versions", 1, "installed"],
  ])("that read like %s, %i ms after the offer, leave a device %s", async (versions, later, status) => {
    const { id, ids, model } = await running(1, { gates: { ...quickGates, watchHours: 24 } });
    const other = await make.fleet(["2.0.0"], 0);
    const fits = { firmwareVersionId: other.versions[0] ?? "", modelPersId: model };
    if (versions === "two versions") await db().insert(firmwareCompatibilities).values(fits);
    await offersFor(ids);
    const [one = ""] = ids;
    const moment = (ms: number) => new Date(offered + ms).toISOString();
    const offered = Date.now() - 60_000;
    await db()
      .update(devices)
      .set({ offeredAt: moment(0) })
      .where(eq(devices.persId, one));
    await db()
      .update(persFirmware)
      .set({ saidAt: moment(-1000) })
      .where(eq(persFirmware.persId, one));
    await say(one, "2.0.0", moment(later));
    const [device] = await db().select().from(devices).where(eq(devices.rolloutId, id));
    expect(device?.status).toBe(status);
  });

  it("of a device that got it in another way take it out", async () => {
    const { id, ids } = await running(2, { gates: { ...quickGates, watchHours: 24 } });
    await say(ids[0] ?? "", "2.0.0");
    expect((await call().firmwareRollouts.get({ id })).counts).toMatchObject({ superseded: 1, installed: 0 });
    const held = await db().select().from(devices).where(eq(devices.rolloutId, id));
    expect(held.flatMap(({ persId, isHeld }) => (isHeld ? [persId] : []))).toEqual([ids[1]]);
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
    expect(await failure(call().firmwareRollouts.approve({ id, hash }))).toMatchObject({
      status: 403,
      detail: "A second person approves this: somebody who neither made, changed nor started it.",
    });
    const other = story.callAs(story.second()).firmwareRollouts;
    expect((await failure(other.approve({ id, hash: "0".repeat(64) }))).status).toBe(422);
    const acting = staffCtx(db());
    if (acting.actor.kind === "user") Object.assign(acting.actor, { id: story.me(), actingId: story.second() });
    expect((await failure(appRouter.createCaller(acting).firmwareRollouts.approve({ id, hash }))).status).toBe(403);
    const key = {
      ...staffCtx(db()),
      actor: { kind: "key" as const, id: story.me(), label: "K", permissions: new Set(["*"]) },
    };
    expect(await failure(appRouter.createCaller(key).firmwareRollouts.approve({ id, hash }))).toMatchObject({
      status: 403,
      detail: "This takes a person who may approve rollouts, under their own name.",
    });
    const back = await other.sendBack({ id, reason: "Too wide" });
    expect([back.status, back.sentBackReason, back.counts.waiting]).toEqual(["draft", "Too wide", 0]);
    expect([back.approval, back.approvedBy]).toEqual([null, null]);
    await call().firmwareRollouts.start({ id });
    await make.prepared(id);
    const again = await call().firmwareRollouts.get({ id });
    const approved = await other.approve({ id, hash: again.approval?.hash ?? "" });
    expect([approved.status, approved.approvedBy?.id]).toEqual(["running", story.second()]);
    expect(
      (await failure(call().firmwareRollouts.update({ id, gates: { errorPercent: 90 }, ifMatch: "*" }))).status,
    ).toBe(403);
    expect(
      (await call().firmwareRollouts.update({ id, gates: { errorPercent: 1 }, ifMatch: "*" })).gates.errorPercent,
    ).toBe(1);
  });

  it("roll back to what devices ran before", async () => {
    const { id, ids, versions } = await running(3, { gates: { ...quickGates, watchHours: 24 } });
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

  it("one that is cancelled while it is prepared keeps nothing of its devices", async () => {
    const { model, versions, ids } = await make.fleet(["1.0.0", "2.0.0"], 2);
    const draft = { name: "Half", firmwareVersionId: versions[1] ?? "", filters: { modelPERSId: model }, waves: [{}] };
    const { id } = await call().firmwareRollouts.create(draft);
    await call().firmwareRollouts.start({ id });
    // What a step of preparing leaves.
    const found = { status: "waiting" as const, firmwareType: 1, isHeld: true, wave: 0, place: 0 };
    await db()
      .insert(devices)
      .values({ ...found, rolloutId: id, persId: ids[0] ?? "", serialNumber: serialOf(ids[0] ?? "") });
    const { status, counts } = await call().firmwareRollouts.cancel({ id, reason: "Wrong version" });
    expect([status, Object.values(counts).some(Boolean)]).toEqual(["cancelled", false]);
    await make.prepared(id);
    expect(await db().$count(devices, eq(devices.rolloutId, id))).toBe(0);
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

  it("goes on for the others where one of them cannot be looked after", async () => {
    const broken = await running(1);
    const other = await running(1, { gates: { ...quickGates, answerHours: 1 } });
    await report(await offerIdsOf(other.ids), "downloading");
    const long = new Date(Date.now() - 2 * 3_600_000).toISOString();
    await db().update(devices).set({ startedAt: long, heardAt: long }).where(eq(devices.rolloutId, other.id));
    await db()
      .update(persCurrentData)
      .set({ lastMessageAt: long })
      .where(eq(persCurrentData.persId, other.ids[0] ?? ""));
    // A number that no interval can hold.
    const gates = { ...broken.rollout.gates, answerHours: 1e300 };
    await db().update(firmwareRollouts).set({ gates }).where(eq(firmwareRollouts.id, broken.id));
    await expect(watchRollouts(staffCtx(db()))).rejects.toThrow();
    expect((await call().firmwareRollouts.get({ id: other.id })).counts.failed).toBe(1);
    await db().update(firmwareRollouts).set({ gates: broken.rollout.gates }).where(eq(firmwareRollouts.id, broken.id));
  });

  it("finds joiners of a dynamic rollout, who fell silent, and who came back", async () => {
    const { id, ids, model, versions } = await running(2, { isDynamic: true });
    const { approval } = await call().firmwareRollouts.get({ id });
    await story.callAs(story.second()).firmwareRollouts.approve({ id, hash: approval?.hash ?? "" });
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
