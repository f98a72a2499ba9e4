// @ts-check
import { fork } from "node:child_process";
import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { setTimeout as sleep } from "node:timers/promises";
import { crc32 } from "node:zlib";
import postgres from "postgres";
import { api, databaseUrl, end, env, ours, p50Of, timed } from "./parts/imports.mjs";
import { median, ms, quantile, say, table, times } from "./parts/say.mjs";
import { sizes } from "./parts/sizes.mjs";

// What a firmware rollout to many devices costs beside bare statements on as many rows of the same shape, in turns; how it goes
// on after a worker was killed; and what a list takes while images are downloaded.
//   node bench/rollouts.mjs [--devices 1000000] [--rounds 5] [--reads 200] [--image 1048576] [--pace 512]
// Aims: prepared in at most 3 times the bare INSERT … SELECT; a first offer in at most twice the bare UPDATE; asking again, and
// devices of no rollout, at least 0.6 of the rate of a bare read; reports in at most 3 times the bare UPDATE; 50 downloads at
// once, at the pace of a mobile network: p95 of a list at most 1.5 times; what the page of a rollout asks for in at most 150 ms.

const { devices, rounds, reads, image, pace } = sizes({
  devices: [1_000_000, 1500],
  rounds: [5, 1],
  reads: [200, 10],
  image: [1024 * 1024, 4096],
  pace: [512, 512],
});
// The first wave is a tenth of them.
const atOnce = Math.min(1000, Math.floor(devices / 10 / (rounds + 3)));
const downloads = 50;

const client = postgres(databaseUrl, { max: 2, onnotice: () => undefined });
const ctx = ours.systemCtx("bench");
const { firmwareRollouts, firmwareRolloutDevices, firmwareDevices } = ours.appRouter.createCaller(ctx);
const stamps = "now(), now()";

async function id(/** @type {string} */ statement) {
  const [row] = await client.unsafe(`${statement} returning id`);
  return String(row?.id);
}

say(`${devices} devices`);
const model = await id(
  `insert into backoffice.model_pers (id, label, created_at, updated_at) values (gen_random_uuid(), 'Bench', ${stamps})`,
);
const category = await id(
  `insert into backoffice.firmware_categories (id, label, created_at, updated_at) values (gen_random_uuid(), 'Bench', ${stamps})`,
);
const versionOf = (/** @type {string} */ name) =>
  id(`insert into backoffice.firmware_versions (id, firmware_version, category_id, update_id, firmware_type, uuid, is_activated,
      created_at, updated_at)
    values (gen_random_uuid(), '${name}', '${category}', 'MAIN', 1, gen_random_uuid(), true, ${stamps})`);
const [before, target] = [await versionOf("1.0.0"), await versionOf("2.0.0")];
await client`insert into backoffice.firmware_compatibilities (id, firmware_version_id, model_pers_id, created_at, updated_at)
  select gen_random_uuid(), id, ${model}, now(), now() from backoffice.firmware_versions where category_id = ${category}`;
const bytes = randomBytes(image);
await client`insert into backoffice.firmware_segments (id, firmware_version_id, index, start_address, length, crc32, data, created_at)
  values (gen_random_uuid(), ${target}, 0, 0, ${image}, ${crc32(bytes).toString(16).padStart(8, "0")}, ${bytes}, now())`;
const serial = (/** @type {number} */ n) => `BENCH-${String(n).padStart(7, "0")}`;
// As many that no rollout is for.
const strangers = Math.min(devices, 2000);
await client`
  insert into backoffice.pers (id, nu_serial_pers_number, model_pers_id, firmware_version_id, status, created_at, updated_at)
  select gen_random_uuid(), 'BENCH-' || lpad(n::text, 7, '0'), ${model}, ${before},
    case when n < ${devices}::int then 'active' else 'stock' end, now(), now() from generate_series(0, ${devices + strangers - 1}::int) n`;
