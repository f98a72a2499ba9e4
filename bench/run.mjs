// @ts-check
// `node bench/run.mjs [--rows 100000] [--big 1000000] [--tiny]`: lists, reads by id and screens beside the same without us, and
// how they grow with the table; all in one run on one machine, so that its ratios can be trusted where its milliseconds cannot.
import assert from "node:assert/strict";
import { isDeepStrictEqual } from "node:util";
import { ready } from "./parts/ready.mjs";
import { cpuMs, cpuTimes, median, ms, say, table, times } from "./parts/say.mjs";
import { sizes } from "./parts/sizes.mjs";

const { rows, big, rounds, requests, loads } = sizes({
  rows: [100_000, 300],
  big: [1_000_000, 300],
  rounds: [5, 1],
  requests: [2_000, 20],
  loads: [7, 1],
});
await ready({ browser: true });
const { screens } = await import("./parts/browser.mjs");
const { database, withPers } = await import("./parts/database.mjs");
const { login, measure, startBare, startEmptyNext, startOurs, stopLoader } = await import("./parts/servers.mjs");

/** @typedef {import("./parts/servers.mjs").Server} Server */
/** @typedef {{ label: string, server: Server, path: string, headers?: Record<string, string> }} Case */

/** Rounds of each case in turn, so that a slow minute of the machine slows them all; the median of each figure. */
async function compare(/** @type {Case[]} */ cases, /** @type {number} */ connections, /** @type {number} */ count) {
  const found = new Map(cases.map(({ label }) => [label, /** @type {Awaited<ReturnType<typeof measure>>[]} */ ([])]));
  for (let round = 0; round <= rounds; round++)
    for (const { label, server, path, headers } of cases) {
      const result = await measure(server, { path, headers, connections, count });
      if (round > 0) found.get(label)?.push(result); // the first one warms up
    }
  return cases.map(({ label }) => {
    const results = found.get(label) ?? [];
    const of = (/** @type {"p50" | "p99" | "perSecond" | "cpu"} */ key) => median(results.map((result) => result[key]));
    return { label, p50: of("p50"), p99: of("p99"), perSecond: of("perSecond"), cpu: of("cpu") };
  });
}

async function compareTable(/** @type {string} */ title, /** @type {Case[]} */ cases, /** @type {number} */ count) {
  for (const connections of [1, 16]) {
    const results = await compare(cases, connections, Math.ceil(connections === 1 ? count / 4 : count));
    const bare = results.find(({ label }) => label === "bare") ?? results[0];
    assert(bare);
    const add = table(`${title}, ${connections} ${connections === 1 ? "connection" : "connections"}`, [
      "",
      "requests/s",
      "of bare",
      "p50 ms",
      "p99 ms",
      "CPU ms/request",
      "of bare",
    ]);
    for (const { label, p50, p99, perSecond, cpu } of results)
      add(
        label,
        perSecond.toFixed(0),
        times(perSecond / bare.perSecond),
        ms(p50),
        ms(p99),
        cpuMs(cpu),
        cpuTimes(cpu / bare.cpu),
      );
  }
}

const json = async (
  /** @type {Server} */ server,
  /** @type {string} */ path,
  /** @type {Record<string, string>} */ headers,
) => /** @type {any} */ (await (await fetch(`${server.url}${path}`, { headers })).json());

/** Both servers answer the same, or the comparison means nothing. Instants are compared as instants. */
function assertSame(/** @type {unknown} */ ours, /** @type {unknown} */ bare) {
  const plain = (/** @type {unknown} */ value) =>
    JSON.parse(JSON.stringify(value), (key, part) => (/At$/.test(key) && part ? new Date(part).toISOString() : part));
  const [one, other] = [plain(ours), plain(bare)];
  assert(
    isDeepStrictEqual(one, other),
    `the answers differ:\n${JSON.stringify(one).slice(0, 1500)}\n${JSON.stringify(other).slice(0, 1500)}`,
  );
}

