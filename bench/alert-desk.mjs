// @ts-check
import postgres from "postgres";
import { databaseUrl, end, ours, p50Of, timed } from "./parts/imports.mjs";
import { median, ms, table, times } from "./parts/say.mjs";
import { sizes } from "./parts/sizes.mjs";

// What the desks of staff and of a company cost with few alerts and with many: 6.4 % of them need work, twenty were raised on
// each device, and the company always has the same devices.
//   node bench/alert-desk.mjs [--few 100000] [--many 1000000] [--requests 40] [--raised 200]
// Aim: each question costs at most 1.5 times as much with many as with few; raising alerts at most 1.1 times what it costs
// where no index and no
// count serves the desk.

const { few, many, requests, raised } = sizes({
  few: [100_000, 400],
  many: [1_000_000, 4000],
  requests: [40, 3],
  raised: [200, 5],
});
const onDevice = 20;
const ofCompany = 500;

const client = postgres(databaseUrl, { max: 1, onnotice: () => undefined });
const { alertDesk, fleetAlerts, iotMessages } = ours.appRouter.createCaller(ours.systemCtx("bench"));
const stamps = "now(), now()";

async function id(/** @type {string} */ statement) {
  const [row] = await client.unsafe(`${statement} returning id`);
  return String(row?.id);
}

const model = await id(
  `insert into backoffice.model_pers (id, label, created_at, updated_at) values (gen_random_uuid(), 'Bench', ${stamps})`,
);
const level =
  await id(`insert into backoffice.level_alerts (id, label, color, rank, minutes_to_acknowledge, created_at, updated_at)
  values (gen_random_uuid(), 'Bench', '#aa0000', 1, 15, ${stamps})`);
const alert =
  await id(`insert into backoffice.alerts (id, alert_label, code, topic_alert, group_alert, level_alert_id, created_at, updated_at)
  values (gen_random_uuid(), 'Bench', 'BENCH', 'T', 'G', '${level}', ${stamps})`);
const companyId =
  await id(`insert into backoffice.companies (id, name, register_number, company_category_id, created_at, updated_at)
  select gen_random_uuid(), 'Bench', 'BENCH', id, ${stamps} from backoffice.company_categories limit 1`);

const ofDevice = "overlay(overlay(md5('bench' || n) placing '7' from 13) placing '8' from 17)::uuid";

/** Alerts from the n-th to the m-th, with their devices. */
async function fill(/** @type {number} */ from, /** @type {number} */ to) {
  const devices = `generate_series(${from / onDevice}, ${to / onDevice - 1}) n`;
  await client.unsafe(`insert into backoffice.pers (id, nu_serial_pers_number, model_pers_id, created_at, updated_at)
    select ${ofDevice}, 'BENCH-' || n, '${model}', ${stamps} from ${devices}`);
  await client.unsafe(`insert into backoffice.company_pers_links (id, pers_id, company_id, link_type, start_date, created_at, updated_at)
    select gen_random_uuid(), ${ofDevice}, '${companyId}', 1, '2020-01-01', ${stamps} from ${devices} where n < ${ofCompany}`);
  await client.unsafe(`insert into backoffice.pers_alerts (id, pers_id, alert_id, started_at, ended_at, desk_status, closed_at,
      level_rank, due_at, created_at, updated_at)
    select gen_random_uuid(), ${ofDevice}, '${alert}', at, at + interval '1 hour', status,
      case when status = 'closed' then at + interval '2 hours' end, 1, case when status = 'new' then at + interval '15 minutes' end, at, at
    from ${devices} cross join generate_series(1, ${onDevice}) k
    cross join lateral (select now() - k * interval '7 days' - n * interval '1 second' as at,
      case when (n * ${onDevice} + k) % 1000 < 64 then 'new' else 'closed' end as status) raised`);
  await client.unsafe("vacuum analyze backoffice.pers_alerts");
  await client.unsafe("vacuum analyze backoffice.pers");
}

const nobodys = /** @type {const} */ ({ isAsleep: false, assigneeId: "none" });
const questions = /** @type {[string, () => Promise<object>][]} */ ([
  ["a page of the queue", () => alertDesk.rows({ needsWork: true, limit: 25 })],
  ["a page of nobody's", () => alertDesk.rows({ ...nobodys, limit: 25 })],
  ["the counts of the views", () => alertDesk.counts({})],
  ["a company's page", () => fleetAlerts.rows({ companyId, needsWork: true, limit: 25 })],
  ["a company's counts", () => fleetAlerts.counts({ companyId })],
  ["mine and nobody's by level", () => alertDesk.standing({})],
  ["figures of twelve weeks", () => alertDesk.weeks.rows({ weeks: 12 })],
]);
const bare = () => client`
  select id from backoffice.pers_alerts where desk_status <> 'closed' order by level_rank, due_at, id limit 26`;

