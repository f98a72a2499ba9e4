// @ts-check
// `node bench/start.mjs [--rounds 7] [--tiny]`: the CPU that a web takes from its start until its API answers, beside the bare
// server of the lists and an empty Next; in turns, in one run. Loading pages ahead, which comes after, is off.
import { ready } from "./parts/ready.mjs";
import { cpuMs, cpuTimes, median, ms, table } from "./parts/say.mjs";
import { sizes } from "./parts/sizes.mjs";

const { rounds, rows } = sizes({ rounds: [7, 1], rows: [2000, 300] });
await ready({});
const { database, withPers } = await import("./parts/database.mjs");
const { cpuOf, startAtOnce, startBare, startEmptyNext, stopLoader } = await import("./parts/servers.mjs");

/** Milliseconds and CPU until a server answers. */
async function measured(/** @type {() => Promise<import("./parts/servers.mjs").Server>} */ start) {
  const begun = performance.now();
  const server = await start();
  const found = { wall: performance.now() - begun, cpu: cpuOf(server.pid) };
  await server.stop();
  return found;
}

try {
  const { url } = await withPers(rows);
  const servers = {
    bare: () => startBare(url),
    "an empty Next": startEmptyNext,
    Persdesk: () => startAtOnce(url, { PAGES_AHEAD: "false" }),
  };
  /** @type {Record<string, Awaited<ReturnType<typeof measured>>[]>} */
  const found = {};
  await startEmptyNext().then(({ stop }) => stop()); // it is built the first time
  for (let round = 0; round < rounds; round++)
    for (const [name, start] of Object.entries(servers)) found[name] = [...(found[name] ?? []), await measured(start)];
  const of = (/** @type {string} */ name, /** @type {"wall" | "cpu"} */ what) =>
    median((found[name] ?? []).map((one) => one[what]));
  const add = table("From the start to the first answer, medians", ["", "ms", "CPU ms", "of bare"]);
  for (const name of Object.keys(servers))
    add(name, ms(of(name, "wall")), cpuMs(of(name, "cpu")), cpuTimes(of(name, "cpu") / of("bare", "cpu")));
} finally {
  stopLoader();
  if (!database.adopted) await database.stop();
}
