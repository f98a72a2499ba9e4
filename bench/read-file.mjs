// @ts-check
import { fork } from "node:child_process";
import { readFileSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import { deflateRawSync } from "node:zlib";
import { api, end, env, ms, ours, quantile, timed } from "./import-setup.mjs";

// What others notice while somebody sends the worst files: the p99 of GET /users/me, and the memory of the server.
//   node bench/read-file.mjs
// Each line is printed when it is measured. Read on Linux, where /proc says how much memory a process has.

const french = ours.languageId("fr");

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
const mb = 1024 * 1024;
const longRows = Array.from({ length: 9900 }, (_, i) => `big.${i},${String(i).repeat(100)}${"ä".repeat(160)}`);
/** @type {[string, Buffer][]} */
const files = [
  ["9 MB of blank lines", Buffer.from("\n".repeat(9 * mb))],
  ["a cell of 8.4 MB", Buffer.from(`name,value\nx,"${"a".repeat(8.4 * mb)}"\n`)],
  ["a bomb: 300 MB of one tag", zipOf({ "_rels/.rels": Buffer.alloc(300 * mb, "<a/>") })],
  ["a bomb: 120 MB of rows", workbook(head + "<row><c><v>1</v></c></row>".repeat(4.8 * mb), "")],
  ["a bomb: 120 MB of shared texts", workbook(head, `<si><t>${"a".repeat(30_000)}</t></si>`.repeat(4000))],
  ["the largest CSV, 9.9 MB", Buffer.from(`name,value\n${longRows.join("\n")}\n`)],
  [
    "the largest workbook, 48 MB of shared texts",
    workbook(
      head +
        Array.from(
          { length: 9999 },
          (_, i) => `<row><c t="inlineStr"><is><t>k${i}</t></is></c><c t="s"><v>${i}</v></c></row>`,
        ).join(""),
      Array.from({ length: 9999 }, (_, i) => `<si><t>${String(i).padStart(4700, "x")}</t></si>`).join(""),
    ),
  ],
];

const child = fork("bench/import-server.mjs", [api], {
  env: { ...process.env, ...env },
  stdio: ["ignore", "inherit", "inherit", "ipc"],
});
/** @type {{ url: string, bearer: string }} */
const server = await new Promise((done) => child.once("message", (message) => done(/** @type {any} */ (message))));
const headers = { authorization: `Bearer ${server.bearer}` };
const residentMb = () => Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${child.pid}/status`, "utf8"))?.[1]) / 1024;

/** Asks who the caller is, ten times in a hundred milliseconds, until `done`; the times, and the most memory meanwhile. */
async function watch(/** @type {Promise<unknown>} */ done) {
  const times = /** @type {number[]} */ ([]);
  let most = residentMb();
  let isDone = false;
  done.finally(() => {
    isDone = true;
  });
  while (!isDone || times.length < 200) {
    const begun = performance.now();
    await (await fetch(`${server.url}/api/v1/users/me`, { headers })).arrayBuffer();
    times.push(performance.now() - begun);
    most = Math.max(most, residentMb());
    await sleep(Math.max(0, 10 - (performance.now() - begun)));
  }
  return { p50: quantile(times, 0.5), p99: quantile(times, 0.99), most };
}

async function send(/** @type {Buffer} */ bytes) {
  const form = new FormData();
  form.append("file", new Blob([new Uint8Array(bytes)]), "labels");
  const path = `/api/v1/backoffice/admin/label-interface/upload/${french}?dryRun=true`;
  const answer = await fetch(server.url + path, { method: "POST", headers, body: form });
  await answer.arrayBuffer();
  return answer.status;
}

try {
  await watch(sleep(3000)); // warms up
  await send(Buffer.from("name,value\na,b\n"));
  const idle = residentMb();
  const quiet = await watch(sleep(4000));
  console.log(
    `\nOthers while a file is read: GET /users/me, quiet p50 ${quiet.p50.toFixed(1)} ms, p99 ${quiet.p99.toFixed(1)} ms; ${ms(idle)} MB idle\n`,
  );
  console.log(
    "| file | answer | read in ms | p99 of others ms | times quiet | MB above idle |\n|---|---|---|---|---|---|",
  );
  for (const [name, bytes] of files) {
    let status = 0;
    let took = 0;
    const { p99, most } = await watch(
      (async () => {
        took = await timed(async () => {
          status = await send(bytes);
        });
      })(),
    );
    console.log(
      `| ${name} | ${status} | ${ms(took)} | ${p99.toFixed(1)} | ${(p99 / quiet.p99).toFixed(1)} | ${ms(most - idle)} |`,
    );
    await sleep(1500);
  }
} finally {
  child.disconnect();
  await end();
}
