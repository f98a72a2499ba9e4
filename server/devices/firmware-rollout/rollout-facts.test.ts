import { eq, sql } from "drizzle-orm";
import { beforeAll, describe, expect, it } from "vitest";
import { firmwareRollouts, firmwareVersions, persCurrentData, persFirmware, webhooks } from "@/db/schema";
import { useDatabase } from "@/db/testing/database";
import { failure } from "@/server/kit/testing";
import { rolloutStory } from "./testing";

const { db } = useDatabase();
const story = rolloutStory(db);
const { make, call, running, offerIdsOf, report, at } = story;

beforeAll(story.prepare);

const heldOf = async (id: string) => (await call().firmwareRollouts.ofPers({ id })).held[0];
/** The devices of a rollout's wave. */
const ofWave = async (rolloutId: string, wave: number) =>
  (await call().firmwareRolloutDevices.list({ rolloutId, wave })).items.map(({ pers }) => pers.id);

describe("what a device says of its firmware", () => {
  it("is a version for each type, and how that is known", async () => {
    const { ids, versions, model, categoryId } = await make.fleet(["1.0.0"], 1);
    const [id = ""] = ids;
    const radio = await make.version(model, categoryId, "9.1.0", Buffer.from("radio"));
    await db().update(firmwareVersions).set({ firmwareType: 3 }).where(eq(firmwareVersions.id, radio));
    const said = { persId: id, firmwareType: 3, firmwareVersionId: radio, saidAt: at(), by: "report" as const };
    await db().insert(persFirmware).values(said);
    const { items } = await call().pers.firmware({ id });
    expect(items.map(({ firmwareType, firmwareVersion, by }) => [firmwareType, firmwareVersion.id, by])).toEqual([
      [1, versions[0], "person"],
      [3, radio, "report"],
    ]);
    const of = call().firmwareVersions;
    expect([await of.running({ id: radio }), await of.running({ id: versions[0] ?? "" })]).toEqual([
      { devices: 1 },
      { devices: 1 },
    ]);
    expect((await failure(of.remove({ id: radio }))).code).toBe("in_use");
    expect((await failure(call().pers.firmware({ id: crypto.randomUUID() }))).status).toBe(404);
    expect((await failure(call().firmwareRollouts.ofPers({ id: crypto.randomUUID() }))).status).toBe(404);
  });

  it("is its offer, or why it waits for one", async () => {
    const { id, ids } = await running(3, { waves: [{ count: 1 }, {}] });
    const [first = ""] = await ofWave(id, 0);
    const [later = ""] = await ofWave(id, 1);
    expect(await heldOf(first)).toMatchObject({ status: "waiting", waits: "ask", rollout: { id, status: "running" } });
    expect((await heldOf(later))?.waits).toBe("wave");
    const says = (batteryLevel: number, speed: number) =>
      db()
        .update(persCurrentData)
        .set({ readings: { status: { batteryLevel: [batteryLevel, at()], speed: [speed, at()] } } })
        .where(eq(persCurrentData.persId, first));
    await says(20, 0);
    expect((await heldOf(first))?.waits).toBe("battery");
    await says(90, 12);
    expect((await heldOf(first))?.waits).toBe("moving");
    await says(90, 0);
    await db().update(firmwareRollouts).set({ maxPerHour: 1, hourTaken: 1, hourStart: at() });
    expect((await heldOf(first))?.waits).toBe("rate");
    await db().update(firmwareRollouts).set({ maxPerHour: null });
    await call().pers.update({ id: first, status: "stock" });
    expect((await heldOf(first))?.waits).toBe("not_active");
    await call().pers.update({ id: first, status: "active" });
    await offerIdsOf(ids);
    expect(await heldOf(first)).toMatchObject({ status: "offered", waits: null });
    await call().firmwareRollouts.pause({ id, reason: "Lunch" });
    expect((await heldOf(first))?.waits).toBe("rollout");
  });

  it("are its updates before, and how they ended", async () => {
    const { id, ids } = await running(1);
    await report(await offerIdsOf(ids), "installed");
    const { held, earlier } = await call().firmwareRollouts.ofPers({ id: ids[0] ?? "" });
    expect(held).toEqual([]);
    expect(earlier).toMatchObject([
      { rollout: { id, status: "done" }, status: "installed", fromVersion: "1.0.0", attempt: 1 },
    ]);
  });
});

it("webhooks are told when a rollout starts, pauses and is done, with its figures", async () => {
  const events = (["started", "paused", "done"] as const).map((what) => `firmware-rollout.${what}` as const);
  await db().insert(webhooks).values({ url: "https://hook.test", events, secretSealed: "x", name: "Hook" });
  const { id, ids } = await running(1);
  await call().firmwareRollouts.pause({ id, reason: "Lunch" });
  await call().firmwareRollouts.resume({ id });
  await report(await offerIdsOf(ids), "installed");
  const jobs = await db().execute<{ payload: { events: { event: string; data: Record<string, unknown> }[] } }>(sql`
    select payload from graphile_worker._private_jobs where payload::text like ${`%firmware-rollout.%${id}%`} order by id`);
  const told = jobs.flatMap(({ payload }) => payload.events.map(({ event, data }) => [event, data.installed]));
  expect(told).toEqual(events.map((event, n) => [event, n === 2 ? 1 : 0]));
});

it("waves bear the names that they were given", async () => {
  const { rollout } = await running(3, {
    waves: [{ count: 1, label: "Pilots" }, { count: 1 }, { label: "All others" }],
  });
  expect(rollout.waves.map(({ label, devices }) => [label, devices])).toEqual([
    ["Pilots", 1],
    [null, 1],
    ["All others", 1],
  ]);
});

it("rollouts that are not over are told with the paused ones first", async () => {
  await db().delete(firmwareRollouts);
  const paused = await running(1);
  await call().firmwareRollouts.pause({ id: paused.id, reason: "Lunch" });
  const asked = await running(2, { isDynamic: true });
  const { id } = await running(3);
  const over = await running(1);
  await call().firmwareRollouts.cancel({ id: over.id, reason: "Wrong" });
  const { items, hasMore } = await call().firmwareRollouts.underWay();
  expect(items.map((one) => [one.id, one.status, one.pauseCode, one.devices])).toEqual([
    [paused.id, "paused", "person", 1],
    [asked.id, "awaiting_approval", null, 2],
    [id, "running", null, 3],
  ]);
  expect(hasMore).toBe(false);
});
