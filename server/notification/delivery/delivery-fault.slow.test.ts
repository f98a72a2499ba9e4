import { type ChildProcess, spawn } from "node:child_process";
import { setTimeout as sleep } from "node:timers/promises";
import { eq, sql } from "drizzle-orm";
import postgres from "postgres";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { notificationDevices, notificationRequests as requests, notificationDeliveries as table } from "@/db/schema";
import { useDatabase } from "@/db/testing/database";
import { patienceMs, scaled } from "@/db/testing/scale";
import { secretSettings } from "@/env/testing";
import { useProgram } from "@/scripts/testing/program";
import { seedBase } from "@/seed/base";
import { fcmSender } from "../sender/fcm-sender";
import { sendersOf } from "../sender/senders";
import { fcmAccount, startProvider } from "../sender/testing";
import { makeTemplate, notifications } from "../testing";
import { startDeliveries } from "./delivery-loop.service";

// The worker as the process it is, killed while it sends; and many messages beside one that is urgent.

const { db, url } = useDatabase();
const inFlight = 20;
const { program } = useProgram("server/worker.ts");
const workers: ChildProcess[] = [];
let google: Awaited<ReturnType<typeof startProvider>>;

beforeEach(async () => {
  await seedBase(db());
  await db().delete(table);
  await db().delete(requests);
  await db().delete(notificationDevices);
  google = await startProvider(() => ({ status: 200, after: 20 }));
});
afterEach(() => {
  for (const worker of workers.splice(0)) worker.kill("SIGKILL");
  google.close();
});

function startWorker() {
  const env = {
    ...secretSettings(),
    NODE_ENV: "test" as const,
    LOG_LEVEL: "silent",
    DATABASE_URL: url,
    FCM_SERVICE_ACCOUNT: JSON.stringify(fcmAccount(google.origin)),
    FCM_URL: google.origin,
  };
  const worker = spawn(process.execPath, [program], { env, stdio: "ignore" });
  workers.push(worker);
  const ended = new Promise<void>((done) => worker.once("exit", () => done()));
  return { kill: () => worker.kill("SIGKILL") && ended };
}

/** People with an Android phone each. */
async function phones(count: number) {
  await db().execute(sql`
    insert into backoffice.users (id, email, first_name, last_name, type, status, created_at, updated_at)
    select gen_random_uuid(), 'phone' || n || '@notify.test', 'P', 'H', 'Rider', 'active', now(), now()
    from generate_series(1, ${count}) n on conflict do nothing`);
  await db().execute(sql`
    insert into notification.devices (id, email, key_platform_tech, mobile_device_id, token, os, created_at, updated_at)
    select gen_random_uuid(), 'phone' || n || '@notify.test', 'RIDER_APP', 'phone', 'token ' || n, 1, now(), now()
    from generate_series(1, ${count}) n`);
  return Array.from({ length: count }, (_, n) => `phone${n + 1}@notify.test`);
}

async function send(emails: string[], more: object = {}) {
  const body = { notificationTitle: "Title", notificationContent: "Text", keyPlatformTechs: ["RIDER_APP"], ...more };
  const of = { emailUserDestList: emails, typeNotificationList: [2] };
  const { status, body: made } = await notifications(db)("POST", "/notification-request", { ...body, ...of });
  expect(status).toBe(201);
  return made.id as string;
}
const isPending = eq(table.status, "pending");
const left = () => db().$count(table, isPending);

/** Ends every connection to the database but the one that says so, which is what a restart of it does to a worker. */
async function endConnections() {
  const own = postgres(url, { max: 1 });
  await own`select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()`;
  await own.end();
}
const statusOf = async (id: string) => (await db().select().from(requests).where(eq(requests.id, id)))[0]?.status;

describe("a worker that is killed in mid-send", () => {
  test("loses nothing, and repeats at most what it had in flight", { timeout: scaled(240_000, 600_000) }, async () => {
    const kills = scaled(1, 20);
    const count = kills * 150;
    google.answer(() => ({ status: 200, after: 60 }));
    const id = await send(await phones(count));
    for (let n = 1; n <= kills; n++) {
      const worker = startWorker();
      const before = google.asked.length;
      await vi.waitFor(() => expect(google.asked.length).toBeGreaterThan(before + 40), {
        timeout: patienceMs,
        interval: 5,
      });
      await worker.kill();
      expect(await left()).toBeGreaterThan(0);
      // Its claims end.
      await db()
        .update(table)
        .set({ claimedUntil: sql`now() - interval '1 second'` })
        .where(sql`claimed_until is not null`);
    }
    startWorker();
    await vi.waitFor(async () => expect(await statusOf(id)).toBe("done"), { timeout: 60_000, interval: 200 });
    const ids = google.asked.map(({ body }) => JSON.parse(body).message.data.id as string);
    const sent = await db().select().from(table).where(eq(table.status, "sent"));
    expect(sent).toHaveLength(count);
    expect(new Set(ids)).toEqual(new Set(sent.map((row) => row.id))); // none lost, none unknown
    expect(ids.length - count).toBeLessThanOrEqual(kills * inFlight);
  });
});

