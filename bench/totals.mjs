// @ts-check
import postgres from "postgres";
import { databaseUrl, end, ours, p50Of } from "./parts/imports.mjs";
import { ms, table, times } from "./parts/say.mjs";
import { sizes } from "./parts/sizes.mjs";

// What the first page of all mails costs with its total, with few rows and with many, beside the same page by hand with
// count(*); and what keeping the total costs who writes.
//   node bench/totals.mjs [--few 100000] [--many 1000000] [--requests 60] [--writes 2000]
// Aims: with many at most 1.3 times as with few; a write at most 1.1 times one that nobody counts.

const { few, many, requests, writes } = sizes({
  few: [100_000, 400],
  many: [1_000_000, 4000],
  requests: [60, 3],
  writes: [2000, 20],
});
const client = postgres(databaseUrl, { max: 1, onnotice: () => undefined });
const { mailLogs } = ours.appRouter.createCaller(ours.systemCtx("bench"));

const columns = "id, template_code, subject, recipient, sender, module, body, created_at, updated_at";
const values = (/** @type {string} */ n) =>
  `gen_random_uuid(), 'BENCH', 'Bench', 'p' || ${n} || '@bench.example', 'a@bench.example', 'identity', 'text', now() - ${n} * interval '1 s', now()`;

async function fill(/** @type {number} */ from, /** @type {number} */ to) {
  await client.unsafe(
    `insert into platform.mail_log (${columns}) select ${values("n")} from generate_series(${from + 1}, ${to}) n`,
  );
  await client.unsafe("vacuum analyze platform.mail_log");
}

const bare = () => client`
  select *, (select count(*)::int from platform.mail_log) as total from platform.mail_log
  order by created_at desc, id desc limit 10`;

/** How long our page and the one by hand take, in ms. */
async function asked() {
  const p50 = p50Of(requests);
  return { ours: await p50(() => mailLogs.list({ limit: 10 })), bare: await p50(bare) };
}

/** What one row of each table is, to be written. */
const written = {
  mail_log: `(${columns}) values (${values("1")})`,
  audit_log: `(id, at, actor_type, actor_label, object_type, object_id, action, changes, door, request_id)
    values (gen_random_uuid(), now(), 'system', 'bench', 'pers', gen_random_uuid(), 'update', '{"status": ["stock", "active"]}', 'job', 'bench')`,
};

/**
 * Statements of one row each, in a transaction of their own, in ms: into two tables that are alike but for the count, with the
 * same rows in them, in turns, so that both have the same machine.
 */
async function asWritten(/** @type {keyof typeof written} */ name, /** @type {string} */ key) {
  for (const schema of ["counted", "bare"])
    await client.unsafe(`create schema if not exists ${schema};
      create table ${schema}.${name} (like platform.${name} including all);
      insert into ${schema}.${name} select * from platform.${name} limit ${few}`);
  await client.unsafe(`select platform.count_table('counted.${name}', ${key})`);
  const spent = { counted: 0, bare: 0 };
  for (let n = 0; n < writes; n++)
    for (const into of /** @type {const} */ (n % 2 ? ["counted", "bare"] : ["bare", "counted"])) {
      const begun = performance.now();
      await client.unsafe(`insert into ${into}.${name} ${written[name]}`);
      spent[into] += performance.now() - begun;
    }
  return { counted: spent.counted / writes, bare: spent.bare / writes };
}

try {
  await fill(0, few);
  const small = await asked();
  await fill(few, many);
  const large = await asked();
  const add = table("The first page of all mails, with its total", ["rows", "ms", "bare ms", "of bare", "of few"]);
  add(String(few), ms(small.ours), ms(small.bare), times(small.ours / small.bare), "");
  add(String(many), ms(large.ours), ms(large.bare), times(large.ours / large.bare), times(large.ours / small.ours));
  const put = table("A row that is written, and counted", ["", "ms", "bare ms", "of bare"]);
  for (const [label, name, key] of /** @type {const} */ ([
    ["a mail", "mail_log", "null"],
    ["a change in the trail, by its kind", "audit_log", "'r.object_type'"],
  ])) {
    const write = await asWritten(name, key);
    put(label, ms(write.counted), ms(write.bare), times(write.counted / write.bare));
  }
} finally {
  await client.end();
  await end();
}