await client`create schema bare`;
for (const name of ["firmware_rollout_devices", "pers", "pers_firmware", "pers_firmware_history"]) {
  await client.unsafe(`create table bare.${name} (like backoffice.${name} including all)`);
}
await client`alter table bare.firmware_rollout_devices add foreign key (rollout_id) references backoffice.firmware_rollouts (id)
  on delete cascade`;
for (const name of ["pers", "pers_firmware", "pers_current_data"])
  await client.unsafe(`vacuum analyze backoffice.${name}`);

/** A rollout that is asked to be prepared. */
async function started() {
  const { id } = await firmwareRollouts.create({
    name: "Bench",
    firmwareVersionId: target,
    filters: { modelPERSId: model },
    waves: [{ percent: 10 }, { percent: 30 }, {}],
    gates: { minEnded: devices, errorPercent: 100, maxInFlightPercent: 100, watchHours: 1, successPercent: 100 },
  });
  await firmwareRollouts.start({ id });
  return id;
}
const heldBy = (/** @type {string} */ id) =>
  client`select count(*)::int as count from backoffice.firmware_rollout_devices where rollout_id = ${id} and is_held`.then(
    ([row]) => Number(row?.count),
  );
const standing = (/** @type {string} */ id) =>
  client`select status, prepared, to_prepare from backoffice.firmware_rollouts where id = ${id}`.then(([row]) => row);

/** A worker process that is killed in the middle of preparing, for which another one goes on. @returns its rollout */
async function killed() {
  const id = await started();
  const worker = fork("bench/parts/prepare.mjs", [api, id], { env: { ...process.env, ...env } });
  const ended = new Promise((done) => worker.once("exit", done));
  // A part of it, where there is more than one step.
  for (const half = devices / 2; ; await sleep(5)) {
    const row = await standing(id);
    if (row?.status !== "preparing" || Number(row.prepared) >= half) break;
  }
  worker.kill("SIGKILL");
  await ended;
  const left = await standing(id);
  const rest = await timed(() => ours.goOnPreparing({ id }));
  const held = await heldBy(id);
  const counted = (await firmwareRollouts.get({ id })).counts.waiting;
  if (held !== devices || counted !== devices) throw new Error(`${held} of ${devices} held, ${counted} counted`);
  return { id, prepared: Number(left?.prepared), rest };
}

/** The devices of a wave that were not offered anything, by serial number. */
async function fresh(/** @type {string} */ id, /** @type {number} */ count) {
  const rows = await client`
    select d.id, d.pers_id, d.serial_number from backoffice.firmware_rollout_devices d
    where d.rollout_id = ${id} and d.wave = 0 and d.status = 'waiting' order by d.place limit ${count}`;
  if (rows.length < count) throw new Error("too few devices are left in the wave");
  return rows;
}

const ratioRow = (
  /** @type {(...cells: string[]) => void} */ add,
  /** @type {string} */ what,
  /** @type {number[]} */ own,
  /** @type {number[]} */ bare,
) => add(what, ms(median(own)), ms(median(bare)), times(median(own) / median(bare)));

async function measurePreparing() {
  /** @type {number[]} */
  const [own, bare] = [[], []];
  const turns = devices > 200_000 ? 1 : 2;
  for (let round = 0; round < turns; round++) {
    const id = await started();
    own.push(await timed(() => ours.goOnPreparing({ id })));
    await client`truncate bare.firmware_rollout_devices`;
    bare.push(
      await timed(
        () => client`
          insert into bare.firmware_rollout_devices (id, rollout_id, pers_id, serial_number, model_pers_id, firmware_type, is_held, wave, place,
            status, from_version_id, from_version)
          select gen_random_uuid(), ${id}::uuid, p.id, p.nu_serial_pers_number, p.model_pers_id, 1, true, 0,
            hashtextextended(p.id::text, 1), 'waiting', v.id, v.firmware_version
          from backoffice.pers p join backoffice.pers_firmware k on k.pers_id = p.id and k.firmware_type = 1
          join backoffice.firmware_versions v on v.id = k.firmware_version_id
          where p.model_pers_id = ${model} and p.status = 'active'`,
      ),
    );
    const cancelled = await timed(() => firmwareRollouts.cancel({ id, reason: "Bench" }));
    say(`prepared in ${ms(own.at(-1) ?? 0)} ms, bare ${ms(bare.at(-1) ?? 0)} ms; cancelled in ${ms(cancelled)} ms`);
    await client`delete from backoffice.firmware_rollouts where id = ${id}`;
    await client`vacuum analyze backoffice.firmware_rollout_devices`;
  }
  const add = table(`Preparing ${devices} devices beside INSERT … SELECT`, ["", "ms", "bare ms", "of bare"]);
  ratioRow(add, "prepared", own, bare);
  const { id, prepared, rest } = await killed();
  const addKilled = table("A worker killed while it prepares", ["", "looked at before", "rest ms", "held", "twice"]);
  const [twice] = await client`select count(*)::int as count from (select from backoffice.firmware_rollout_devices
    where rollout_id = ${id} group by pers_id having count(*) > 1) t`;
  addKilled("gone on", String(prepared), ms(rest), String(await heldBy(id)), String(twice?.count));
  await client`vacuum analyze backoffice.firmware_rollout_devices`;
  return id;
}

