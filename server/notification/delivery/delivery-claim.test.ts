import { eq, sql } from "drizzle-orm";
import { beforeEach, describe, expect, it } from "vitest";
import {
  notificationDevices as devices,
  notificationRequests as requests,
  notificationDeliveries as table,
} from "@/db/schema";
import { useDatabase } from "@/db/testing/database";
import { systemCtx } from "@/server/kit/call/context";
import { claimDue, endIdleRequests, endRequests, lineOf, release, settle, settleAll } from "./delivery-claim.service";

const { db } = useDatabase();
const ctx = () => systemCtx("worker");
beforeEach(async () => {
  for (const one of [table, requests, devices]) await db().delete(one);
});

type NewDelivery = Partial<typeof table.$inferInsert>;
let n = 0;

/** A request with one push for each of these, due by now where nothing else is said; the ids are in that order. */
async function makeDue(...fields: NewDelivery[]) {
  const values = { notificationTitle: "Title", notificationContent: "Text", keyPlatformTechs: ["RIDER_APP"] };
  const [request] = await db()
    .insert(requests)
    .values({ ...values, typeNotificationList: [2], recipients: fields.length })
    .returning();
  const requestId = request?.id ?? "";
  const rows = await db()
    .insert(table)
    .values(
      fields.map((more) => ({
        requestId,
        email: `claim${++n}@notify.test`,
        keyPlatformTech: "RIDER_APP",
        type: 2 as const,
        dueAt: "2026-01-01T00:00:00.000Z",
        ...more,
      })),
    )
    .returning();
  return { requestId, ids: rows.map(({ id }) => id) };
}
const stored = async (id: string) => (await db().select().from(table).where(eq(table.id, id)))[0];
const statusOf = async (id: string) => (await db().select().from(requests).where(eq(requests.id, id)))[0]?.status;
const claimed = async (limit = 10) => (await claimDue(ctx(), 2, limit)).map(({ id }) => id);
/** As if these had been claimed so long ago. */
const age = (seconds: number) =>
  db()
    .update(table)
    .set({ claimedUntil: sql`claimed_until - make_interval(secs => ${seconds})` });

describe("a claim", () => {
  it("takes what is due, pending, of that type and not claimed; urgent ones first, then by their times", async () => {
    const { ids } = await makeDue(
      { dueAt: "2026-01-02T00:00:00.000Z" },
      { dueAt: "2026-01-01T00:00:00.000Z" },
      { dueAt: "2026-01-03T00:00:00.000Z", isUrgent: true },
      { dueAt: "2200-01-01T00:00:00.000Z" },
      { status: "sent" },
      { type: 3 },
      { claimedUntil: "2200-01-01T00:00:00.000Z" },
      { claimedUntil: "2026-01-01T00:00:00.000Z", dueAt: "2026-01-04T00:00:00.000Z" },
    );
    expect(await claimed(2)).toEqual([ids[2], ids[1]]);
    expect(await claimed()).toEqual([ids[0], ids[7]]);
    expect(await claimed()).toEqual([]);
  });

  it("ends after a minute", async () => {
    const { ids } = await makeDue({});
    expect(await claimed()).toEqual(ids);
    await age(58);
    expect(await claimed()).toEqual([]);
    await age(3);
    expect(await claimed()).toEqual(ids);
  });

  it("marks its requests and no others", async () => {
    const [mine, later] = [await makeDue({}), await makeDue({ dueAt: "2200-01-01T00:00:00.000Z" })];
    await claimed();
    expect([await statusOf(mine.requestId), await statusOf(later.requestId)]).toEqual(["processing", "pending"]);
    const over = await makeDue({});
    await db().update(requests).set({ status: "cancelled" }).where(eq(requests.id, over.requestId));
    await claimed();
    expect(await statusOf(over.requestId)).toBe("cancelled");
  });

  it("is released at once, except of what has an outcome and what another has claimed by now", async () => {
    const { ids } = await makeDue({}, {}, {});
    const [free = "", sent = "", others = ""] = ids;
    const rows = await claimDue(ctx(), 2, 10);
    await db().update(table).set({ status: "sent" }).where(eq(table.id, sent));
    await db()
      .update(table)
      .set({ claimedUntil: sql`claimed_until + interval '1 minute'` })
      .where(eq(table.id, others));
    const before = await stored(free);
    await release(ctx(), rows);
    expect(await stored(free)).toEqual({ ...before, claimedUntil: null });
    expect((await stored(sent))?.claimedUntil).not.toBeNull();
    expect((await stored(others))?.claimedUntil).not.toBeNull();
    expect(await claimed()).toEqual([free]);
    await release(ctx(), []);
  });
});

