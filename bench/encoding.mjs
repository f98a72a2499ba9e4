// What compressing an answer costs beside sending it as it is: CPU of the whole process and time on the event loop, per answer.
// `node bench/encoding.mjs` asks nothing and starts nothing: answers are made up of rows like those of PERS, and the document.
import { readFileSync } from "node:fs";
import { performance } from "node:perf_hooks";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";

const row = (n) => ({
  id: crypto.randomUUID(),
  nuSerialPersNumber: `SN-${String(n).padStart(8, "0")}`,
  modelPERS: { id: crypto.randomUUID(), label: `Model ${n % 7}` },
  firmwareVersion: { id: crypto.randomUUID(), label: `3.${n % 9}.0` },
  companies: [{ id: crypto.randomUUID(), name: `Company ${n % 40}`, linkType: 1 }],
  initialKitConfiguration: { module: `M-${n}`, battery: `B-${n}`, airbag: `A-${n}` },
  lastMessageAt: new Date(1_700_000_000_000 + n * 61_000).toISOString(),
  createdAt: new Date(1_690_000_000_000 + n * 7_000).toISOString(),
  updatedAt: new Date(1_695_000_000_000 + n * 9_000).toISOString(),
  version: 1 + (n % 5),
});
const list = (count) =>
  Buffer.from(JSON.stringify({ meta: {}, items: Array.from({ length: count }, (_, n) => row(n)) }));
const texts = {
  "list of 10": list(10),
  "list of 100": list(100),
  "list of 1,000": list(1000),
  "openapi.json": readFileSync(new URL("../docs/api/released/openapi.json", import.meta.url)),
};

const brotli = promisify(brotliCompress);
const gzipped = promisify(gzip);
const br = (quality) => (text) => brotli(text, { params: { [constants.BROTLI_PARAM_QUALITY]: quality } });
const ways = { none: async (text) => text, gzip: (text) => gzipped(text), "br 4": br(4), "br 5": br(5) };

for (const [what, text] of Object.entries(texts)) {
  for (const [way, encode] of Object.entries(ways)) {
    const times = Math.max(5, Math.min(200, Math.round(2e7 / text.length / 10)));
    await encode(text);
    const [cpu, loop] = [process.cpuUsage(), performance.eventLoopUtilization()];
    let bytes = 0;
    for (let n = 0; n < times; n++) bytes = (await encode(text)).length;
    const { user, system } = process.cpuUsage(cpu);
    const { active } = performance.eventLoopUtilization(loop);
    const ms = (value) => (value / times).toFixed(2).padStart(7);
    console.log(
      `${what.padEnd(14)} ${way.padEnd(5)} ${String(bytes).padStart(9)} bytes  cpu ${ms((user + system) / 1000)} ms  loop ${ms(active)} ms`,
    );
  }
}
