// @ts-check
// `node bench/export.mjs [--rows 100000] [--rounds 3] [--tiny]`: all PERS with 15 columns as a file, over HTTP, beside the
// same SELECT with its joins through the same driver, in turns; and the memory of the server while it makes them.
import assert from "node:assert/strict";
import { fork } from "node:child_process";
import { readFileSync } from "node:fs";
import { password } from "../scripts/demo.mjs";
import { ready } from "./parts/ready.mjs";
import { cpuMs, cpuTimes, median, ms, say, table, times } from "./parts/say.mjs";
import { sizes } from "./parts/sizes.mjs";

const { rows, rounds } = sizes({ rows: [100_000, 300], rounds: [3, 1] });
await ready({});
const { database, withPers } = await import("./parts/database.mjs");
const { cpuOf, startOurs, stopLoader } = await import("./parts/servers.mjs");
stopLoader();

const columns = [
  "nuSerialPersNumber=Serial number,modelPERS=Model,status=Status,firmwareVersion.firmwareVersion=Firmware",
  "vehicle=Vehicle,manufacturer=Manufacturer,kitDiffers=Kit,erpPersId=ERP id",
  "vehicle.vehicleSerialNumber=Vehicle serial number,vehicle.vehicleRegistrationNumber=Registration number",
  "vehicle.vehicleBrand=Vehicle brand,subcontractor=Subcontractor,updatedAt=Changed,createdAt=Created,id=Id",
].join(",");
const mib = (/** @type {number} */ bytes) => (bytes / 1024 ** 2).toFixed(1);

/** Memory of a process in bytes; NaN where the system does not say. */
function memoryOf(/** @type {number} */ pid) {
  try {
    return Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1]) * 1024;
  } catch {
    return Number.NaN;
  }
}

/** The cookies of the demo's administrator. */
async function signIn(/** @type {string} */ url) {
  const cookies = (/** @type {Response} */ answer) =>
    answer.headers.getSetCookie().map((text) => text.split(";")[0] ?? "");
  const first = await fetch(`${url}/api/auth/csrf`);
  const { csrfToken } = /** @type {{ csrfToken: string }} */ (await first.json());
  const body = new URLSearchParams({ csrfToken, email: "admin@persdesk.demo", password, json: "true" });
  const headers = { cookie: cookies(first).join("; ") };
  const second = await fetch(`${url}/api/auth/callback/credentials`, {
    method: "POST",
    headers,
    body,
    redirect: "manual",
  });
  return [...cookies(first), ...cookies(second)].join("; ");
}

const { url } = await withPers(rows);
const bare = fork("bench/parts/select.mjs", { env: { ...process.env, DATABASE_URL: url } });
const select = () =>
  /** @type {Promise<{ rows: number, ms: number, cpu: number }>} */ (
    new Promise((done) => {
      bare.once("message", (/** @type {any} */ result) => done(result));
      bare.send("go");
    })
  );
const server = await startOurs(url);

/** Reads a file to its end. */
async function read(/** @type {string} */ cookie, /** @type {string} */ format) {
  const [begun, cpu, idle] = [performance.now(), cpuOf(server.pid), memoryOf(server.pid)];
  let [size, peak] = [0, idle];
  const timer = setInterval(() => {
    peak = Math.max(peak, memoryOf(server.pid));
  }, 20);
  const query = new URLSearchParams({ format, columns, sortBy: "nuSerialPersNumber:asc" });
  const answer = await fetch(`${server.url}/api/export/pers?${query}`, { headers: { cookie } });
  assert.equal(answer.status, 200);
  for await (const piece of answer.body ?? []) size += piece.length;
  clearInterval(timer);
  return { ms: performance.now() - begun, cpu: cpuOf(server.pid) - cpu, size, memory: peak - idle };
}

try {
  const cookie = await signIn(server.url);
  const add = table(`Export of ${rows} PERS, 15 columns`, [
    "",
    "ms",
    "of bare",
    "CPU ms",
    "CPU of bare's",
    "MiB",
    "more memory MiB",
  ]);
  const plain = await select();
  assert.equal(plain.rows, rows);
  add("the same SELECT, bare", ms(plain.ms), "", cpuMs(plain.cpu), "", "", "");
  for (const format of ["csv", "xlsx", "raw"]) {
    await read(cookie, format); // warms up
    const found = [];
    for (let round = 0; round < rounds; round++) {
      const base = await select();
      const file = await read(cookie, format);
      found.push({ ...file, ofBare: file.ms / base.ms, cpuOfBare: file.cpu / base.cpu });
      say(`${format}: ${ms(file.ms)} ms, the SELECT ${ms(base.ms)} ms`);
    }
    const of = (/** @type {"ms" | "cpu" | "size" | "memory" | "ofBare" | "cpuOfBare"} */ key) =>
      median(found.map((one) => one[key]));
    const memory = Number.isFinite(of("memory")) ? mib(of("memory")) : "";
    const figures = [ms(of("ms")), times(of("ofBare")), cpuMs(of("cpu")), cpuTimes(of("cpuOfBare"))];
    add(format, ...figures, mib(of("size")), memory);
  }
} finally {
  bare.disconnect();
  await server.stop();
  if (!database.adopted) await database.stop();
}
