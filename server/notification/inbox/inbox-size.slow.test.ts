import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { sql } from "drizzle-orm";
import { beforeAll, beforeEach, expect, test, vi } from "vitest";
import { notificationRequests as requests, notificationDeliveries as table } from "@/db/schema";
import { useDatabase } from "@/db/testing/database";
import { isLong, patienceMs, scaled } from "@/db/testing/scale";
import { seedBase } from "@/seed/base";
import { endLive, liveDoor } from "@/server/doors/live";
import { systemCtx } from "@/server/kit/call/context";
import { deliverDue } from "../delivery/delivery-round.service";
import { sendersOf } from "../sender/senders";
import { asPerson, makeRider, notifications } from "../testing";
import { inboxTopic } from "./inbox-live-topic";

// Inboxes at their size: in-app messages of many people beside those of one, and many bells at once.

const { db } = useDatabase();
beforeAll(() => seedBase(db()));
beforeEach(async () => {
  await db().delete(table);
  await db().delete(requests);
});

/** So many in-app messages, so many of them of one person, most of them read. */
async function fill(all: number, own: number, email: string) {
  await db().execute(sql`
    insert into ${requests} (id, notification_title, notification_content, key_platform_techs, type_notification_list,
      status, recipients, created_at, updated_at)
    select gen_random_uuid(), 'Many', 'Many', '{RIDER_APP}', '{1}', 'done', 1, now(), now() from generate_series(1, ${own})`);
  const step = 50_000;
  for (let start = 0; start < all; start += step)
    await db().execute(sql`
      with numbered as (select id, row_number() over () as n from ${requests})
      insert into ${table} (id, request_id, email, key_platform_tech, type, status, due_at, title, content, sent_at,
        delivered_at, in_app_status, created_at, updated_at)
      select gen_random_uuid(), r.id, case when m.n <= ${own} then ${email} else 'other' || m.n || '@notify.test' end,
        'RIDER_APP', 1, 'delivered', now(), 'Title', 'Text', now() - m.n * interval '1 second', now(),
        case when m.n % 10 = 0 then 1 else 2 end, now() - m.n * interval '1 second', now()
      from generate_series(${start + 1}::int, ${start + step}::int) m(n) join numbered r on r.n = (m.n - 1) % ${own} + 1`);
  await db().execute(sql`vacuum analyze ${table}`);
  await db().execute(sql`checkpoint`); // else what was just written is still on its way to the disk while it is measured
}

setFlagsFromString("--expose-gc");
const collectGarbage: unknown = runInNewContext("gc");

/** Bytes that are in use. */
function memory() {
  if (typeof collectGarbage === "function") collectGarbage();
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
}

/** The lower quartile: on a machine that does other things too, the median is how busy it was. */
const quartile = (numbers: number[]) => numbers.sort((a, b) => a - b)[Math.floor(numbers.length / 4)] ?? 0;

/** Milliseconds of a list, a count and a change of status. */
async function costs(rider: Awaited<ReturnType<typeof makeRider>>) {
  const ask = notifications(db, asPerson(db(), rider));
  const of = `email=${rider.email}&keyPlatformTech=RIDER_APP`;
  const { body } = await ask("GET", `/notification-in-app?${of}&limit=20`);
  const ids = body.items.map(({ id }: { id: string }) => id);
  const works = {
    list: () => ask("GET", `/notification-in-app?${of}&limit=20`),
    count: () => ask("GET", `/notification-in-app/count?${of}`),
    status: (n: number) =>
      ask("POST", "/notification-in-app/status", {
        email: rider.email,
        keyPlatformTech: "RIDER_APP",
        ids: ids.slice(0, 5),
        status: n % 2 ? 1 : 2,
      }),
  };
  const found = { list: 0, count: 0, status: 0 };
  for (const name of ["list", "count", "status"] as const) {
    const times: number[] = [];
    for (let n = 0; n < 110; n++) {
      const begun = performance.now();
      expect((await works[name](n)).status).toBeLessThan(300);
      if (n >= 10) times.push(performance.now() - begun);
    }
    found[name] = quartile(times);
  }
  return found;
}

test.runIf(isLong)("an inbox costs the same among a million messages", { timeout: 600_000 }, async () => {
  const rider = await makeRider(db());
  const own = 10_000;
  await fill(100_000, own, rider.email);
  const small = await costs(rider);
  await db().delete(table);
  await db().delete(requests);
  await fill(1_000_000, own, rider.email);
  const large = await costs(rider);
  console.info("in-app, ms at 100,000 and at 1,000,000", small, large);
  for (const name of ["list", "count", "status"] as const)
    expect([name, large[name] <= 1.5 * small[name] + 1]).toEqual([name, true]);
});

test("a bell among many rings within a second, and they cost little", async () => {
  const count = scaled(40, 500);
  const riders: Awaited<ReturnType<typeof makeRider>>[] = [];
  for (let n = 0; n < count; n++) riders.push(await makeRider(db()));
  const told = new Map<string, number>();
  // Each asks by a session of their own, which the door looks at again now and then.
  const screenActor = async (cookie: string | null) => {
    const rider = riders.find(({ id }) => id === cookie);
    return rider ? asPerson(db(), rider) : null;
  };
  const door = liveDoor(
    { screenActor, liveSessions: async (ids) => new Set(ids), database: db, appUrl: "http://localhost" },
    inboxTopic,
  );
  const open = async (some: typeof riders) => {
    for (const rider of some) {
      const headers = { cookie: rider.id };
      const request = new Request(`http://localhost${inboxTopic.path}RIDER_APP`, { headers });
      const response = await door({ request, url: new URL(request.url), requestId: "test", ip: null });
      const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
      void (async () => {
        for (let piece = await reader?.read(); piece && !piece.done; piece = await reader?.read())
          for (const [, unread] of piece.value.matchAll(/"count":(\d+)/g)) told.set(rider.email, Number(unread));
      })();
    }
    await vi.waitFor(() => expect(some.every(({ email }) => told.has(email))).toBe(true), patienceMs);
  };
  try {
    await open(riders.slice(0, 10)); // loads what is loaded once
    const before = memory();
    await open(riders.slice(10));
    const each = (memory() - before) / (count - 10);
    expect(each * 500).toBeLessThan(100 * 1024 * 1024);
    const ring = async (emails: string[], unread: number) => {
      const { status } = await notifications(db)("POST", "/notification-request", {
        notificationTitle: "Ring",
        notificationContent: "Text",
        keyPlatformTechs: ["RIDER_APP"],
        typeNotificationList: [1],
        emailUserDestList: emails,
      });
      expect(status).toBe(201);
      const begun = Date.now();
      while (await deliverDue(systemCtx("worker"), 1, sendersOf({}, false)));
      await vi.waitFor(() => expect(emails.every((email) => told.get(email) === unread)).toBe(true), {
        timeout: patienceMs,
        interval: 5,
      });
      return Date.now() - begun;
    };
    const one = await ring([riders.at(-1)?.email ?? ""], 1);
    expect(one).toBeLessThan(scaled(5_000, 1_000));
    const rest = riders.slice(0, -1).map(({ email }) => email);
    console.info(
      `bells: ${count} open, ${Math.round(each / 1024)} KiB each, one in ${one} ms, all in ${await ring(rest, 1)} ms`,
    );
  } finally {
    endLive();
  }
});
