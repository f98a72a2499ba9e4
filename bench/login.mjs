// @ts-check
// `node bench/login.mjs [--rounds 5] [--tiny]`: logins a second by REST beside argon2id alone, in turns, in one run.
import { fork } from "node:child_process";
import { cpus } from "node:os";
import { password } from "../scripts/demo.mjs";
import { ready } from "./parts/ready.mjs";
import { cpuMs, median, ms, say, table, times } from "./parts/say.mjs";
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

const bare = fork("bench/parts/argon2.mjs", {
  env: { ...process.env, UV_THREADPOOL_SIZE: String(Math.max(2, cpus().length)) },
});
const verifies = (/** @type {number} */ connections) =>
  new Promise((done) => {
    bare.once("message", done);
    bare.send({ connections, count });
  });

/** @type {import("./parts/servers.mjs").Server | undefined} */
let ours;
try {
  const { url } = await withPers(rows);
  const bodies = await accounts(url);
  ours = await startOurs(url);
  const job = { path: "/api/v1/users/login", headers: { "content-type": "application/json" }, count, bodies };
  const add = table("Logins", [
    "connections",
    "logins/s",
    "argon2id alone/s",
    "of bare",
    "p50 ms",
    "p99 ms",
    "CPU ms/login",
  ]);
  for (const connections of [1, 16]) {
    const found = [];
    for (let round = 0; round <= rounds; round++) {
      const alone = await verifies(connections);
      const logins = await measure(ours, { ...job, connections });
      if (round > 0) found.push({ ...logins, alone, ratio: logins.perSecond / alone }); // the first one warms up
      say(`${connections} connections: ${logins.perSecond.toFixed(0)} logins/s, ${alone.toFixed(0)} verifies/s`);
    }
    const of = (/** @type {"perSecond" | "alone" | "ratio" | "p50" | "p99" | "cpu"} */ key) =>
      median(found.map((one) => one[key]));
    const figures = [of("perSecond").toFixed(0), of("alone").toFixed(0), times(of("ratio"))];
    add(String(connections), ...figures, ms(of("p50")), ms(of("p99")), cpuMs(of("cpu")));
  }
} finally {
  stopLoader();
  bare.disconnect();
  await ours?.stop();
  if (!database.adopted) await database.stop();
}
