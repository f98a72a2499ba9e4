import { sql } from "drizzle-orm";
import { afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import { modelPers, pers } from "@/db/schema";
import { useDatabase } from "@/db/testing/database";
import { patienceMs, scaled } from "@/db/testing/scale";
import { endLive, liveDoor } from "@/server/doors/live";
import type { Actor } from "@/server/kit/call/context";
import type { LiveTopic } from "@/server/kit/call/live-topic";
import { wakers } from "@/server/kit/process/wake";
import { failure, staffCtx } from "@/server/kit/testing";
import { appRouter } from "@/server/root";
import { followed } from "./iot-live.service";
import { persTopic } from "./iot-live-topic";

const { db } = useDatabase();
let persId = "";
let actor: Actor | null = null;
let n = 0;

beforeAll(async () => {
  const [model] = await db().insert(modelPers).values({ label: "Core" }).returning();
  const made = await db()
    .insert(pers)
    .values(["P-1", "P-2"].map((nuSerialPersNumber) => ({ nuSerialPersNumber, modelPERSId: model?.id ?? "" })))
    .returning();
  persId = made[0]?.id ?? "";
  actor = staffCtx(db()).actor;
});

afterEach(endLive);

const door = (topic: LiveTopic) =>
  liveDoor(
    {
      screenActor: async () => actor,
      liveSessions: async (ids) => new Set(ids),
      database: db,
      appUrl: "http://localhost",
    },
    topic,
  );
const open = (id = persId, headers: Record<string, string> = {}, signal?: AbortSignal, topic = persTopic) => {
  const request = new Request(`http://localhost${persTopic.path}${id}`, { headers, signal });
  return door(topic)({ request, url: new URL(request.url), requestId: "test", ip: null });
};
const send = (count: number, persSerialNumber = "P-1") =>
  appRouter.createCaller(staffCtx(db())).iotMessages.ingest({
    messages: Array.from({ length: count }, () => ({
      messageId: `live-${++n}`,
      persSerialNumber,
      iotMessageType: "status",
      payload: { n },
      sentAt: new Date().toISOString(),
    })),
  });

/** Reads events until there are `count` of them. */
async function events(response: Response, count: number) {
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
  const found: { id: string; n: unknown }[] = [];
  for (let text = ""; found.length < count; ) {
    const piece = await reader?.read();
    if (!piece || piece.done) break;
    const blocks = (text + piece.value).split("\n\n");
    text = blocks.pop() ?? "";
    for (const block of blocks) {
      const [, id = "", data = ""] = /^id: (\S+)\nevent: message\ndata: (.*)$/.exec(block) ?? [];
      if (id) found.push({ id, n: JSON.parse(data).payload.n });
    }
  }
  await reader?.cancel();
  return found;
}

it("keeps a thousand lines for a client that does not read, and then ends", async () => {
  let tell: Parameters<LiveTopic["follow"]>[3] = () => undefined;
  let isOver = false;
  const topic: LiveTopic = {
    ...persTopic,
    follow: async (_ctx, _rest, _after, say) => {
      tell = say;
      return () => {
        isOver = true;
      };
    },
  };
  await open(persId, {}, undefined, topic);
  let lines = 1; // what is said first
  for (; !isOver && lines < 2000; lines++) tell({ event: "message", data: lines });
  expect(lines).toBe(1002);
});

it("asks who reads as often as the topic wants, whatever other topics want", async () => {
  const asked: Record<string, number> = {};
  const usual = { liveSessions: async (ids: string[]) => new Set(ids), database: db, appUrl: "http://localhost" };
  const screenActor = async (cookie: string | null) => {
    asked[String(cookie)] = (asked[String(cookie)] ?? 0) + 1;
    return actor;
  };
  const one = { screenActor, ...usual };
  for (const [cookie, checkMs] of [
    ["often", 20],
    ["seldom", 3_600_000],
  ] as const) {
    const request = new Request(`http://localhost${persTopic.path}${persId}`, { headers: { cookie } });
    const topic = { ...persTopic, checkMs };
    await liveDoor(one, topic)({ request, url: new URL(request.url), requestId: "test", ip: null });
  }
  await expect.poll(() => asked.often).toBeGreaterThan(5);
  expect(asked.seldom).toBe(1);
});

it("is looked at by one after the other: what is told meanwhile is looked at once more", async () => {
  const live = wakers("wake_test");
  await live.listen();
  const [one, other] = [{ looks: 0 }, { looks: 0 }];
  let goOn = () => {};
  const gate = new Promise<void>((done) => {
    goOn = done;
  });
  const ends = [
    live.follow("one", async () => {
      one.looks += 1;
      await gate;
    }),
    live.follow("other", async () => {
      other.looks += 1;
    }),
  ];
  const told = (name: string) => db().execute(sql`select pg_notify('wake_test', ${name})`);
  const before = [one.looks, other.looks];
  for (const name of ["one", "elsewhere,one", "other"]) await told(name);
  await expect.poll(() => other.looks).toBe(2);
  expect([before, one.looks]).toEqual([[1, 1], 1]);
  goOn();
  await expect.poll(() => one.looks).toBe(2);
  for (const end of ends) end();
  expect(live.followed()).toBe(0);
});

describe("the live tail of a PERS", () => {
  it("tells each of its messages once, from now on, and nothing of others", async () => {
    await send(3);
    const response = await open();
    expect(response.headers.get("content-type")).toContain("text/event-stream");
    const first = n + 1;
    const reading = events(response, 60);
    await send(5, "P-2");
    await Promise.all(Array.from({ length: 6 }, () => send(10)));
    const found = await reading;
    expect(found.map((one) => one.n).sort((a, b) => Number(a) - Number(b))).toEqual(
      Array.from({ length: 60 }, (_, k) => first + 5 + k),
    );
    await vi.waitFor(() => expect(followed()).toBe(0), patienceMs);
  });

  it("goes on where a lost line was", async () => {
    const reading = events(await open(), 1);
    await send(1);
    const [last] = await reading;
    await send(4);
    const found = await events(await open(persId, { "last-event-id": last?.id ?? "" }), 4);
    expect(found.map((one) => one.n)).toEqual([n - 3, n - 2, n - 1, n]);
  });

  it("is for those who may see PERS, of a PERS that exists", async () => {
    expect((await failure(open(crypto.randomUUID()))).status).toBe(404);
    expect((await failure(open("x"))).status).toBe(404);
    expect((await failure(open(persId, { origin: "https://elsewhere.example" }))).status).toBe(403);
    const allowed = actor;
    actor = staffCtx(db(), ["firmware.read"]).actor;
    expect((await failure(open())).status).toBe(403);
    actor = null;
    expect((await failure(open())).status).toBe(401);
    actor = allowed;
    expect(followed()).toBe(0);
  });

  it("ends when the reader goes, when the process stops, and when the right is lost", async () => {
    const gone = new AbortController();
    await open(persId, {}, gone.signal);
    expect(followed()).toBe(1);
    gone.abort();
    expect(followed()).toBe(0);
    const stopped = await open();
    endLive();
    expect(await stopped.text()).toBe("retry: 3000\n\n");
    const allowed = actor;
    for (const now of [null, staffCtx(db(), ["firmware.read"]).actor]) {
      const lost = await open();
      actor = now;
      const begun = Date.now();
      expect(await lost.text()).toBe("retry: 3000\n\nevent: over\ndata: null\n\n");
      expect(Date.now() - begun).toBeLessThan(scaled(10_000, 2_000));
      actor = allowed;
    }
    expect(followed()).toBe(0);
  });

  it("has twenty places for one reader, whoever they act as, and the others keep theirs", async () => {
    const opened = await Promise.allSettled(Array.from({ length: 30 }, () => open()));
    expect(opened.filter(({ status }) => status === "fulfilled")).toHaveLength(20);
    const refused = opened.find(({ status }) => status === "rejected");
    expect(refused).toMatchObject({ reason: { status: 429, headers: { "retry-after": "30" } } });
    const allowed = actor;
    if (allowed?.kind !== "user") throw new Error("no person");
    actor = { ...allowed, id: crypto.randomUUID(), actingId: allowed.id };
    expect((await failure(open())).status).toBe(429);
    actor = { ...allowed, id: crypto.randomUUID() };
    expect((await open()).status).toBe(200);
    actor = allowed;
    expect((await failure(open(crypto.randomUUID()))).status).toBe(429);
    endLive();
    // Who is refused takes no place.
    for (let turn = 0; turn < 25; turn++) expect((await failure(open(crypto.randomUUID()))).status).toBe(404);
    expect((await open()).status).toBe(200);
    endLive();
  });
});
