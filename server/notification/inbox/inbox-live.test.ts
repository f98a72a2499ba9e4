import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { closeDatabase } from "@/db/client";
import { useDatabase } from "@/db/testing/database";
import { patienceMs } from "@/db/testing/scale";
import { seedBase } from "@/seed/base";
import { endLive, liveDoor } from "@/server/doors/live";
import { type Actor, systemCtx } from "@/server/kit/call/context";
import { failure } from "@/server/kit/testing";
import { deliverDue } from "../delivery/delivery-round.service";
import { sendersOf } from "../sender/senders";
import { asPerson, makeRider, notifications } from "../testing";
import { inboxTopic } from "./inbox-live-topic";

const { db } = useDatabase();
let rider: Awaited<ReturnType<typeof makeRider>>;
let actor: Actor | null = null;
beforeEach(async () => {
  await seedBase(db());
  rider = await makeRider(db());
  actor = asPerson(db(), rider);
});
afterEach(endLive);

const sessionOf = (of: Actor | null) => (of?.kind === "user" ? of.sessionId : "");
const open = (path = `${inboxTopic.path}RIDER_APP`) => {
  const request = new Request(`http://localhost${path}`);
  const topic = { ...inboxTopic, checkMs: 200 };
  const door = liveDoor(
    {
      screenActor: async () => actor,
      liveSessions: async (ids) => new Set(ids),
      database: db,
      appUrl: "http://localhost",
    },
    topic,
  );
  return door({ request, url: new URL(request.url), requestId: "test", ip: null });
};

/** Counts of unread messages, as they are told. */
function counts(response: Response) {
  const told: number[] = [];
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
  const state = { ended: false, isOver: false };
  const read = async () => {
    for (let piece = await reader?.read(); piece && !piece.done; piece = await reader?.read()) {
      state.isOver ||= piece.value.includes("event: over");
      for (const [, count] of piece.value.matchAll(/"count":(\d+)/g)) told.push(Number(count));
    }
    state.ended = true;
  };
  void read();
  return { told, state };
}

async function send(email: string) {
  const words = { notificationTitle: "Ring", notificationContent: "Text", keyPlatformTechs: ["RIDER_APP"] };
  await notifications(db)("POST", "/notification-request", {
    ...words,
    emailUserDestList: [email],
    typeNotificationList: [1],
  });
  await deliverDue(systemCtx("worker"), 1, sendersOf({}, false));
}

describe("the live inbox", () => {
  it("rings when a message comes, and in both windows when it is read in one", async () => {
    const [one, other] = [counts(await open()), counts(await open())];
    await vi.waitFor(() => expect([one.told, other.told]).toEqual([[0], [0]]), patienceMs);
    await send(rider.email);
    await vi.waitFor(() => expect([one.told.at(-1), other.told.at(-1)]).toEqual([1, 1]), patienceMs);
    const body = { email: rider.email, keyPlatformTech: "RIDER_APP", all: true, status: 2 };
    await notifications(db, asPerson(db(), rider))("POST", "/notification-in-app/status", body);
    await vi.waitFor(() => expect([one.told.at(-1), other.told.at(-1)]).toEqual([0, 0]), patienceMs);
  });

  it("rings after the pool was closed and opened anew", async () => {
    for (let round = 0; round < 2; round++) {
      const { told } = counts(await open());
      await vi.waitFor(() => expect(told).toEqual([round]), patienceMs);
      await send(rider.email);
      await vi.waitFor(() => expect(told.at(-1)).toBe(round + 1), patienceMs);
      endLive();
      await closeDatabase();
    }
  });

  it("ends within a second of the end of its session, however seldom its rights are asked for", async () => {
    const live = new Set([sessionOf(actor)]);
    const door = liveDoor(
      {
        screenActor: async () => actor,
        liveSessions: async (ids) => new Set(ids.filter((id) => live.has(id))),
        database: db,
        appUrl: "http://localhost",
      },
      inboxTopic,
    );
    const request = new Request(`http://localhost${inboxTopic.path}RIDER_APP`);
    const mine = counts(await door({ request, url: new URL(request.url), requestId: "test", ip: null }));
    await vi.waitFor(() => expect(mine.told).toEqual([0]), patienceMs);
    live.clear();
    const begun = performance.now();
    await vi.waitFor(() => expect(mine.state).toEqual({ ended: true, isOver: true }), {
      timeout: patienceMs,
      interval: 10,
    });
    expect(performance.now() - begun).toBeLessThan(inboxTopic.checkMs ?? 0);
  });

  it("asks for its right at each look of its topic's time", async () => {
    const seen = { looks: 0, rights: 0 };
    const door = liveDoor(
      {
        screenActor: async () => {
          seen.rights++;
          return actor;
        },
        liveSessions: async (ids) => {
          seen.looks++;
          return new Set(ids);
        },
        database: db,
        appUrl: "http://localhost",
      },
      { ...inboxTopic, checkMs: 100 },
    );
    const request = new Request(`http://localhost${inboxTopic.path}RIDER_APP`);
    await door({ request, url: new URL(request.url), requestId: "test", ip: null });
    seen.rights = 0; // of the beginning
    await vi.waitFor(() => expect(seen.looks).toBeGreaterThan(6), patienceMs);
    // The first look may come early, and the last one be under way.
    expect(seen.rights).toBeGreaterThanOrEqual(seen.looks - 2);
  });

  it("says nothing of others, ends with the session, and is for people with a session only", async () => {
    const mine = counts(await open());
    await vi.waitFor(() => expect(mine.told).toEqual([0]), patienceMs);
    await send((await makeRider(db())).email);
    await new Promise((done) => setTimeout(done, 200));
    expect(mine.told).toEqual([0]);
    actor = null;
    await vi.waitFor(() => expect(mine.state).toEqual({ ended: true, isOver: true }), patienceMs);
    expect((await failure(open())).status).toBe(401);
    actor = asPerson(db(), rider);
    expect((await failure(open(`${inboxTopic.path}a%2Fb`))).status).toBe(404);
  });
});
