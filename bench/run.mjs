// @ts-check
// `node bench/run.mjs [--rows 100000] [--big 1000000] [--tiny]`: lists and reads by id beside the same without us, and how they
// grow with the table; all in one run on one machine, so that its ratios can be trusted where its milliseconds cannot.
import { ready } from "./parts/ready.mjs";
import { ms, say, table, times } from "./parts/say.mjs";
import { sizes } from "./parts/sizes.mjs";

const { rows, big, rounds, requests } = sizes({
  rows: [100_000, 300],
  big: [1_000_000, 300],
  rounds: [5, 1],
  requests: [2_000, 20],
});
await ready({});
const { database, withPers } = await import("./parts/database.mjs");
const { assertSame, compare, compareTable, json } = await import("./parts/compare.mjs");
const { colleagues } = await import("./parts/people.mjs");
const { cookiesOf, login, startBare, startEmptyNext, startOurs, stopLoader } = await import("./parts/servers.mjs");

/** @typedef {import("./parts/servers.mjs").Server} Server */

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
      { connections: 1, rounds, count: Math.ceil(label === "exact total" ? requests / 100 : requests / 20) },
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
  assertSame(await json(ours, `${at}/${id}`, headers), await json(bare, `/one/${id}`, headers));

  const people = await colleagues(small, ours);

  const next = { label: "empty Next route handler", server: empty, path: "/api/empty" };
  await compareTable(
    `REST list of PERS: ${rows} rows, sorted, one join, with total`,
    [
      { label: "Persdesk", server: ours, path: list, headers },
      { label: "Persdesk, each connection another person", server: ours, path: list, headers: people },
      { label: "bare", server: bare, path: "/list", headers },
      { label: "bare, without asking for the session", server: bare, path: "/list-open" },
      next,
    ],
    { count: requests / 5, rounds },
  );
  await compareTable(
    "REST read of a PERS by its id",
    [
      { label: "Persdesk", server: ours, path: `${at}/${id}`, headers },
      { label: "bare", server: bare, path: `/one/${id}`, headers },
      { label: "bare, without asking for the session", server: bare, path: `/one-open/${id}` },
      next,
    ],
    { count: requests, rounds },
  );
  const oursBig = await up(startOurs(await seeded(big)));
  await growth(
    [
      [ours, await cookiesOf(ours)],
      [oursBig, await cookiesOf(oursBig)],
    ],
    [rows, big],
  );
} finally {
  stopLoader();
  for (const server of running) await server.stop();
  if (!database.adopted) await database.stop();
}
