// @ts-check
import { fork } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import { Worker } from "node:worker_threads";
import { deflateRawSync } from "node:zlib";
import { api, end, env, ours, timed } from "./parts/imports.mjs";
import { median, ms, quantile, say, table, times } from "./parts/say.mjs";
import { sizes } from "./parts/sizes.mjs";

// What others notice while somebody sends the worst files: the p99 of their requests, and the memory of the server.
//   node bench/read-file.mjs
// "Bare" is the same server at rest. Runs on Linux only, where /proc says how much memory a process has.

const french = ours.languageId("fr");
const person = await ours.makePerson(ours.database(), {}, ours.permissionCodes);
const { bearer } = await ours.credentialsOf(ours.database(), person);
const headers = { authorization: `Bearer ${bearer}` };

/** A zip of one part at a time is enough for a bomb: the directory, then the part, deflated. */
function zipOf(/** @type {Record<string, Buffer>} */ parts) {
  const u16 = (/** @type {number} */ n) => Buffer.from([n & 255, n >> 8]);
  const u32 = (/** @type {number} */ n) => Buffer.from([n & 255, (n >> 8) & 255, (n >> 16) & 255, n >>> 24]);
  let at = 0;
  const bodies = [];
  const directory = [];
  for (const [name, raw] of Object.entries(parts)) {
    const packed = deflateRawSync(raw, { level: 9 });
    const facts = Buffer.concat([
      u16(20),
      u16(0),
      u16(8),
      u32(0),
      u32(0),
      u32(packed.length),
      u32(raw.length),
      u16(name.length),
      u16(0),
    ]);
    const body = Buffer.concat([Buffer.from("PK\x03\x04", "latin1"), facts, Buffer.from(name), packed]);
    directory.push(
      Buffer.concat([
        Buffer.from("PK\x01\x02", "latin1"),
        u16(20),
        facts,
        u16(0),
        u16(0),
        u16(0),
        u32(0),
        u32(at),
        Buffer.from(name),
      ]),
    );
    bodies.push(body);
    at += body.length;
  }
  const central = Buffer.concat(directory);
  const count = u16(directory.length);
  return Buffer.concat([
    ...bodies,
    central,
    Buffer.from("PK\x05\x06", "latin1"),
    u16(0),
    u16(0),
    count,
    count,
    u32(central.length),
    u32(at),
    u16(0),
  ]);
}
const office = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";
const relations = (/** @type {[string, string, string][]} */ ...all) =>
  Buffer.from(
    `<Relationships>${all.map(([id, type, target]) => `<Relationship Id="${id}" Type="${office}/${type}" Target="${target}"/>`).join("")}</Relationships>`,
  );
const workbook = (/** @type {string} */ sheet, /** @type {string} */ strings) =>
  zipOf({
    "_rels/.rels": relations(["rId1", "officeDocument", "xl/workbook.xml"]),
    "xl/workbook.xml": Buffer.from('<workbook xmlns:r="r"><sheets><sheet name="S" r:id="rId1"/></sheets></workbook>'),
    "xl/_rels/workbook.xml.rels": relations(
      ["rId1", "worksheet", "sheet.xml"],
      ["rId2", "sharedStrings", "strings.xml"],
    ),
    "xl/strings.xml": Buffer.from(`<sst>${strings}</sst>`),
    "xl/sheet.xml": Buffer.from(`<worksheet><sheetData>${sheet}</sheetData></worksheet>`),
  });
