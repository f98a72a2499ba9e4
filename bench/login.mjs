// @ts-check
// `node bench/login.mjs [--rounds 5]`: logins a second by REST beside argon2id alone, in turns, in one run. Needs a build.
import { fork } from "node:child_process";
import { cpus } from "node:os";
import { parseArgs } from "node:util";
import postgres from "postgres";
import { password } from "../scripts/demo.mjs";
import { median } from "./browser.mjs";
import { database, measure, scaled, startOurs, stopLoader } from "./servers.mjs";

const { values } = parseArgs({ options: { rounds: { type: "string", default: "5" } } });
const people = 64; // logins of one account take turns, so every connection needs its own
const count = 400;
const say = (/** @type {string} */ line) => console.error(`bench: ${line}`);

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

const bare = fork("bench/argon2.mjs", {
  env: { ...process.env, UV_THREADPOOL_SIZE: String(Math.max(2, cpus().length)) },
});
const verifies = (/** @type {number} */ connections) =>
  new Promise((done) => {
    bare.once("message", done);
    bare.send({ connections, count });
  });

/** @type {import("./servers.mjs").Server | undefined} */
let ours;
try {
  const { url } = await scaled(2000);
  const bodies = await accounts(url);
  ours = await startOurs(url);
  const job = { path: "/api/v1/users/login", headers: { "content-type": "application/json" }, count, bodies };
  console.log("| connections | logins/s | argon2id alone/s | ratio | p50 ms | p99 ms | CPU ms/login |");
  console.log("|---:|---:|---:|---:|---:|---:|---:|");
  for (const connections of [1, 16]) {
    const rounds = [];
    for (let round = 0; round <= Number(values.rounds); round++) {
      const alone = await verifies(connections);
      const logins = await measure(ours, { ...job, connections });
      if (round > 0) rounds.push({ ...logins, alone, ratio: logins.perSecond / alone }); // the first one warms up
      say(`${connections} connections: ${logins.perSecond.toFixed(0)} logins/s, ${alone.toFixed(0)} verifies/s`);
    }
    const of = (/** @type {"perSecond" | "alone" | "ratio" | "p50" | "p99" | "cpu"} */ key) =>
      median(rounds.map((one) => one[key]));
    const cells = [connections, of("perSecond").toFixed(0), of("alone").toFixed(0), of("ratio").toFixed(2)];
    console.log(`| ${[...cells, of("p50").toFixed(1), of("p99").toFixed(1), of("cpu").toFixed(1)].join(" | ")} |`);
  }
} finally {
  stopLoader();
  bare.disconnect();
  await ours?.stop();
  if (!database.adopted) await database.stop();
}