const uuids = (/** @type {postgres.Row[]} */ rows, /** @type {string} */ key) => rows.map((row) => String(row[key]));

async function measureMoves(/** @type {string} */ id) {
  /** @type {Record<string, number[]>} */
  const took = {
    offer: [],
    offerBare: [],
    loading: [],
    loadingBare: [],
    failed: [],
    failedBare: [],
    done: [],
    doneBare: [],
  };
  await client`truncate bare.firmware_rollout_devices`;
  await client`insert into bare.firmware_rollout_devices select * from backoffice.firmware_rollout_devices where rollout_id = ${id}`;
  await client`insert into bare.pers_firmware select * from backoffice.pers_firmware`;
  const [{ columns } = { columns: "" }] = await client`
    select string_agg(quote_ident(column_name), ', ') as columns from information_schema.columns
    where table_schema = 'bare' and table_name = 'pers' and is_generated = 'NEVER'`;
  await client.unsafe(`insert into bare.pers (${columns}) select ${columns} from backoffice.pers`);
  for (const name of ["firmware_rollout_devices", "pers", "pers_firmware"])
    await client.unsafe(`vacuum analyze bare.${name}`);
  const at = () => new Date().toISOString();
  for (let round = 0; round <= rounds; round++) {
    const rows = await fresh(id, atOnce);
    const [serials, keys, persIds] = [uuids(rows, "serial_number"), uuids(rows, "id"), uuids(rows, "pers_id")];
    /** @type {string[]} */
    let offers = [];
    const offer = await timed(async () => {
      const { items } = await firmwareDevices.offers({ persSerialNumbers: serials });
      offers = items.flatMap((/** @type {any} */ one) => (one.offer ? [one.offer.offerId] : []));
    });
    if (offers.length !== atOnce) throw new Error(`${offers.length} of ${atOnce} were offered it`);
    const offerBare = await timed(
      () => client`update bare.firmware_rollout_devices set status = 'offered', offer_id = gen_random_uuid(), offered_at = now()
        where id = any(${keys}::uuid[])`,
    );
    const report = (/** @type {string} */ state, /** @type {string[]} */ ids) =>
      timed(async () => {
        const items = ids.map((offerId) => ({ offerId, state, at: at() }));
        const { accepted } = await firmwareDevices.report({ items });
        if (accepted !== ids.length) throw new Error(`${accepted} of ${ids.length} reports were accepted`);
      });
    const loading = await report("downloading", offers);
    const loadingBare = await timed(
      () => client`update bare.firmware_rollout_devices set status = 'downloading', started_at = now(), heard_at = now()
        where id = any(${keys}::uuid[])`,
    );
    const failed = await report("failed", offers);
    const failedBare = await timed(
      () => client`update bare.firmware_rollout_devices set status = 'failed', reason = 'reported', ended_at = now()
        where id = any(${keys}::uuid[])`,
    );
    const done = await report("installed", offers);
    const doneBare = await timed(async () => {
      await client.begin(async (sql) => {
        await sql`update bare.firmware_rollout_devices set status = 'installed', reason = null, ended_at = now()
          where id = any(${keys}::uuid[])`;
        await sql`update bare.pers_firmware set firmware_version_id = ${target}, said_at = now(), by = 'report'
          where pers_id = any(${persIds}::uuid[]) and firmware_type = 1`;
        await sql`update bare.pers set firmware_version_id = ${target}, updated_at = now(), version = version + 1
          where id = any(${persIds}::uuid[])`;
        await sql`insert into bare.pers_firmware_history (id, pers_id, firmware_version_id, installed_at)
          select gen_random_uuid(), p, ${target}, now() from unnest(${persIds}::uuid[]) p`;
      });
    });
    if (round === 0) continue; // warms up
    const found = { offer, offerBare, loading, loadingBare, failed, failedBare, done, doneBare };
    for (const [key, value] of Object.entries(found)) took[key]?.push(value);
  }
  const add = table(`${atOnce} devices at once, among ${devices}`, ["", "ms", "bare ms", "of bare"]);
  const row = (/** @type {string} */ what, /** @type {string} */ key) =>
    ratioRow(add, what, took[key] ?? [], took[`${key}Bare`] ?? []);
  row("a first offer, beside UPDATE", "offer");
  row("reports of downloads, beside UPDATE", "loading");
  row("reports of failures, beside UPDATE", "failed");
  row("reports of installs, beside UPDATE of devices, PERS and their firmware, and INSERT of its history", "done");
}

