// @ts-check
import postgres from "postgres";
import { base, database } from "./parts/database.mjs";
import { bareCopy, begin, fill, freeBytes, tableNames } from "./parts/fleet.mjs";
import { databaseUrl, end, ours, p50Of, timed } from "./parts/imports.mjs";
import { ms, say, table, times } from "./parts/say.mjs";
import { sizes } from "./parts/sizes.mjs";

// What lists, searches and figures of devices cost with a million devices and with ten, and how long seeding them takes beside a
// bare COPY of the same rows with the same indexes built afterwards.
//   node bench/ten-million.mjs [--few 1000000] [--many 10000000] [--requests 20]
// Aims: seeding at most 3 times the COPY; each question at most 1.5 times as much with many as with few. Ten million take 25 GB.

const { few, many, requests } = sizes({ few: [1_000_000, 1_000], many: [10_000_000, 3_000], requests: [20, 3] });
const bytesOfDevice = 2_500;
if (freeBytes(base.DATA_DIR) < many * bytesOfDevice)
  throw new Error(`${many} devices need more room in ${base.DATA_DIR}`);

const client = postgres(databaseUrl, { max: 1, onnotice: () => undefined });
const place = new URL(database.admin);
place.pathname = new URL(databaseUrl).pathname;
const admin = postgres(place.href, { max: 1, onnotice: () => undefined });
const { pers, vehicles, alertDesk, search, home } = ours.appRouter.createCaller(ours.systemCtx("bench"));
const sorted = { limit: 25, sortBy: "nuSerialPersNumber:asc" };

/** What is asked, of so many devices. */
const questions = (/** @type {number} */ total) =>
  /** @type {[string, () => Promise<unknown>][]} */ ([
    ["devices: page 1 with its total", () => pers.list(sorted)],
    ["page 1,000", () => pers.rows({ ...sorted, page: Math.min(1000, Math.ceil(total / 25)), knownTotal: total })],
    ["last page", () => pers.rows({ ...sorted, page: Math.ceil(total / 25), knownTotal: total })],
    ["by last message", () => pers.rows({ limit: 25, sortBy: "lastMessageAt:desc" })],
    ["by a serial number", () => pers.list({ ...sorted, nuSerialPersNumber: "-00000421" })],
    ["by the end of one", () => pers.list({ ...sorted, nuSerialPersNumber: "0000421" })],
    ["in maintenance, page 1", () => pers.rows({ limit: 25, status: "maintenance" })],
    ["in maintenance, the total", () => pers.count({ status: "maintenance" })],
    ["vehicles: page 1 with its total", () => vehicles.list({ limit: 25, sortBy: "vehicleSerialNumber:asc" })],
    ["by a part of a name", () => vehicles.list({ limit: 25, nameVehicle: "3fa1c" })],
    ["alerts: page 1 with its total", () => alertDesk.list({ limit: 25 })],
    ["the palette: a serial number", () => search.find({ term: "00000421" })],
    ["home: devices by firmware", () => home.devicesByFirmware()],
    ["home: silent devices", () => home.silentDevices()],
    ["home: open alerts", () => home.openAlerts()],
  ]);

async function measured(/** @type {number} */ total) {
  const p50 = p50Of(requests);
  /** @type {Map<string, number>} */
  const found = new Map();
  for (const [label, ask] of questions(total)) {
    const took = await p50(ask);
    say(`${label}: ${ms(took)} ms`);
    found.set(label, took);
  }
  return found;
}

try {
  await begin(client);
  const spent = await timed(async () => fill(client, ours, 0, few));
  say(`${few} devices`);
  const bare = await bareCopy(admin);
  const addSeed = table(`${few} devices with their tables: seconds`, ["", "seconds", "bare seconds", "of bare"]);
  addSeed("written, with their indexes", ms(spent / 1000), ms(bare / 1000), times(spent / bare));
  for (const name of tableNames) await client.unsafe(`vacuum analyze backoffice.${name}`);
  const before = await measured(few);
  const more = await timed(async () => fill(client, ours, few, many));
  addSeed(`up to ${many}`, ms(more / 1000), "", "");
  for (const name of tableNames) await client.unsafe(`vacuum analyze backoffice.${name}`);
  const after = await measured(many);
  const add = table(`${few} and ${many} devices: p50 ms`, ["", "few", "many", "ratio"]);
  for (const [label] of questions(many)) {
    const [small = Number.NaN, large = Number.NaN] = [before.get(label), after.get(label)];
    add(label, ms(small), ms(large), times(large / small));
  }
} finally {
  await client.end();
  await admin.end();
  await end();
}
