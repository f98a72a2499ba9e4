// @ts-check
// `node bench/companies.mjs [--companies 2000] [--pers 1000000] [--large 200000] [--small 2000] [--tiny]`: what staff see of a company
// with many PERS devices beside one with few, and the list of all companies; bare SQL beside the first pages.
import { ready } from "./parts/ready.mjs";
import { median, ms, say, table, times } from "./parts/say.mjs";
import { sizes } from "./parts/sizes.mjs";

const { rounds, requests, ...counts } = sizes({
  companies: [2_000, 10],
  pers: [1_000_000, 400],
  large: [200_000, 150],
  small: [2_000, 30],
  rounds: [5, 1],
  requests: [40, 4],
});
await ready({ browser: true });
const { default: postgres } = await import("postgres");
const { comparedCompanies } = await import("./parts/companies.mjs");
const { signedIn } = await import("./parts/browser.mjs");
const { database, withCompanies } = await import("./parts/database.mjs");
const { login, measure, startOurs, stopLoader } = await import("./parts/servers.mjs");

const { url, seconds } = await withCompanies(counts);
if (seconds) say(`filled in ${seconds.toFixed(0)} s`);
const sql = postgres(url, { max: 1, onnotice: () => undefined });
const [large = "", small = ""] = await comparedCompanies(url);
const ours = await startOurs(url);
const { browser, cookie } = await signedIn(ours.url);
await browser.close();

/** @typedef {{ path: string, headers: Record<string, string> }} Question */

/** p50 of each question in ms: in turns, after a first round that warms up. */
async function compare(/** @type {Question[]} */ questions, count = requests) {
  const found = questions.map(() => /** @type {number[]} */ ([]));
  for (let round = 0; round <= rounds; round++)
    for (const [n, question] of questions.entries()) {
      const { p50 } = await measure(ours, { ...question, connections: 1, count });
      if (round > 0) found[n]?.push(p50);
    }
  return found.map(median);
}

const screen = (/** @type {string} */ procedure, /** @type {object} */ input) => ({
  path: `/api/trpc/${procedure}?input=${encodeURIComponent(JSON.stringify(input))}`,
  headers: { cookie, "x-persdesk": "1" },
});

try {
  const headers = await login(ours);
  const of = { [large]: counts.large, [small]: counts.small };
  const last = (/** @type {string} */ companyId) => Math.ceil((of[companyId] ?? 0) / 25);
  const rows = (/** @type {string} */ procedure, /** @type {object} */ input) => (/** @type {string} */ companyId) =>
    screen(procedure, { companyId, limit: 25, ...input });
  const lists = /** @type {[string, (companyId: string) => Question][]} */ ([
    ["its figures", (id) => screen("companies.get", { id })],
    ["PERS, page 1", rows("companyPersLinks.rows", { sortBy: "startDate:desc" })],
    ["PERS by serial number", rows("companyPersLinks.rows", { sortBy: "pers.nuSerialPersNumber:asc" })],
    ["PERS by type", rows("companyPersLinks.rows", { sortBy: "linkType:asc" })],
    ["PERS by their end", rows("companyPersLinks.rows", { sortBy: "endDate:desc" })],
    [
      "PERS, the last page",
      (id) => rows("companyPersLinks.rows", { sortBy: "startDate:desc", page: last(id), knownTotal: of[id] })(id),
    ],
    ["PERS, a part of a serial number", rows("companyPersLinks.rows", { serialPersNumber: "042" })],
    ["PERS, the total", (companyId) => screen("companyPersLinks.count", { companyId })],
    ["vehicles, page 1", rows("companyVehicleLinks.rows", { sortBy: "startDate:desc" })],
    ["vehicles by serial number", rows("companyVehicleLinks.rows", { sortBy: "vehicle.vehicleSerialNumber:asc" })],
    ["vehicles by name", rows("companyVehicleLinks.rows", { sortBy: "vehicle.nameVehicle:asc" })],
    ["vehicles, the total", (companyId) => screen("companyVehicleLinks.count", { companyId })],
    ["people, page 1", rows("companyUsers.rows", { sortBy: "lastName:asc" })],
    ["people, the total", (companyId) => screen("companyUsers.count", { companyId })],
    [
      "REST: PERS, page 1 with the total",
      (id) => ({ path: `/api/v1/backoffice/companies/${id}/company-pers-link?limit=25`, headers }),
    ],
    [
      "REST: vehicles, page 1 with the total",
      (id) => ({ path: `/api/v1/backoffice/company/${id}/vehicle/links?limit=25`, headers }),
    ],
  ]);
  const add = table(
    `A company with ${counts.small} PERS and one with ${counts.large}, of ${counts.companies} with ${counts.pers}: p50 ms`,
    ["", "few", "many", "ratio"],
  );
  for (const [label, question] of lists) {
    const [few = 0, many = 0] = await compare([question(small), question(large)]);
    add(label, ms(few), ms(many), times(many / few));
  }

  const addAll = table(
    `The list of ${counts.companies} companies, and PERS of the large one, beside bare SQL: p50 ms`,
    ["", "p50 ms", "bare SQL ms", "of bare"],
  );
  const open = (/** @type {string} */ links) =>
    sql`(select count(*)::int from (select from ${sql(`backoffice.company_${links}_links`)} l
      where l.company_id = c.id and l.end_date is null limit 1001) few)`;
  const all = () => sql`select c.*, ${open("pers")} as pers, ${open("vehicle")} as vehicles,
      (select count(*)::int from backoffice.user_companies u where u.company_id = c.id) as people
    from backoffice.companies c order by c.name, c.id limit 26`;
  const ofLarge = () => sql`select l.*, p.nu_serial_pers_number, m.label from (
      select * from backoffice.company_pers_links where company_id = ${large} order by start_date desc, id desc limit 26) l
    join backoffice.pers p on p.id = l.pers_id join backoffice.model_pers m on m.id = p.model_pers_id`;
  for (const [label, question, ask] of /** @type {[string, Question, () => Promise<unknown>][]} */ ([
    ["companies, page 1", screen("companies.rows", { limit: 25, sortBy: "name:asc" }), all],
    ["PERS of the large company, page 1", rows("companyPersLinks.rows", { sortBy: "startDate:desc" })(large), ofLarge],
  ])) {
    const [p50 = 0] = await compare([question]);
    const took = [];
    for (let n = 0; n < requests + 10; n++) {
      const begun = performance.now();
      await ask();
      if (n >= 10) took.push(performance.now() - begun);
    }
    addAll(label, ms(p50), ms(median(took)), times(p50 / median(took)));
  }
} finally {
  stopLoader();
  await ours.stop();
  await sql.end();
  if (!database.adopted) await database.stop();
}