describe("an outcome", () => {
  const outcome = (id: string, status: "sent" | "delivered" | "failed" | "pending") => ({
    id,
    status,
    line: lineOf(status),
  });

  it("of a worker whose claim ended changes nothing that another has finished", async () => {
    const { ids } = await makeDue({}, {});
    const [late = "", open = ""] = ids;
    await claimed();
    await age(61);
    await claimed();
    await settleAll(ctx(), [outcome(late, "sent")]);
    const finished = await stored(late);
    for (const status of ["failed", "delivered", "pending"] as const) {
      await settleAll(ctx(), [outcome(late, status)]);
      expect(await stored(late)).toEqual(finished);
    }
    expect(finished).toMatchObject({ status: "sent", version: 2, story: [{ event: "sent" }], claimedUntil: null });
    expect(await stored(open)).toMatchObject({ status: "pending", version: 1 });
  });

  it("says when it was sent and delivered, and that a message in the inbox is unread", async () => {
    const { ids } = await makeDue({}, {}, {}, { type: 1 });
    const [sent = "", delivered = "", failed = "", inbox = ""] = ids;
    await settleAll(ctx(), [
      outcome(sent, "sent"),
      outcome(delivered, "delivered"),
      { ...outcome(failed, "failed"), reason: "gone", tries: 3 },
      { ...outcome(inbox, "delivered"), title: "T", content: "C", link: "l", isFallback: true },
    ]);
    const instant = expect.any(String);
    expect(await stored(sent)).toMatchObject({ sentAt: instant, deliveredAt: null, inAppStatus: null });
    expect(await stored(delivered)).toMatchObject({ sentAt: instant, deliveredAt: instant, inAppStatus: null });
    expect(await stored(failed)).toMatchObject({ sentAt: null, deliveredAt: null, reason: "gone", tries: 3 });
    expect(await stored(inbox)).toMatchObject({
      inAppStatus: 1,
      title: "T",
      content: "C",
      link: "l",
      isFallback: true,
    });
  });

  it("removes a token that is gone, and none that its device got since; who was reached is marked", async () => {
    const device = (mobileDeviceId: string, token: string) => ({
      email: "d@notify.test",
      keyPlatformTech: "RIDER_APP",
      os: 1,
      mobileDeviceId,
      token,
    });
    const made = await db()
      .insert(devices)
      .values([device("gone", "old"), device("renewed", "new"), device("reached", "good"), device("other", "old 2")])
      .returning();
    const [gone = "", renewed = "", reached = ""] = made.map(({ id }) => id);
    const { ids } = await makeDue({});
    const tokens = [
      { id: gone, token: "old" },
      { id: renewed, token: "old" },
    ];
    await settle(ctx(), [{ outcome: outcome(ids[0] ?? "", "sent"), reached: [reached], gone: tokens }]);
    const left = await db().select().from(devices).orderBy(devices.mobileDeviceId);
    expect(left.map(({ mobileDeviceId, lastSuccessAt }) => [mobileDeviceId, lastSuccessAt !== null])).toEqual([
      ["other", false],
      ["reached", true],
      ["renewed", false],
    ]);
  });
});

describe("a request", () => {
  it("ends when nothing of it waits: done, failed or in between", async () => {
    const at = async (...statuses: ("sent" | "failed" | "skipped" | "pending")[]) => {
      const { requestId } = await makeDue(...statuses.map((status) => ({ status })));
      await db().update(requests).set({ status: "processing" }).where(eq(requests.id, requestId));
      return requestId;
    };
    const [done, failed, partial, none, open, unasked] = [
      await at("sent", "skipped"),
      await at("failed", "skipped"),
      await at("failed", "sent"),
      await at("skipped"),
      await at("sent", "pending"),
      await at("sent"),
    ];
    expect(await endRequests(ctx(), [done, failed, partial, none, open])).toBe(4);
    const all = await Promise.all([done, failed, partial, none, open, unasked].map(statusOf));
    expect(all).toEqual(["done", "failed", "partial", "done", "processing", "processing"]);
    const cancelled = await at("sent");
    await db().update(requests).set({ status: "cancelled" }).where(eq(requests.id, cancelled));
    expect(await endRequests(ctx())).toBe(1);
    expect(await Promise.all([unasked, cancelled].map(statusOf))).toEqual(["done", "cancelled"]);
  });

  it("that never had anything to send ends by itself; one that has not begun waits", async () => {
    const [idle, waiting] = [await makeDue({ status: "skipped" }), await makeDue({})];
    const planned = await makeDue({ status: "skipped" });
    await db().update(requests).set({ status: "scheduled" }).where(eq(requests.id, planned.requestId));
    expect(await endIdleRequests(ctx())).toBe(1);
    const all = await Promise.all([idle, waiting, planned].map(({ requestId }) => statusOf(requestId)));
    expect(all).toEqual(["done", "pending", "scheduled"]);
  });
});