describe("an urgent message", () => {
  test("goes out within 2 seconds while thousands wait", async () => {
    const waiting = scaled(2_000, 50_000);
    const emails = await phones(waiting);
    for (let start = 0; start < waiting; start += 10_000) await send(emails.slice(start, start + 10_000));
    const fcm = fcmSender({ account: fcmAccount(google.origin), url: google.origin });
    const deliveries = startDeliveries(sendersOf({ fcm }, false, inFlight));
    try {
      await vi.waitFor(() => expect(google.asked.length).toBeGreaterThan(100), patienceMs);
      const { keyNotificationTemplate } = await makeTemplate(db(), { isUrgent: true });
      const words = { notificationTitle: undefined, notificationContent: undefined, tokens: { name: "Ada" } };
      const begun = Date.now();
      const id = await send(["phone1@notify.test"], { keyNotificationTemplate, ...words });
      await vi.waitFor(async () => expect(await statusOf(id)).toBe("done"), { timeout: patienceMs, interval: 20 });
      expect(Date.now() - begun).toBeLessThan(scaled(10_000, 2_000));
      expect(await left()).toBeGreaterThan(waiting / 2);
    } finally {
      await deliveries.stop();
    }
  });
});

describe("a provider that is away", () => {
  test("finds all that waited when it is back, and is not hammered meanwhile", async () => {
    const waiting = scaled(300, 5_000);
    const id = await send(await phones(waiting));
    let asked = 0;
    google.answer(() => {
      asked++;
      return { status: 503, after: 5 };
    });
    const fcm = fcmSender({ account: fcmAccount(google.origin), url: google.origin });
    const deliveries = startDeliveries(sendersOf({ fcm }, false, inFlight));
    try {
      await sleep(scaled(1_500, 3_000));
      expect(asked).toBeLessThan(2 * inFlight + 10); // those in flight when it broke, and a probe or two
      google.answer(() => ({ status: 200 }));
      // The clock goes on: breaker and pauses are over.
      const over = async () => {
        await db().update(table).set({ dueAt: sql`now()` }).where(eq(table.status, "pending"));
        expect(await left()).toBe(0);
      };
      await vi.waitFor(over, { timeout: 60_000, interval: 1_000 });
    } finally {
      await deliveries.stop();
    }
    expect(await db().$count(table, eq(table.status, "sent"))).toBe(waiting);
    expect(["processing", "done"]).toContain(await statusOf(id));
  });
});

describe("a database that goes away", () => {
  test("during a send loses nothing and sends nothing twice", { timeout: 180_000 }, async () => {
    const count = scaled(200, 2_000);
    google.answer(() => ({ status: 200, after: 30 }));
    await send(await phones(count));
    const fcm = fcmSender({ account: fcmAccount(google.origin), url: google.origin });
    const deliveries = startDeliveries(sendersOf({ fcm }, false, inFlight));
    try {
      let [done, since] = [-1, 0];
      // What was claimed while the answer was lost waits until its claim ends; what is being saved does not.
      const goOn = async () => {
        const now = google.asked.length + (await db().$count(table, eq(table.status, "sent")));
        if (done !== now) [done, since] = [now, Date.now()];
        else if (Date.now() - since > 5_000) {
          await db().update(table).set({ claimedUntil: null }).where(isPending);
          since = Date.now();
        }
      };
      const until = (isThere: () => unknown) =>
        vi.waitFor(() => goOn().then(isThere), { timeout: patienceMs, interval: 20 });
      for (const part of [0.1, 0.4, 0.7]) {
        await until(() => expect(google.asked.length).toBeGreaterThan(count * part));
        await endConnections();
      }
      await until(async () => expect(await left()).toBe(0));
    } finally {
      await deliveries.stop();
    }
    expect(await db().$count(table, eq(table.status, "sent"))).toBe(count);
    expect(google.asked).toHaveLength(count);
  });
});
