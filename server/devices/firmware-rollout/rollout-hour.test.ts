import { eq, sql } from "drizzle-orm";
import { beforeAll, describe, expect, it } from "vitest";
import {
  firmwareRolloutDevices as devices,
  firmwareRollouts,
  firmwareRolloutHours as hours,
  modelPers,
  pers,
  persCurrentData,
} from "@/db/schema";
import { useDatabase } from "@/db/testing/database";
import { staffCtx } from "@/server/kit/testing";
import { watchRollouts } from "./rollout-watch.service";
import { expectHoursKept, quickGates, rolloutStory, serialOf } from "./testing";

const { db } = useDatabase();
const story = rolloutStory(db);
const { make, call, running, offerIdsOf, report, at } = story;
const gates = { ...quickGates, errorPercent: 100, minEnded: 50, watchHours: 24, answerHours: 1 };

beforeAll(story.prepare);

const pictureOf = (id: string) => call().firmwareRollouts.picture({ id });
const keptOf = (id: string) => db().select().from(hours).where(eq(hours.rolloutId, id));
/** What ended so far did so hours ago. */
async function earlier(id: string, count: number) {
  const before = sql`${count}::int * interval '1 hour'`;
  await db()
    .update(devices)
    .set({ endedAt: sql`${devices.endedAt} - ${before}` })
    .where(eq(devices.rolloutId, id));
  await db()
    .update(hours)
    .set({ hour: sql`${hours.hour} - ${before}` })
    .where(eq(hours.rolloutId, id));
}

describe("what ended by hour, model and reason is what counting the devices says", () => {
  it("after each way in which a device ends, and after each way back", async () => {
    const { id, ids, model } = await running(5, { gates });
    const kept = () => expectHoursKept(db(), [id]);
    const [first = "", second = "", third = "", fourth = "", mute = ""] = await offerIdsOf(ids);
    await report([first, second], "installed");
    await report([third], "failed", "E_FLASH");
    await report([fourth], "failed");
    await kept();
    await report([mute], "downloading");
    const long = new Date(Date.now() - 2 * 3_600_000).toISOString();
    await db().update(devices).set({ startedAt: long, heardAt: long }).where(eq(devices.offerId, mute));
    await db()
      .update(persCurrentData)
      .set({ lastMessageAt: long })
      .where(eq(persCurrentData.persId, ids[4] ?? ""));
    await watchRollouts(staffCtx(db()));
    await kept();
    const { failures, models, points } = await pictureOf(id);
    expect(failures).toEqual(["E_FLASH", "no_answer", "reported"].map((reason) => ({ reason, devices: 1 })));
    expect(models).toMatchObject([{ id: model, installed: 2, failed: 3 }]);
    expect(points).toMatchObject([{ installed: 2, failed: 3 }]);

    await earlier(id, 2);
    await kept();
    const say = { messageId: crypto.randomUUID(), iotMessageType: "status", sentAt: at() } as const;
    const persSerialNumber = serialOf(ids[0] ?? "");
    const messages = [{ ...say, persSerialNumber, payload: { firmwareVersion: "1.0.0" } }];
    await call().iotMessages.ingest({ messages });
    await report([third], "installed");
    await kept();
    expect((await pictureOf(id)).points.map(({ installed, failed }) => [installed, failed])).toEqual([
      [1, 2],
      [1, 1],
    ]);
    await call().firmwareRollouts.retryFailed({ id, ifMatch: "*" });
    await kept();
    const after = await pictureOf(id);
    expect([after.failures, after.points.map(({ failed }) => failed)]).toEqual([[], [0, 0]]);
    expect((await keptOf(id)).filter((row) => row.devices < 0)).toEqual([]);
    await call().firmwareRollouts.cancel({ id, reason: "Wrong" });
    await kept();
  });

  it("when many report at once", async () => {
    const { id, ids } = await running(24, { gates });
    const offers = await offerIdsOf(ids);
    await Promise.all(offers.map((offerId, n) => report([offerId], n % 3 === 0 ? "failed" : "installed", "E_ONE")));
    expect((await keptOf(id)).reduce((sum, row) => sum + row.devices, 0)).toBe(24);
    await story.expectCounted(id);
  });

  it("for the model that a device was when it was chosen, and for one that is removed", async () => {
    const { id, ids, model } = await running(3, { gates });
    const offers = await offerIdsOf(ids);
    await report(offers, "installed");
    const other = await make.fleet(["1.0.0"], 0);
    await db()
      .update(pers)
      .set({ modelPERSId: other.model })
      .where(eq(pers.id, ids[0] ?? ""));
    await call().pers.remove({ id: ids[1] ?? "" });
    const [named] = await db().select().from(modelPers).where(eq(modelPers.id, model));
    expect((await pictureOf(id)).models).toEqual([{ id: model, label: named?.label, installed: 3, failed: 0 }]);
    await expectHoursKept(db(), [id]);
  });

  it.each([
    ["the hour up to four days", "2026-01-09T12:00:00.000Z", ["05T13", "05T15"]],
    ["the day beyond them", "2026-01-09T12:00:00.001Z", ["05T00"]],
    ["the day while it runs for longer", null, ["05T00"]],
  ])("is drawn by %s", async (_, endedAt, days) => {
    const { id, model: modelPersId } = await running(1, { gates });
    await db()
      .update(firmwareRollouts)
      .set({ startedAt: "2026-01-05T12:00:00.000Z", endedAt })
      .where(eq(firmwareRollouts.id, id));
    const ended = { rolloutId: id, modelPersId, status: "installed", devices: 1 } as const;
    await db()
      .insert(hours)
      .values(["13", "15"].map((hour) => ({ ...ended, hour: `2026-01-05T${hour}:00:00.000Z` })));
    const { points } = await pictureOf(id);
    expect(points.map(({ at }) => at)).toEqual(days.map((day) => `2026-01-${day}:00:00Z`));
    expect(points.reduce((sum, { installed }) => sum + installed, 0)).toBe(2);
  });
});
