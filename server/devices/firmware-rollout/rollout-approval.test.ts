import { eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { firmwareRolloutDevices, firmwareRollouts, firmwareRolloutWaves } from "@/db/schema";
import { useDatabase } from "@/db/testing/database";
import { env } from "@/env/env";
import { makeUser } from "@/server/identity/testing";
import { failure, staffCtx } from "@/server/kit/testing";
import { permissionCodes } from "@/server/permissions";
import { appRouter } from "@/server/root";
import { isApprovalNeeded } from "./rollout-approval.service";
import { rolloutRow } from "./rollout-row.service";
import { watchRollouts } from "./rollout-watch.service";
import { quickGates, rolloutStory } from "./testing";

// Ways around the second person, each tried. What `rollout-people.test.ts` tries is not tried again.

const { db } = useDatabase();
const story = rolloutStory(db);
const { make, call, report, offerIdsOf } = story;
const most = env.ROLLOUT_APPROVAL_ABOVE;
let third = "";

beforeAll(async () => {
  await story.prepare();
  third = (await makeUser(db(), { firstName: "Tess", permissions: [...permissionCodes] })).id;
  env.ROLLOUT_APPROVAL_ABOVE = 3;
});
afterAll(() => {
  env.ROLLOUT_APPROVAL_ABOVE = most;
});

const as = (id: string) => story.callAs(id).firmwareRollouts;
const mine = () => call().firmwareRollouts;
const refused = async (work: Promise<unknown>) => (await failure(work)).status;
const asked = async (id: string) => {
  const { status, approval } = await mine().get({ id });
  return [status, approval?.needed];
};
const hashOf = async (id: string) => (await mine().get({ id })).approval?.hash ?? "";
const approve = async (id: string, by = story.second()) => as(by).approve({ id, hash: await hashOf(id) });

/** Starts a rollout of a version to these devices, as this person, and has it prepared. */
async function started(firmwareVersionId: string, ids: string[], more: object = {}, by = story.me()) {
  const of = { name: `Part ${crypto.randomUUID()}`, firmwareVersionId, filters: { ids }, waves: [{}] };
  const { id } = await as(by).create({ ...of, gates: quickGates, ...more });
  await as(by).start({ id });
  await make.prepared(id);
  return id;
}

/** A rollout to more devices than one person may start, approved and under way. */
async function approved(count = 6, more: object = {}) {
  const made = await story.running(count, more);
  await approve(made.id);
  return made;
}

describe("nobody approves their own", () => {
  it("who made it, who changed it and who started it have a part in it; who did nothing may", async () => {
    const { versions, model } = await make.fleet(["1.0.0", "2.0.0"], 4);
    const draft = { name: "Ours", firmwareVersionId: versions[1] ?? "", filters: { modelPERSId: model } };
    const { id } = await mine().create(draft);
    await as(story.second()).update({ id, name: "Ours, renamed", ifMatch: "*" });
    await as(third).start({ id });
    await make.prepared(id);
    expect(await asked(id)).toEqual(["awaiting_approval", true]);
    for (const person of [story.me(), story.second(), third]) expect(await refused(approve(id, person))).toBe(403);
    const fourth = await makeUser(db(), { firstName: "Uma", permissions: [...permissionCodes] });
    expect((await approve(id, fourth.id)).status).toBe("running");
  });

  it("who changed it under switch-to has a part in it under their own name", async () => {
    const { versions, model } = await make.fleet(["1.0.0", "2.0.0"], 4);
    const acting = staffCtx(db());
    if (acting.actor.kind === "user") Object.assign(acting.actor, { id: third, actingId: story.second() });
    const draft = { name: "Theirs", firmwareVersionId: versions[1] ?? "", filters: { modelPERSId: model } };
    const { id } = await appRouter.createCaller(acting).firmwareRollouts.create(draft);
    await mine().start({ id });
    await make.prepared(id);
    expect(await refused(approve(id))).toBe(403);
    expect((await approve(id, third)).status).toBe("running");
  });
});

describe("what is approved is what was looked at", () => {
  it("a hash of before it was sent back and changed does not fit", async () => {
    const { id } = await story.running(4);
    const stale = await hashOf(id);
    await as(story.second()).sendBack({ id, reason: "Gates" });
    await mine().update({ id, gates: { ...quickGates, errorPercent: 90 }, ifMatch: "*" });
    await mine().start({ id });
    await make.prepared(id);
    expect(await refused(as(story.second()).approve({ id, hash: stale }))).toBe(422);
    expect((await approve(id)).status).toBe("running");
  });

  it("nothing of it is changed while it waits, and afterwards it gets no looser and no faster", async () => {
    const { id } = await story.running(4, { maxPerHour: 10 });
    const set = (values: object, by = story.me()) => as(by).update({ id, ...values, ifMatch: "*" });
    for (const values of [{ gates: { errorPercent: 1 } }, { maxPerHour: 1 }, { waves: [{ count: 1 }, {}] }])
      expect(await refused(set(values))).toBe(422);
    await approve(id);
    for (const values of [
      { gates: { errorPercent: 51 } },
      { gates: { silentDays: 13 } },
      { gates: { silentDays: 15 } },
      { gates: { minEnded: 1 } },
      { maxPerHour: 11 },
      { maxPerHour: null },
    ])
      expect([values, await refused(set(values))]).toEqual([values, 403]);
    for (const values of [{ filters: {}, all: true }, { allowDowngrade: true }, { isDynamic: true }, { startAt: null }])
      expect([values, await refused(set(values))]).toEqual([values, 422]);
    expect((await set({ gates: { errorPercent: 40 }, maxPerHour: 9 })).gates.errorPercent).toBe(40);
    expect((await set({ gates: { errorPercent: 41 } }, story.second())).gates.errorPercent).toBe(41);
    // Who made it looser has a part in it from then on.
    expect(await refused(set({ gates: { errorPercent: 42 } }, story.second()))).toBe(403);
    expect((await set({ gates: { errorPercent: 42 } }, third)).gates.errorPercent).toBe(42);
  });

  it("a version that is withdrawn while it waits is not approved, and one that is prepared then pauses", async () => {
    const { id, versions } = await story.running(4);
    const [, version = ""] = versions;
    await call().firmwareVersions.update({ id: version, isActivated: false });
    expect(await refused(approve(id))).toBe(422);
    await call().firmwareVersions.update({ id: version, isActivated: true });
    expect((await approve(id)).status).toBe("running");

    const small = await make.fleet(["1.0.0", "2.0.0"], 1);
    const [, other = ""] = small.versions;
    const draft = { name: "Late", firmwareVersionId: other, filters: { ids: small.ids }, waves: [{}] };
    const made = await mine().create(draft);
    await mine().start({ id: made.id });
    await call().firmwareVersions.update({ id: other, isActivated: false });
    await make.prepared(made.id);
    expect(await mine().get({ id: made.id })).toMatchObject({
      status: "paused",
      pauseReason: { code: "version_withdrawn" },
    });
    expect(await refused(mine().nextWave({ id: made.id }))).toBe(422);
    expect(await refused(mine().resume({ id: made.id }))).toBe(422);
  });

  it("an approval that is older than 72 hours at the start is none, and its devices are let go", async () => {
    const startAt = new Date(Date.now() + 80 * 3_600_000).toISOString();
    const { id } = await story.running(4, { startAt });
    const hash = await hashOf(id);
    expect((await approve(id)).status).toBe("scheduled");
    const ago = (hours: number) => new Date(Date.now() - hours * 3_600_000).toISOString();
    await db()
      .update(firmwareRollouts)
      .set({ startAt: ago(0.1), approvedAt: ago(80) })
      .where(eq(firmwareRollouts.id, id));
    await watchRollouts(staffCtx(db()));
    expect(await mine().get({ id })).toMatchObject({ status: "draft", approval: null, approvedBy: null });
    expect(await db().$count(firmwareRolloutDevices, eq(firmwareRolloutDevices.rolloutId, id))).toBe(0);
    expect(await refused(as(story.second()).approve({ id, hash }))).toBe(422);
  });
});

describe("going on after a gate", () => {
  it("takes a second person, by whatever button", async () => {
    const { id, ids } = await approved(6, { waves: [{ count: 4 }, {}] });
    const offers = (await offerIdsOf(ids)).filter((one) => one !== "none");
    await report(offers.slice(0, 2), "failed");
    expect((await mine().get({ id })).pauseReason?.code).toBe("error_percent");
    expect(await refused(mine().resume({ id }))).toBe(403);
    expect(await refused(mine().nextWave({ id }))).toBe(403);
    expect((await as(story.second()).resume({ id })).status).toBe("running");
  });

  it("is not got by pausing and resuming before it: what failed is not forgotten", async () => {
    const { id, ids } = await approved();
    const offers = await offerIdsOf(ids);
    await report(offers.slice(0, 1), "failed");
    await mine().pause({ id, reason: "Before the gate does" });
    // The days of a pause by a person count in no gate.
    await db()
      .update(firmwareRolloutWaves)
      .set({ startedAt: "2026-01-01T00:00:00.000Z" })
      .where(eq(firmwareRolloutWaves.rolloutId, id));
    expect((await mine().resume({ id })).status).toBe("running");
    await mine().pause({ id, reason: "Again" });
    await report(offers.slice(1, 2), "failed");
    const { status, pauseReason } = await mine().resume({ id });
    expect([status, pauseReason?.code]).toEqual(["paused", "error_percent"]);
    expect(await refused(mine().resume({ id }))).toBe(403);
  });

  it("trying again with more than one person may takes a second one, in one call or in several", async () => {
    const { id, ids } = await approved(6, { gates: { ...quickGates, errorPercent: 100, minFailed: 100 } });
    const failing = async () => report((await offerIdsOf(ids)).slice(0, 4), "failed");
    await failing();
    const retry = (persIds?: string[], by = story.me()) => as(by).retryFailed({ id, ifMatch: "*", persIds });
    expect(await refused(retry())).toBe(403);
    expect((await retry(ids.slice(0, 2))).counts.failed).toBe(2);
    expect(await refused(retry(ids.slice(2, 4)))).toBe(403);
    expect((await retry(ids.slice(2, 4), story.second())).counts.failed).toBe(0);
  });
});

describe("a large rollout in small parts", () => {
  it("takes a second person from the part on that makes it large", async () => {
    const { versions, ids } = await make.fleet(["1.0.0", "2.0.0"], 6);
    const version = versions[1] ?? "";
    const first = await started(version, ids.slice(0, 2));
    expect(await asked(first)).toEqual(["running", false]);
    expect(await asked(await started(version, ids.slice(2, 4)))).toEqual(["awaiting_approval", true]);
    // Somebody else's part is counted with what they started.
    expect(await asked(await started(version, ids.slice(4, 6), {}, third))).toEqual(["running", false]);
    const long = new Date(Date.now() - 8 * 86_400_000).toISOString();
    await db().update(firmwareRollouts).set({ startedAt: long, approvalAskedAt: long });
    await mine().cancel({ id: first, reason: "Again" });
    expect(await asked(await started(version, ids.slice(0, 2)))).toEqual(["running", false]);
  });

  it("is one by what was started, not by what has begun: a later start hides nothing", async () => {
    const { versions, ids } = await make.fleet(["1.0.0", "2.0.0"], 4);
    const startAt = new Date(Date.now() + 3_600_000).toISOString();
    expect(await asked(await started(versions[1] ?? "", ids.slice(0, 2), { startAt }))).toEqual(["scheduled", false]);
    expect(await asked(await started(versions[1] ?? "", ids.slice(2, 4), { startAt }))).toEqual([
      "awaiting_approval",
      true,
    ]);
  });

  it("is one where its parts are prepared at the same time", async () => {
    const { versions, ids } = await make.fleet(["1.0.0", "2.0.0"], 4);
    const [firmwareVersionId = ""] = versions.slice(1);
    const parts = [ids.slice(0, 2), ids.slice(2, 4)];
    const made = await Promise.all(
      parts.map(async (some) => {
        const { id } = await mine().create({ name: "Part", firmwareVersionId, filters: { ids: some }, waves: [{}] });
        await mine().start({ id });
        return id;
      }),
    );
    await Promise.all(made.map((id) => make.prepared(id)));
    const states = await Promise.all(made.map(asked));
    expect(states.map(([status]) => status).sort()).toEqual(["awaiting_approval", "running"]);
    const ctx = staffCtx(db());
    expect(await isApprovalNeeded(ctx, await rolloutRow(ctx, made[0] ?? ""), 2)).toBe(true);
  });
});
