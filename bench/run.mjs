// @ts-check
// `node bench/run.mjs [--rows 100000] [--big 1000000] [--skip-build]`: everything docs/benchmarks.md says, measured in one
// run on one machine, so that its ratios can be trusted where its milliseconds cannot.
import assert from "node:assert/strict";
import { isDeepStrictEqual, parseArgs } from "node:util";

import { runNode } from "../scripts/command.mjs";
import { median, screens } from "./browser.mjs";
import { database, login, measure, scaled, startBare, startEmptyNext, startOurs, stopLoader } from "./servers.mjs";

const { values } = parseArgs({
  options: {
    rows: { type: "string", default: "100000" },
    big: { type: "string", default: "1000000" },
    "skip-build": { type: "boolean", default: false },
  },
});
const rounds = 5;
const say = (/** @type {string} */ line) => console.error(`bench: ${line}`);
const lines = /** @type {string[]} */ ([]);
const table = (/** @type {string} */ title, /** @type {string[]} */ head, /** @type {string[][]} */ rows) => {
  const row = (/** @type {string[]} */ cells) => `| ${cells.join(" | ")} |`;
  lines.push(`\n### ${title}\n`, row(head), row(head.map((_, n) => (n ? "---:" : "---"))), ...rows.map(row));
};
const ms = (/** @type {number} */ value) => value.toFixed(2);
const times = (/** @type {number} */ value) => `${value.toFixed(2)}×`;

/** @typedef {import("./servers.mjs").Server} Server */
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
    const results = await compare(cases, connections, connections === 1 ? count / 4 : count);
    const bare = results.find(({ label }) => label === "bare") ?? results[0];
    assert(bare);
    table(
      `${title}, ${connections} ${connections === 1 ? "connection" : "connections"}`,
      ["", "requests/s", "of bare", "p50 ms", "p99 ms", "CPU ms/request", "of bare"],
      results.map(({ label, p50, p99, perSecond, cpu }) => [
        label,
        perSecond.toFixed(0),
        times(perSecond / bare.perSecond),
        ms(p50),
        ms(p99),
        ms(cpu),
        times(cpu / bare.cpu),
      ]),
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
  const cases = [
    ["page 1", () => pers(sorted)],
    ["page 1000", () => pers({ ...sorted, page: 1000, limit: 25 })],
    ["last page", (/** @type {number} */ total) => pers({ ...sorted, page: Math.ceil(total / 25), knownTotal: total })],
    ["search by serial", () => pers({ ...sorted, nuSerialPersNumber: "-004217" })],
    ["exact total", () => pers({}, "pers.count")],
  ];
  const rows = [];
  for (const [label, path] of /** @type {[string, (total: number) => string][]} */ (cases)) {
    const [small, big] = await compare(
      servers.map(([server, cookie], n) => ({
        label: String(n),
        server,
        path: path(totals[n] ?? 0),
        headers: { cookie, "x-persdesk": "1" },
      })),
      1,
      label === "exact total" ? 20 : 100,
    );
    if (small && big) rows.push([label, ms(small.p50), ms(big.p50), times(big.p50 / small.p50)]);
  }
  table("From 100,000 to 1,000,000 rows, p50 ms of what screens ask", ["", "small", "big", "ratio"], rows);
}

const running = /** @type {Server[]} */ ([]);
const up = async (/** @type {Promise<Server>} */ starting) => {
  const server = await starting;
  running.push(server);
  return server;
};

try {
  if (!values["skip-build"]) {
    const begun = Date.now();
    say("building");
    const { code, output } = await runNode(["scripts/build.mjs"]);
    if (code !== 0) throw new Error(output);
    lines.push(`\nProduction build: ${((Date.now() - begun) / 1000).toFixed(0)} s`);
  }
  say(`databases of ${values.rows} and ${values.big} PERS`);
  const small = await scaled(Number(values.rows));
  const big = await scaled(Number(values.big));
  for (const [rows, { seconds }] of /** @type {const} */ ([
    [values.rows, small],
    [values.big, big],
  ]))
    if (seconds) lines.push(`\nSeed of ${rows} PERS: ${seconds.toFixed(0)} s`);

  const ours = await up(startOurs(small.url));
  const bare = await up(startBare(small.url));
  const empty = await up(startEmptyNext());
  const headers = await login(ours);
  const at = "/api/v1/backoffice/pers";
  const list = `${at}?limit=25&sortBy=nuSerialPersNumber:asc`;
  const page = await json(ours, list, headers);
  assertSame(page, await json(bare, "/list", headers));
  const { id } = page.items[12];
  assertSame(await json(ours, `${at}/${id}`, headers), await json(bare, `/one/${id}`, headers));

  const next = { label: "empty Next route handler", server: empty, path: "/api/empty" };
  say("list of PERS");
  await compareTable(
    `REST list of PERS: ${values.rows} rows, sorted, one join, with total`,
    [
      { label: "Persdesk", server: ours, path: list, headers },
      { label: "bare", server: bare, path: "/list", headers },
      { label: "bare, without asking for the session", server: bare, path: "/list-open" },
      next,
    ],
    400,
  );
  say("PERS by id");
  await compareTable(
    "REST read of a PERS by its id",
    [
      { label: "Persdesk", server: ours, path: `${at}/${id}`, headers },
      { label: "bare", server: bare, path: `/one/${id}`, headers },
      { label: "bare, without asking for the session", server: bare, path: `/one-open/${id}` },
      next,
    ],
    2000,
  );
  say("screens");
  const seen = await screens(ours.url, empty.url);
  table(
    "Hard load in Chromium",
    ["", "JS gzip KiB", "first row ms", "interactive ms"],
    [
      ["PERS list", seen.list.kib.toFixed(0), seen.list.row.toFixed(0), seen.list.interactive.toFixed(0)],
      ["empty Next page", seen.bare.kib.toFixed(0), seen.bare.row.toFixed(0), seen.bare.interactive.toFixed(0)],
    ],
  );
  say("growth");
  const oursBig = await up(startOurs(big.url));
  const { cookie } = await screens(oursBig.url, empty.url);
  await growth(
    [
      [ours, seen.cookie],
      [oursBig, cookie],
    ],
    [Number(values.rows), Number(values.big)],
  );
  console.log(lines.join("\n"));
} finally {
  stopLoader();
  for (const server of running) await server.stop();
  if (!database.adopted) await database.stop();
}
