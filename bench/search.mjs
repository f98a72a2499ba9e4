// @ts-check
import postgres from "postgres";
import { databaseUrl, end, ours, p50Of } from "./parts/imports.mjs";
import { ms, say, table, times } from "./parts/say.mjs";
import { sizes } from "./parts/sizes.mjs";

// What the palette's search costs with few people and vehicles and with many, each vehicle with its PERS and its rider.
//   node bench/search.mjs [--few 100000] [--many 1000000] [--requests 20]
// Aim: each question costs at most 1.5 times as much with many as with few.

const { few, many, requests } = sizes({ few: [100_000, 200], many: [1_000_000, 600], requests: [20, 3] });

const client = postgres(databaseUrl, { max: 1, onnotice: () => undefined });
const { search } = ours.appRouter.createCaller(ours.systemCtx("bench"));
await client.unsafe(`
  with brand as (insert into backoffice.vehicle_brands (id, name, created_at, updated_at)
    values (gen_random_uuid(), 'Bench brand', now(), now()) returning id)
  insert into backoffice.vehicle_models (id, vehicle_brand_id, name_vehicle_model, vehicle_type, created_at, updated_at)
  select gen_random_uuid(), id, 'Bench model', 'Bike', now(), now() from brand`);
await client.unsafe(`
  insert into backoffice.model_pers (id, label, created_at, updated_at)
  values (gen_random_uuid(), 'Bench PERS', now(), now())`);

// Serial numbers and registrations in the shape of the demo's: "PC1-2404-0000286", "VEL24040000286", "AA-123-BB".
const serial = (/** @type {string} */ kind, /** @type {string} */ dash) =>
  `'${kind}2' || (3 + n % 4) || lpad((1 + n % 12)::text, 2, '0') || '${dash}' || lpad(n::text, 7, '0')`;
const letters = (/** @type {number} */ of) => `chr((65 + n / ${of} % 26)::int) || chr((65 + n / ${of * 26} % 26)::int)`;
const plate = `${letters(1)} || '-' || lpad((n * 7919::bigint % 1000)::text, 3, '0') || '-' || ${letters(676)}`;

/** People, devices and vehicles from the n-th to the m-th; names of 20,000 words, so that each has some namesakes. */
async function fill(/** @type {number} */ from, /** @type {number} */ to) {
  const span = `generate_series(${from + 1}, ${to}) n`;
  const id = (/** @type {string} */ kind) =>
    `overlay(overlay(md5('${kind}' || n) placing '4' from 13) placing '8' from 17)::uuid`;
  await client.unsafe(`
    insert into backoffice.users (id, email, first_name, last_name, phone_number, type, status, created_at, updated_at)
    select ${id("user")}, 'rider-' || n || '@example.com', initcap(left(md5('f' || n % 20000), 6)),
      initcap(left(md5('l' || n), 8)), '+33 1' || lpad(((n * 7919::bigint) % 100000000)::text, 8, '0'), 'Rider', 'active', now(), now()
    from ${span}`);
  await client.unsafe(`
    insert into backoffice.pers (id, nu_serial_pers_number, model_pers_id, created_at, updated_at)
    select ${id("pers")}, ${serial("PC1-", "-")}, (select id from backoffice.model_pers where label = 'Bench PERS'), now(), now()
    from ${span}`);
  await client.unsafe(`
    insert into backoffice.vehicles (id, vehicle_model_id, vehicle_serial_number, vehicle_registration_number, name_vehicle, pers_id,
      rider_id, created_at, updated_at)
    select ${id("vehicle")}, (select id from backoffice.vehicle_models limit 1), ${serial("VEL", "")},
      ${plate}, 'Bike ' || left(md5('v' || n), 8), ${id("pers")}, ${id("user")}, now(), now() from ${span}`);
  for (const name of ["users", "pers", "vehicles"]) await client.unsafe(`vacuum analyze backoffice.${name}`);
}

const chosen = Math.floor(few * 0.6543);
const [one] = await client.unsafe(`select left(md5('l' || n), 8) as name, left(md5('v' || n), 8) as bike,
  ${serial("PC1-", "-")} as device, right(${serial("VEL", "")}, 9) as last, ${plate} as plate,
  '01' || lpad(((n * 7919::bigint) % 100000000)::text, 8, '0') as phone from (values (${chosen})) as of(n)`);
const { name, bike, phone, device, last, plate: registration } = one ?? {};
const questions = /** @type {[string, string][]} */ ([
  ["a whole serial number of a device", device],
  ["the end of a vehicle's serial number", last],
  ["a registration", registration],
  ["the name of a vehicle", `bike ${bike}`],
  ["a telephone number as it is dialled at home", phone],
  ["a last name", name],
  ["an address", `rider-${chosen}@example.com`],
  ["what everything begins with", "PC1-2"],
  ["what nothing holds", "zzzyx"],
]);
const bare = () => client`
  select id, email from backoffice.users where platform.phone_key(phone_number) like ${`%${phone.slice(1)}%`} limit 6`;

const p50 = p50Of(requests);

async function measured() {
  const found = new Map();
  for (const [label, term] of questions) found.set(label, await p50(() => search.find({ term })));
  return found;
}

try {
  await fill(0, few);
  say(`${few} people, devices and vehicles`);
  const before = await measured();
  await fill(few, many);
  say(`${many} people, devices and vehicles`);
  const after = await measured();
  const add = table(`The palette's search with ${few} and with ${many} people, devices and vehicles: p50 ms`, [
    "",
    "few",
    "many",
    "ratio",
  ]);
  for (const [label, term] of questions) {
    const { items } = await search.find({ term });
    if ((items.length === 0) !== label.includes("nothing")) throw new Error(`${items.length} found: ${label}`);
    add(label, ms(before.get(label)), ms(after.get(label)), times(after.get(label) / before.get(label)));
  }
  const addBare = table("A telephone number in all kinds, beside bare SQL over people alone: p50 ms", [
    "",
    "p50 ms",
    "bare ms",
    "of bare",
  ]);
  const [own, plain] = [after.get("a telephone number as it is dialled at home"), await p50(bare)];
  addBare("with many people", ms(own), ms(plain), times(own / plain));
} finally {
  await client.end();
  await end();
}