const head = '<row><c t="inlineStr"><is><t>name</t></is></c><c t="inlineStr"><is><t>value</t></is></c></row>';
const { watched, percent, kinds } = sizes({ watched: [4000, 200], percent: [100, 2], kinds: [8, 2] });
/** So many of a file's parts, or the share of them that was asked for. */
const part = (/** @type {number} */ count) => Math.ceil((count * percent) / 100);
const mb = 1024 * 1024;
const longRows = Array.from({ length: part(9900) }, (_, i) => `big.${i},${String(i).repeat(100)}${"ä".repeat(160)}`);
/** @type {[string, Buffer][]} */
const files = [
  ["9 MB of blank lines", Buffer.from("\n".repeat(part(9 * mb)))],
  ["a cell of 8.4 MB", Buffer.from(`name,value\nx,"${"a".repeat(part(8.4 * mb))}"\n`)],
  ["a bomb: 300 MB of one tag", zipOf({ "_rels/.rels": Buffer.alloc(part(300 * mb), "<a/>") })],
  ["a bomb: 120 MB of rows", workbook(head + "<row><c><v>1</v></c></row>".repeat(part(4.8 * mb)), "")],
  ["a bomb: 120 MB of shared texts", workbook(head, `<si><t>${"a".repeat(30_000)}</t></si>`.repeat(part(4000)))],
  [
    "a bomb: one shared text in every cell",
    workbook(
      head + '<row><c t="s"><v>0</v></c><c t="s"><v>0</v></c></row>'.repeat(part(9000)),
      `<si><t>${"ä".repeat(32_000)}</t></si>`,
    ),
  ],
  ["the largest CSV, 9.9 MB", Buffer.from(`name,value\n${longRows.join("\n")}\n`)],
  [
    "the largest workbook, 48 MB of shared texts",
    workbook(
      head +
        Array.from(
          { length: part(9999) },
          (_, i) => `<row><c t="inlineStr"><is><t>k${i}</t></is></c><c t="s"><v>${i}</v></c></row>`,
        ).join(""),
      Array.from({ length: part(9999) }, (_, i) => `<si><t>${String(i).padStart(4700, "x")}</t></si>`).join(""),
    ),
  ],
];

/** A server of its own for each file, so that what one left in memory is not the next one's. */
async function startServer() {
  const child = fork("bench/parts/import-server.mjs", [api], {
    env: { ...process.env, ...env },
    stdio: ["ignore", "inherit", "inherit", "ipc"],
  });
  /** @type {string} */
  const url = await new Promise((done) => child.once("message", (said) => done(/** @type {string} */ (said))));
  const status = `/proc/${child.pid}/status`;
  return {
    /** MB */
    resident: () => Number(/VmRSS:\s+(\d+)/.exec(readFileSync(status, "utf8"))?.[1]) / 1024,
    ask: async () => (await fetch(`${url}/api/v1/users/me`, { headers })).arrayBuffer(),
    /** Sends a file again and again for so long, at least once. @returns {Promise<{ took: number[], status: number }>} */
    send: async (/** @type {Uint8Array} */ bytes, forMs = 0) => {
      const path = `/api/v1/backoffice/admin/label-interface/upload/${french}?dryRun=true`;
      const workerData = { url: url + path, headers, bytes, forMs };
      const sender = new Worker(new URL("./parts/send-file.mjs", import.meta.url), { workerData });
      const [found] = await once(sender, "message");
      return found;
    },
    stop: () => child.disconnect(),
  };
}

/** @typedef {Awaited<ReturnType<typeof startServer>>} Server */

/** Asks who the caller is, a hundred times a second, until `done`; the times, and the most memory meanwhile. */
async function watch(/** @type {Server} */ server, /** @type {Promise<unknown>} */ done) {
  const times = /** @type {number[]} */ ([]);
  let most = server.resident();
  let isDone = false;
  done.finally(() => {
    isDone = true;
  });
  while (!isDone) {
    times.push(await timed(server.ask));
    most = Math.max(most, server.resident());
    await sleep(Math.max(0, 10 - (times.at(-1) ?? 0)));
  }
  return { p50: quantile(times, 0.5), p99: quantile(times, 0.99), most };
}

try {
  const add = table("GET /users/me of others while a file is read", [
    "",
    "answer",
    "read in ms",
    "p99 quiet ms",
    "p99 ms",
    "of bare",
    "MB idle",
    "MB above",
  ]);
  for (const [name, bytes] of files.slice(0, kinds)) {
    say(name);
    const server = await startServer();
    await server.send(Buffer.from("name,value\na,b\n"));
    await watch(server, sleep(watched)); // warms up
    const quiet = await watch(server, sleep(watched));
    const sent = server.send(bytes, watched);
    const busy = await watch(server, sent);
    const { took, status } = await sent;
    const waits = [ms(median(took)), ms(quiet.p99), ms(busy.p99), times(busy.p99 / quiet.p99)];
    add(name, String(status), ...waits, quiet.most.toFixed(0), Math.max(0, busy.most - quiet.most).toFixed(0));
    server.stop();
  }
} finally {
  await end();
}
