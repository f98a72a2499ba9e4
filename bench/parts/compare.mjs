// @ts-check
// Two servers beside each other: the same request in turns, and whether they answer the same.
import assert from "node:assert/strict";
import { isDeepStrictEqual } from "node:util";
import { cpuMs, cpuTimes, median, ms, table, times } from "./say.mjs";
import { measure } from "./servers.mjs";

/** @typedef {import("./servers.mjs").Server} Server */
/** @typedef {{ label: string, server: Server, path: string, headers?: Record<string, string> | Record<string, string>[] }} Case */

/** Rounds of each case in turn, so that a slow minute of the machine slows them all; the median of each figure. */
export async function compare(
  /** @type {Case[]} */ cases,
  /** @type {{ connections: number, count: number, rounds: number }} */ { connections, count, rounds },
) {
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

/** One table for one connection and one for sixteen; the first of them gets a quarter of the requests. */
export async function compareTable(
  /** @type {string} */ title,
  /** @type {Case[]} */ cases,
  /** @type {{ count: number, rounds: number }} */ { count, rounds },
) {
  for (const connections of [1, 16]) {
    const results = await compare(cases, {
      connections,
      rounds,
      count: Math.ceil(connections === 1 ? count / 4 : count),
    });
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

export const json = async (
  /** @type {Server} */ server,
  /** @type {string} */ path,
  /** @type {Record<string, string>} */ headers,
) => /** @type {any} */ (await (await fetch(`${server.url}${path}`, { headers })).json());

/** Both servers answer the same, or the comparison means nothing. Instants are compared as instants. */
export function assertSame(/** @type {unknown} */ ours, /** @type {unknown} */ bare) {
  const plain = (/** @type {unknown} */ value) =>
    JSON.parse(JSON.stringify(value), (key, part) => (/At$/.test(key) && part ? new Date(part).toISOString() : part));
  const [one, other] = [plain(ours), plain(bare)];
  assert(
    isDeepStrictEqual(one, other),
    `the answers differ:\n${JSON.stringify(one).slice(0, 1500)}\n${JSON.stringify(other).slice(0, 1500)}`,
  );
}