/** What a screen asks for, at both sizes: the ratio says how the cost grows with the table. */
async function growth(/** @type {[Server, string][]} */ servers, /** @type {number[]} */ totals) {
  const pers = (/** @type {object} */ input, procedure = "pers.rows") =>
    `/api/trpc/${procedure}?input=${encodeURIComponent(JSON.stringify(input))}`;
  const sorted = { limit: 25, sortBy: "nuSerialPersNumber:asc" };
  const last = (/** @type {number} */ total) => Math.ceil(total / 25);
  const cases = [
    ["page 1", () => pers(sorted)],
    [
      "page 1000",
      (/** @type {number} */ total) => pers({ ...sorted, page: Math.min(1000, last(total)), knownTotal: total }),
    ],
    ["last page", (/** @type {number} */ total) => pers({ ...sorted, page: last(total), knownTotal: total })],
    ["search by serial", () => pers({ ...sorted, nuSerialPersNumber: "-004217" })],
    ["exact total", () => pers({}, "pers.count")],
  ];
  const add = table(`From ${totals[0]} to ${totals[1]} rows, p50 ms of what screens ask`, [
    "",
    "small",
    "big",
    "ratio",
  ]);
  for (const [label, path] of /** @type {[string, (total: number) => string][]} */ (cases)) {
    const [small, large] = await compare(
      servers.map(([server, cookie], n) => ({
        label: String(n),
        server,
        path: path(totals[n] ?? 0),
        headers: { cookie, "x-persdesk": "1" },
      })),
      1,
      Math.ceil(label === "exact total" ? requests / 100 : requests / 20),
    );
    if (small && large) add(label, ms(small.p50), ms(large.p50), times(large.p50 / small.p50));
  }
}

const running = /** @type {Server[]} */ ([]);
const up = async (/** @type {Promise<Server>} */ starting) => {
  const server = await starting;
  running.push(server);
  return server;
};

try {
  const seeded = async (/** @type {number} */ count) => {
    say(`a database of ${count} PERS`);
    const { url, seconds } = await withPers(count);
    if (seconds) say(`seeded in ${seconds.toFixed(0)} s`);
    return url;
  };
  const small = await seeded(rows);
  const ours = await up(startOurs(small));
  const bare = await up(startBare(small));
  const empty = await up(startEmptyNext());
  const headers = await login(ours);
  const at = "/api/v1/backoffice/pers";
  const list = `${at}?limit=25&sortBy=nuSerialPersNumber:asc`;
  const page = await json(ours, list, headers);
  assertSame(page, await json(bare, "/list", headers));
  const { id } = page.items[12];
  const [farOne] = (
    await json(ours, `${at}?limit=1&page=${Math.ceil(rows / 2)}&sortBy=nuSerialPersNumber:asc`, headers)
  ).items;
  assertSame(await json(ours, `${at}/${id}`, headers), await json(bare, `/one/${id}`, headers));

  const next = { label: "empty Next route handler", server: empty, path: "/api/empty" };
  await compareTable(
    `REST list of PERS: ${rows} rows, sorted, one join, with total`,
    [
      { label: "Persdesk", server: ours, path: list, headers },
      { label: "bare", server: bare, path: "/list", headers },
      { label: "bare, without asking for the session", server: bare, path: "/list-open" },
      next,
    ],
    requests / 5,
  );
  await compareTable(
    "REST read of a PERS by its id",
    [
      { label: "Persdesk", server: ours, path: `${at}/${id}`, headers },
      { label: "bare", server: bare, path: `/one/${id}`, headers },
      { label: "bare, without asking for the session", server: bare, path: `/one-open/${id}` },
      next,
    ],
    requests,
  );
  const seen = await screens(ours.url, empty.url, loads, farOne);
  const add = table("Hard load in Chromium", [
    "",
    "JS gzip KiB",
    "of bare",
    "ahead KiB",
    "first row ms",
    "interactive ms",
    "of bare",
  ]);
  for (const [label, one] of /** @type {const} */ ([
    ["PERS list", seen.list],
    ["bare: an empty Next page", seen.bare],
  ]))
    add(
      label,
      one.kib.toFixed(0),
      times(one.kib / seen.bare.kib),
      one.ahead.toFixed(0),
      ms(one.row),
      ms(one.interactive),
      times(one.interactive / seen.bare.interactive),
    );
  const addFelt = table("First clicks in Chromium, after the page has come to rest", ["", "ms", "of bare"]);
  const [[, bareClick] = ["", 0]] = seen.felt;
  for (const [label, took] of seen.felt) addFelt(label, ms(took), times(took / bareClick));
  const oursBig = await up(startOurs(await seeded(big)));
  const { cookie } = await screens(oursBig.url, empty.url, loads);
  await growth(
    [
      [ours, seen.cookie],
      [oursBig, cookie],
    ],
    [rows, big],
  );
} finally {
  stopLoader();
  for (const server of running) await server.stop();
  if (!database.adopted) await database.stop();
}