async function measureReads(/** @type {string} */ id) {
  const p50 = p50Of(reads);
  const rows = await fresh(id, atOnce);
  const offered = uuids(rows, "serial_number");
  await firmwareDevices.offers({ persSerialNumbers: offered });
  const unknown = Array.from({ length: Math.min(atOnce, strangers) }, (_, n) => serial(devices + n));
  const bare = (/** @type {string[]} */ serials) => client`
    select p.nu_serial_pers_number, d.id, d.offer_id, d.offered_at, d.status, r.status as rollout, w.status as wave
    from backoffice.pers p
    join backoffice.firmware_rollout_devices d on d.pers_id = p.id and d.is_held
    join backoffice.firmware_rollouts r on r.id = d.rollout_id
    join backoffice.firmware_rollout_waves w on w.rollout_id = d.rollout_id and w.index = d.wave
    where p.nu_serial_pers_number = any(${serials}::text[])`;
  const ask = (/** @type {string[]} */ persSerialNumbers) => firmwareDevices.offers({ persSerialNumbers });
  const add = table("Asking, beside a bare indexed read: p50 ms, and the rate", [
    "",
    "ms",
    "bare ms",
    "of bare",
    "rate",
  ]);
  const row = async (/** @type {string} */ what, /** @type {string[]} */ serials) => {
    const [own, plain] = [await p50(() => ask(serials)), await p50(() => bare(serials))];
    add(what, ms(own), ms(plain), times(own / plain), (plain / own).toFixed(2));
  };
  await row(`asking again, ${offered.length} devices`, offered);
  await row("asking again, one device", offered.slice(0, 1));
  await row(`no rollout, ${unknown.length} devices`, unknown);
  await row("no rollout, one device", unknown.slice(0, 1));
}