const p50 = p50Of(requests);

const deskIndexes = ["queue", "assignee", "mine", "snoozed", "closed_by", "closed"].map(
  (name) => `pers_alerts_${name}`,
);
const rounds = 3;
let minute = 0;

/** One message of each of some devices, a minute after the one before. */
async function report(/** @type {number} */ batteryLevel) {
  minute += 1;
  const sentAt = new Date(Date.now() - 20 * 86_400_000 + minute * 60_000).toISOString();
  const messages = Array.from({ length: raised }, (_, n) => ({
    messageId: `${minute} ${n}`,
    persSerialNumber: `BENCH-${n}`,
    iotMessageType: "status",
    payload: { batteryLevel },
    sentAt,
  }));
  const { accepted } = await iotMessages.ingest({ messages });
  if (accepted !== raised) throw new Error("a message was not taken");
}

/** What it costs to take in messages each of which raises an alert, and those that end them: medians of some batches, in ms. */
async function raising() {
  /** @type {{ raise: number[], end: number[] }} */
  const found = { raise: [], end: [] };
  for (let n = 0; n < requests / 2 + 3; n++) {
    const took = [await timed(() => report(7)), await timed(() => report(80))];
    if (n < 3) continue;
    found.raise.push(took[0] ?? 0);
    found.end.push(took[1] ?? 0);
  }
  return { raise: median(found.raise), end: median(found.end) };
}

const alertTable = "backoffice.pers_alerts";
/** What counts alerts, by a key where the desk is served. */
const counter = (/** @type {string} */ key) => `select platform.count_table('${alertTable}', ${key})`;

/** With what serves the desk and without it, in turns: its indexes, and the triggers that keep its counts. */
async function raisingBoth() {
  await client`insert into backoffice.alerts (id, alert_label, code, topic_alert, group_alert, level_alert_id, rule,
      minutes_to_reopen, created_at, updated_at)
    values (gen_random_uuid(), 'Raised', 'RAISED', 'T', 'G', ${level}, '{"field":"batteryLevel","operator":"<","value":15}', 0, now(), now())`;
  const made =
    await client`select indexdef from pg_indexes where schemaname = 'backoffice' and indexname in ${client(deskIndexes)}`;
  /** @type {Record<"with" | "without", { raise: number, end: number }[]>} */
  const both = { with: [], without: [] };
  await raising(); // the first batches of a process are slower
  for (let n = 0; n < rounds; n++) {
    both.with.push(await raising());
    for (const name of deskIndexes) await client.unsafe(`drop index backoffice.${name}`);
    await client.unsafe(counter("null"));
    both.without.push(await raising());
    for (const { indexdef } of made) await client.unsafe(indexdef);
    await client.unsafe(counter("'backoffice.desk_key(r.desk_status, r.assignee_id)'"));
  }
  const of = (/** @type {"with" | "without"} */ which, /** @type {"raise" | "end"} */ what) =>
    median(both[which].map((one) => one[what]));
  return (/** @type {"raise" | "end"} */ what) => ({ withDesk: of("with", what), without: of("without", what) });
}

async function measured() {
  const found = new Map();
  for (const [label, ask] of questions) found.set(label, await p50(ask));
  return found;
}

try {
  await fill(0, few);
  const before = await measured();
  await fill(few, many);
  const after = await measured();
  const add = table(`The desks with ${few} and with ${many} alerts: p50 ms`, ["", "few", "many", "ratio"]);
  for (const [label] of questions)
    add(label, ms(before.get(label)), ms(after.get(label)), times(after.get(label) / before.get(label)));
  const costs = await raisingBoth();
  const addRaised = table(`${raised} messages among ${many} alerts, p50 ms`, ["", "with a desk", "without", "ratio"]);
  for (const [label, what] of /** @type {const} */ ([
    ["raise an alert each", "raise"],
    ["end them", "end"],
  ])) {
    const { withDesk, without } = costs(what);
    addRaised(label, ms(withDesk), ms(without), times(withDesk / without));
  }
  const addBare = table("A page of the queue beside bare SQL", ["", "p50 ms", "bare ms", "of bare"]);
  const [own, plain] = [after.get("a page of the queue"), await p50(bare)];
  addBare("with many alerts", ms(own), ms(plain), times(own / plain));
} finally {
  await client.end();
  await end();
}
