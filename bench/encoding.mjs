// What compressing an answer costs beside making and sending it without: its text from its rows, the hash that is its tag, and
// node:http. `node bench/encoding.mjs [--answers 200]` answers a process of its own over HTTP: rows like those of PERS, and the
// document. The CPU is that of the process that answers.
import { spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import { performance } from "node:perf_hooks";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";
import { ms, table, times } from "./parts/say.mjs";
import { sizes } from "./parts/sizes.mjs";

const { answers } = sizes({ answers: [200, 5] });

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
const list = (count) => ({ meta: {}, items: Array.from({ length: count }, (_, n) => row(n)) });
const made = {
  "list of 10": list(10),
  "list of 100": list(100),
  "list of 1,000": list(1000),
  "openapi.json": JSON.parse(readFileSync(new URL("../docs/api/released/openapi.json", import.meta.url), "utf8")),
};

const brotli = promisify(brotliCompress);
const gzipped = promisify(gzip);
const br = (quality) => (text) => brotli(text, { params: { [constants.BROTLI_PARAM_QUALITY]: quality } });
const ways = { none: async (text) => text, gzip: (text) => gzipped(text), "br 4": br(4), "br 5": br(5) };

/** A process that asks for an address so many times, one after the other, over one connection, and says when it is done. */
const caller = spawn(
  process.execPath,
  [
    "--input-type=module",
    "-e",
    `process.on("message", async ({ url, count }) => {
      for (let n = 0; n < count; n++) await (await fetch(url, { headers: { "accept-encoding": "identity" } })).arrayBuffer();
      process.send("done");
    });`,
  ],
  { stdio: ["ignore", "inherit", "inherit", "ipc"] },
);

/** Answers over HTTP, some times over: the bytes, the CPU of this process and the event loop's time for each. */
async function measure(output, encode, count) {
  let bytes = 0;
  const server = createServer(async (_, res) => {
    const text = Buffer.from(JSON.stringify(output));
    const etag = createHash("sha256").update(text).digest("base64url");
    const body = await encode(text);
    bytes = body.length;
    res.writeHead(200, { "content-type": "application/json", etag, "content-length": bytes }).end(body);
  });
  await once(server.listen(0, "127.0.0.1"), "listening");
  const [cpu, loop] = [process.cpuUsage(), performance.eventLoopUtilization()];
  const url = `http://127.0.0.1:${server.address().port}/`;
  caller.send({ url, count });
  await once(caller, "message");
  const { user, system } = process.cpuUsage(cpu);
  const { active } = performance.eventLoopUtilization(loop);
  server.closeAllConnections();
  server.close();
  return { bytes, cpu: (user + system) / 1000 / count, loop: active / count };
}

for (const [what, output] of Object.entries(made)) {
  const add = table(`Answer: ${what}`, ["", "bytes", "CPU ms", "of bare", "event loop ms"]);
  const count = Math.max(3, Math.round((answers * 5_000) / (5_000 + JSON.stringify(output).length / 50)));
  let bare = 0;
  for (const [way, encode] of Object.entries(ways)) {
    await measure(output, encode, 1);
    const { bytes, cpu, loop } = await measure(output, encode, count);
    if (way === "none") bare = cpu;
    add(way, String(bytes), ms(cpu), way === "none" ? "" : times(cpu / bare), ms(loop));
  }
}
caller.disconnect();
