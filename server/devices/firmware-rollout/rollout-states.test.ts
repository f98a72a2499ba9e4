import { eq } from "drizzle-orm";
import { beforeAll, describe, expect, it } from "vitest";
import {
  auditLog,
  firmwareRolloutDevices as devices,
  firmwareRollouts,
  firmwareRolloutWaves as waves,
} from "@/db/schema";
import { useDatabase } from "@/db/testing/database";
import { failure } from "@/server/kit/testing";
import { rolloutStatusWords } from "./rollout-status.rules";
import { mayFollow, type RolloutAction, type RolloutStatus } from "./states";
import { rolloutStory } from "./testing";

const { db } = useDatabase();
const story = rolloutStory(db);
const statuses = Object.keys(rolloutStatusWords) as RolloutStatus[]; // its own keys
const started = { id: "", ids: [""] };

beforeAll(async () => {
  await story.prepare();
  Object.assign(started, await story.running(3, { waves: [{ count: 1 }, {}], isDynamic: true }));
  const { approval } = await story.call().firmwareRollouts.get({ id: started.id });
  const hash = approval?.hash ?? "";
  await story.callAs(story.second()).firmwareRollouts.approve({ id: started.id, hash });
  const offers = await story.offersFor(started.ids);
  await story.report(
    offers.flatMap(({ offer }) => (offer ? [offer.offerId] : [])),
    "failed",
  );
});

/** Each action as somebody would do it who may do everything. */
const acts: Record<RolloutAction, (id: string) => Promise<unknown>> = {
  edit: (id) => rollouts().update({ id, ifMatch: "*", allowDowngrade: true }),
  adjust: (id) => rollouts().update({ id, ifMatch: "*", name: "Winter" }),
  remove: (id) => rollouts().remove({ id }),
  plan: (id) => rollouts().plan({ id }),
  start: (id) => rollouts().start({ id }),
  approve: (id) => rollouts().approve({ id, hash: "0".repeat(64) }),
  sendBack: (id) => rollouts().sendBack({ id, reason: "Too wide" }),
  pause: (id) => rollouts().pause({ id, reason: "Lunch" }),
  resume: (id) => rollouts().resume({ id }),
  nextWave: (id) => rollouts().nextWave({ id }),
  cancel: (id) => rollouts().cancel({ id, reason: "Wrong version" }),
  retryFailed: (id) => rollouts().retryFailed({ id, ifMatch: "*" }),
  finish: (id) => rollouts().finish({ id }),
  rollBack: (id) => rollouts().rollBack({ id }),
};
const rollouts = () => story.callAs(story.second()).firmwareRollouts;

const stored = async () => ({
  rollouts: await db().select().from(firmwareRollouts).orderBy(firmwareRollouts.id),
  waves: await db().select().from(waves).where(eq(waves.rolloutId, started.id)).orderBy(waves.index),
  devices: await db().select().from(devices).where(eq(devices.rolloutId, started.id)).orderBy(devices.id),
  history: await db().$count(auditLog),
});

describe.each(statuses)("a rollout that is %s", (status) => {
  it("refuses every action that its state does not have, and stays as it is", async () => {
    await db().update(firmwareRollouts).set({ status }).where(eq(firmwareRollouts.id, started.id));
    const before = await stored();
    const refused = (Object.keys(acts) as RolloutAction[]).filter((action) => !mayFollow(action, status));
    for (const action of refused) {
      const { status: answer, code } = await failure(acts[action](started.id));
      // What is fixed once it was started is named as that, in states in which other things can still be changed.
      const isPartly = action === "edit" && mayFollow("adjust", status);
      expect([action, answer, isPartly || code]).toEqual([action, 422, isPartly || "state_not_allowed"]);
    }
    expect(refused.length).toBeGreaterThan(0);
    expect(await stored()).toEqual(before);
  });
});
