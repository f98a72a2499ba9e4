// @ts-check
// `node bench/login.mjs [--rounds 5] [--tiny]`: logins a second by REST beside argon2id with the two commits of a login done by
// hand, and beside argon2id alone; in turns, in one run.
import { fork } from "node:child_process";
import { cpus } from "node:os";
import { password } from "../scripts/demo.mjs";
import { ready } from "./parts/ready.mjs";
import { cpuMs, cpuTimes, median, ms, say, table, times } from "./parts/say.mjs";
import { sizes } from "./parts/sizes.mjs";

const { rounds, count, rows } = sizes({ rounds: [5, 1], count: [400, 8], rows: [2000, 300] });
await ready({});
const { default: postgres } = await import("postgres");
const { database, withPers } = await import("./parts/database.mjs");
const { measure, startOurs, stopLoader } = await import("./parts/servers.mjs");

const people = 64; // logins of one account take turns, so every connection needs its own

/** Accounts with the demo's password. */
async function accounts(/** @type {string} */ url) {
  const sql = postgres(url, { max: 1, onnotice: () => {} });
  const emails = Array.from({ length: people }, (_, n) => `bench${n}@persdesk.demo`);
  await sql`
    insert into backoffice.users (id, email, first_name, last_name, type, status, password_hash, created_at, updated_at)
    select gen_random_uuid(), e, 'Bench', 'Mark', 'Rider', 'active', a.password_hash, now(), now()
    from unnest(${emails}::text[]) as e, backoffice.users a where a.email = 'admin@persdesk.demo'
    on conflict (email) do update set password_hash = excluded.password_hash`;
  await sql.end();
  return emails.map((email) => JSON.stringify({ email, password }));
}

const { url } = await withPers(rows);
const bare = fork("bench/parts/bare-login.mjs", {
  env: { ...process.env, DATABASE_URL: url, UV_THREADPOOL_SIZE: String(Math.max(2, cpus().length)) },
});
const bareGone = new Promise((_, failed) => {
  bare.once("exit", () => failed(new Error("the bare process ended")));
});
bareGone.catch(() => undefined); // at the end it is meant to
/** @returns {Promise<{ perSecond: number, cpu: number }>} */
const bareLogins = (/** @type {{ connections: number, count: number, people?: string[] }} */ job) => {
  const answer = new Promise((done) => {
    bare.once("message", done);
  });
  bare.send(job);
  return Promise.race([answer, bareGone]);
};

/** @type {import("./parts/servers.mjs").Server | undefined} */
let ours;
try {
  const bodies = await accounts(url);
  ours = await startOurs(url);
  const job = { path: "/api/v1/users/login", headers: { "content-type": "application/json" }, count, bodies };
  const add = table("Logins", [
    "connections",
    "logins/s",
    "bare logins/s",
    "of bare",
    "argon2id alone/s",
    "of that",
    "p50 ms",
    "p99 ms",
    "CPU ms/login",
    "of bare",
  ]);
  for (const connections of [1, 16]) {
    const found = [];
    for (let round = 0; round <= rounds; round++) {
      const alone = await bareLogins({ connections, count });
      const byHand = await bareLogins({ connections, count, people: bodies });
      const logins = await measure(ours, { ...job, connections });
      if (round > 0)
        found.push({
          ...logins,
          byHand: byHand.perSecond,
          ofBare: logins.perSecond / byHand.perSecond,
          alone: alone.perSecond,
          ofAlone: logins.perSecond / alone.perSecond,
          cpuOfBare: logins.cpu / byHand.cpu,
        }); // the first one warms up
      say(`${connections} connections: ${logins.perSecond.toFixed(0)} logins/s, ${byHand.perSecond.toFixed(0)} bare`);
    }
    const of = (/** @type {keyof typeof found[number]} */ key) => median(found.map((one) => one[key]));
    add(
      String(connections),
      of("perSecond").toFixed(0),
      of("byHand").toFixed(0),
      times(of("ofBare")),
      of("alone").toFixed(0),
      times(of("ofAlone")),
      ms(of("p50")),
      ms(of("p99")),
      cpuMs(of("cpu")),
      cpuTimes(of("cpuOfBare")),
    );
  }
} finally {
  stopLoader();
  bare.disconnect();
  await ours?.stop();
  if (!database.adopted) await database.stop();
}