/** Half of the devices ended, as after weeks; what the page asks for then. */
async function measurePage(/** @type {string} */ id) {
  await client`
    with moved as (
      update backoffice.firmware_rollout_devices set status = case when place % 40 = 0 then 'failed' else 'installed' end,
        reason = case when place % 40 = 0 then 'E' || place % 7 end, offered_at = now() - interval '3 days',
        ended_at = now() - random() * interval '3 days'
      where rollout_id = ${id} and status = 'waiting' and place % 2 = 0 returning wave, status),
    counted as (select wave, count(*) filter (where status = 'failed')::int as failed,
      count(*) filter (where status = 'installed')::int as installed from moved group by wave)
    update backoffice.firmware_rollout_waves w set waiting = waiting - c.failed - c.installed, failed = w.failed + c.failed,
      installed = w.installed + c.installed from counted c where w.rollout_id = ${id} and w.index = c.wave`;
  await client`
    insert into backoffice.firmware_rollout_hours (id, rollout_id, hour, model_pers_id, status, reason, devices)
    select gen_random_uuid(), rollout_id, date_trunc('hour', ended_at, 'UTC'), model_pers_id, status, reason, count(*)
    from backoffice.firmware_rollout_devices where rollout_id = ${id} and status in ('installed', 'failed')
    group by rollout_id, date_trunc('hour', ended_at, 'UTC'), model_pers_id, status, reason
    on conflict (rollout_id, hour, model_pers_id, status, reason) do update set devices = excluded.devices`;
  await client`vacuum analyze backoffice.firmware_rollout_devices`;
  const p50 = p50Of(Math.min(reads, 20));
  const add = table(`The page of a rollout to ${devices} devices: p50 ms`, ["", "ms"]);
  add("the rollout", ms(await p50(() => firmwareRollouts.get({ id }))));
  add("its curve, failures and models", ms(await p50(() => firmwareRollouts.picture({ id }))));
  add("its devices, a page", ms(await p50(() => firmwareRolloutDevices.rows({ rolloutId: id, limit: 25 }))));
  add(
    "its devices that failed, a page",
    ms(await p50(() => firmwareRolloutDevices.rows({ rolloutId: id, status: "failed", limit: 25 }))),
  );
  add("its devices, their number", ms(await p50(() => firmwareRolloutDevices.count({ rolloutId: id }))));
  // Nobody was ever heard of here, so that its first wave falls silent.
  add("a worker's look at it, once", ms(await timed(() => ours.watchRollouts(ctx))));
}

/** A list while images are downloaded, from a server of its own. */
async function measureDownloads() {
  const key = "bench-key-that-is-long-enough-for-production-0123456789";
  const person = await ours.makePerson(ours.database(), {}, ours.permissionCodes);
  const { bearer } = await ours.credentialsOf(ours.database(), person);
  const server = fork("bench/parts/import-server.mjs", [api], {
    env: { ...process.env, ...env, INTERNAL_API_KEY: key, RATE_LIMITS: "off" },
  });
  const url = await new Promise((done) => server.once("message", done));
  const [{ uuid } = { uuid: "" }] = await client`select uuid from backoffice.firmware_versions where id = ${target}`;
  const path = `/api/v1/backoffice/internals/firmware-versions/${uuid}/image`;
  const headers = { authorization: `Bearer ${bearer}` };
  const list = () =>
    timed(async () => {
      const answer = await fetch(`${url}/api/v1/backoffice/pers?limit=25`, { headers });
      if (!answer.ok) throw new Error(`the list: ${answer.status} ${await answer.text()}`);
      await answer.arrayBuffer();
    });
  const p95 = async () => {
    const took = [];
    for (let n = 0; n < reads + 5; n++) {
      took.push(await list());
      await sleep(50);
    }
    return quantile(took.slice(5), 0.95);
  };
  const quiet = await p95();
  const job = {
    url: `${url}${path}`,
    headers: { "x-api-key": key },
    devices: downloads,
    bytes: image,
    perSecond: pace * 1024,
  };
  const loader = fork("bench/parts/downloads.mjs");
  loader.send(job);
  await once(loader, "message"); // each of them has begun
  const busy = await p95();
  loader.send("stop");
  const [{ loaded, seconds }] = await once(loader, "message");
  const perSecond = loaded / seconds;
  const add = table(`A list of PERS while ${downloads} devices download ${image} bytes, each ${pace} KiB a second`, [
    "",
    "p95 ms",
    "quiet ms",
    "of bare",
    "images a second",
  ]);
  add("GET /pers", ms(busy), ms(quiet), times(busy / quiet), perSecond.toFixed(1));
  loader.disconnect();
  server.disconnect();
}

try {
  const rollout = await measurePreparing();
  await measureMoves(rollout);
  await measureReads(rollout);
  await measurePage(rollout);
  await measureDownloads();
} finally {
  await client.end();
  await end();
}
