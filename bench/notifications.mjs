// @ts-check
import { fork } from "node:child_process";
import { generateKeyPairSync } from "node:crypto";
import { rmSync } from "node:fs";
import { resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { randomSecrets } from "../scripts/demo.mjs";
import { ready } from "./parts/ready.mjs";
import { cpuMs, median, ms, say, table, times } from "./parts/say.mjs";
import { sizes } from "./parts/sizes.mjs";

// What a request of many recipients costs beside the bare INSERT of its rows, and how many messages a worker delivers beside
// a bare loop that asks the same provider and updates the same rows:
//   node bench/notifications.mjs [--recipients 10000] [--deliveries 5000] [--rounds 5] [--tiny]

const { recipients, deliveries, rounds } = sizes({
  recipients: [10_000, 200],
  deliveries: [5_000, 60],
  rounds: [5, 1],
});
await ready({ built: false });
const { drizzle } = await import("drizzle-orm/postgres-js");
const { migrate } = await import("drizzle-orm/postgres-js/migrator");
const { build } = await import("esbuild");
const { default: postgres } = await import("postgres");
const { uuidv7 } = await import("uuidv7");
const { emptyDatabase } = await import("./parts/database.mjs");

const key = "bench-key-that-is-long-enough-for-production-0123456789";
const url = await emptyDatabase("bench_notifications");
Object.assign(process.env, randomSecrets(), {
  DATABASE_URL: url,
  APP_URL: "http://localhost",
  INTERNAL_API_KEY: key,
  LOG_LEVEL: "error",
  NODE_ENV: "test",
  RATE_LIMITS: "off",
  NOTIFICATION_HOURLY_CAP: "10000",
});
const single = postgres(url, { max: 1, onnotice: () => undefined });
await migrate(drizzle({ client: single }), { migrationsFolder: "db/migrations", migrationsSchema: "drizzle" });
await single.end();
const sql = postgres(url, { max: 4, onnotice: () => undefined });

const bundle = resolve("dist/bench-notifications.mjs");
await build({
  stdin: {
    contents: `export { handleApi } from "@/server/api";
      export { closeDatabase, database } from "@/db/client";
      export { seedBase } from "@/seed/base";
      export { systemCtx } from "@/server/kit/call/context";
      export { deliverDue } from "@/server/notification/delivery/delivery-round.service";
      export { sendersOf } from "@/server/notification/sender/senders";
      export { fcmSender } from "@/server/notification/sender/fcm-sender";`,
    resolveDir: ".",
  },
  outfile: bundle,
  bundle: true,
  packages: "external",
  platform: "node",
  format: "esm",
  logLevel: "warning",
});
const ours = await import(pathToFileURL(bundle).href);
await ours.seedBase(ours.database());
const ctx = ours.systemCtx("bench");

const addresses = Array.from({ length: Math.max(recipients, deliveries) }, (_, n) => `person${n}@bench.test`);
await sql`
  insert into backoffice.users (id, email, first_name, last_name, type, status, created_at, updated_at)
  select gen_random_uuid(), email, 'P', 'N', 'Rider', 'active', now(), now() from unnest(${addresses}::text[]) email`;
await sql`
  insert into notification.devices (id, email, key_platform_tech, mobile_device_id, token, os, created_at, updated_at)
  select gen_random_uuid(), email, 'RIDER_APP', 'phone', 'token ' || email, 1, now(), now()
  from unnest(${addresses}::text[]) email`;
await sql`analyze`;

/** Sends to so many people by one way, through the whole REST door but the socket. */
async function send(/** @type {number} */ count, /** @type {number} */ type) {
  const body = {
    notificationTitle: "Bench {{name}}",
    notificationContent: "A text of an ordinary length, with a token: {{name}}.",
    tokens: { name: "Ada" },
    keyPlatformTechs: ["RIDER_APP"],
    typeNotificationList: [type],
    emailUserDestList: addresses.slice(0, count),
  };
  const headers = { "x-api-key": key, "content-type": "application/json" };
  const request = new Request("http://localhost/api/notification-request", {
    method: "POST",
    headers,
    body: JSON.stringify(body),
  });
  const response = await ours.handleApi(request, "127.0.0.1");
  if (response.status !== 201) throw new Error(`${response.status} ${await response.text()}`);
}

async function timed(/** @type {() => Promise<unknown>} */ work) {
  const begun = performance.now();
  await work();
  return performance.now() - begun;
}

await sql`create schema bare`;
await sql`create table bare.deliveries (like notification.deliveries including all)`;
/** The same rows into a table of the same shape, in one statement. */
async function insertBare(/** @type {number} */ count) {
  const rows = addresses.slice(0, count).map((email) => ({ id: uuidv7(), email }));
  await sql`
    insert into bare.deliveries (id, request_id, email, key_platform_tech, type, due_at, created_at, updated_at)
    select r.id, ${uuidv7()}::uuid, r.email, 'RIDER_APP', 2, now(), now(), now()
    from jsonb_to_recordset(${sql.json(rows)}) as r(id uuid, email text)`;
}

const stored = table(`A request of ${recipients} recipients`, ["", "ours ms", "bare INSERT ms", "of bare"]);
/** @type {{ ours: number[], bare: number[], of: number[] }} */
const requests = { ours: [], bare: [], of: [] };
for (let round = 0; round <= rounds; round++) {
  const bare = await timed(() => insertBare(recipients));
  const own = await timed(() => send(recipients, 3));
  await sql`truncate bare.deliveries`;
  await sql`truncate notification.deliveries, notification.requests`;
  if (round === 0) continue; // warms up
  requests.ours.push(own);
  requests.bare.push(bare);
  requests.of.push(own / bare);
}
stored("one way", ms(median(requests.ours)), ms(median(requests.bare)), times(median(requests.of)));

/** A provider in a process of its own. */
async function provider(/** @type {number} */ after) {
  const child = fork("bench/parts/push-provider.mjs", [String(after)]);
  const port = await new Promise((done) => {
    child.once("message", done);
  });
  return { origin: `http://127.0.0.1:${port}`, close: () => child.disconnect() };
}
const { privateKey } = generateKeyPairSync("rsa", { modulusLength: 2048 });
const inFlight = 20;
const sendersTo = (/** @type {string} */ origin) => {
  const account = {
    project_id: "bench",
    client_email: "bench@bench.test",
    private_key: privateKey.export({ type: "pkcs8", format: "pem" }).toString(),
    token_uri: `${origin}/token`,
  };
  return ours.sendersOf({ fcm: ours.fcmSender({ account, url: origin }) }, false, inFlight);
};

/** Workers that send until nothing is due. */
const drain = (/** @type {number} */ type, /** @type {unknown[]} */ workers) =>
  Promise.all(
    workers.map(async (senders) => {
      while ((await ours.deliverDue(ctx, type, senders)) > 0);
    }),
  );

/** The same requests and the same updates, with nothing around them. */
async function drainBare(/** @type {string} */ origin) {
  const rows = await sql`select id, email from bare.deliveries`;
  const next = async () => {
    for (let row = rows.shift(); row; row = rows.shift()) {
      const body = JSON.stringify({ message: { token: `token ${row.email}`, notification: { title: "Bench" } } });
      const answer = await fetch(`${origin}/send`, { method: "POST", body });
      await answer.text();
      await sql`update bare.deliveries set status = 'sent', sent_at = now(), version = version + 1 where id = ${row.id}`;
    }
  };
  await Promise.all(Array.from({ length: inFlight }, next));
}

const cpu = () => {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
};
const add = table(`${deliveries} deliveries, ${inFlight} in flight`, [
  "",
  "a second",
  "CPU ms each",
  "bare loop a second",
  "of bare",
]);

async function measured(
  /** @type {string} */ name,
  /** @type {number} */ type,
  /** @type {number} */ after,
  workers = 1,
) {
  const google = type === 2 ? await provider(after) : undefined;
  const origin = google?.origin ?? "";
  await send(deliveries, type);
  const begun = cpu();
  const took = await timed(() =>
    drain(
      type,
      Array.from({ length: workers }, () => (google ? sendersTo(origin) : ours.sendersOf({}, false))),
    ),
  );
  const each = (cpu() - begun) / deliveries;
  const [{ n } = { n: 0 }] = await sql`
    select count(*)::int as n from notification.deliveries where status in ('sent', 'delivered')`;
  if (n !== deliveries) throw new Error(`${name}: ${n} of ${deliveries} were sent`);
  await sql`truncate notification.deliveries, notification.requests`;
  const perSecond = (deliveries * 1000) / took;
  let bare = "";
  let of = "";
  if (google && workers === 1) {
    await insertBare(deliveries);
    const bareTook = await timed(() => drainBare(origin));
    await sql`truncate bare.deliveries`;
    bare = ms((deliveries * 1000) / bareTook);
    of = times(bareTook / took);
  }
  add(name, ms(perSecond), cpuMs(each), bare, of);
  google?.close();
  return perSecond;
}

try {
  await measured("in-app", 1, 0);
  await measured("push, provider answers in 20 ms", 2, 20);
  const one = await measured("push, provider answers in 200 ms", 2, 200);
  const two = await measured("the same, two workers", 2, 200, 2);
  say(`two workers: ${times(two / one)} of one`);
} finally {
  rmSync(bundle, { force: true });
  await sql.end();
  await ours.closeDatabase();
}
