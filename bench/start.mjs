// @ts-check
// `node bench/start.mjs [--rounds 7] [--tiny]`: the CPU that a web takes from its start until its API answers, beside the bare
// server of the lists and an empty Next; in turns, in one run. Loading pages ahead, which comes after, is off. Then the CPU that
// a script of the pages takes each time it is asked for, beside Next alone, which serves the same build.
import { readdirSync } from "node:fs";
import { ready } from "./parts/ready.mjs";
import { cpuMs, cpuTimes, median, ms, table } from "./parts/say.mjs";
import { sizes } from "./parts/sizes.mjs";

const { rounds, rows, asked } = sizes({ rounds: [7, 1], rows: [2000, 300], asked: [2000, 10] });
await ready({});
const { database, withPers } = await import("./parts/database.mjs");
const { cpuOf, startAtOnce, startBare, startByNext, startEmptyNext, stopLoader } = await import("./parts/servers.mjs");

/** Milliseconds and CPU until a server answers. */
async function measured(/** @type {() => Promise<import("./parts/servers.mjs").Server>} */ start) {
  const begun = performance.now();
  const server = await start();
  const found = { wall: performance.now() - begun, cpu: cpuOf(server.pid) };
  await server.stop();
  return found;
}

/** CPU for each script, as a browser asks for it. */
async function cpuOfScript(/** @type {() => Promise<import("./parts/servers.mjs").Server>} */ start) {
  const server = await start();
  const scripts = readdirSync(".next/static/chunks").filter((name) => name.endsWith(".js"));
  const names = scripts.slice(0, asked);
  const askAll = async () => {
    for (const name of names)
      await fetch(`${server.url}/_next/static/chunks/${name}`).then((answer) => answer.arrayBuffer());
  };
  await askAll();
  const [begun, turns] = [cpuOf(server.pid), Math.ceil(asked / names.length)];
  for (let turn = 0; turn < turns; turn++) await askAll();
  const cpu = (cpuOf(server.pid) - begun) / (turns * names.length);
  await server.stop();
  return cpu;
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
  const byNext = await cpuOfScript(() => startByNext(url));
  const ours = await cpuOfScript(servers.Persdesk);
  const addScript = table("A script of the pages", ["", "CPU ms", "of Next alone"]);
  addScript("Next alone", cpuMs(byNext), "");
  addScript("Persdesk", cpuMs(ours), cpuTimes(ours / byNext));
} finally {
  stopLoader();
  if (!database.adopted) await database.stop();
}
