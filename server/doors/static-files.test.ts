import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { brotliCompressSync, gzipSync } from "node:zlib";
import { afterAll, beforeAll, expect, it } from "vitest";
import { toAppError } from "@/server/kit/call/errors";
import { staticFiles } from "./static-files";

const folder = mkdtempSync(join(tmpdir(), "persdesk-static-"));
const script = "console.log(1);\n".repeat(200);
mkdirSync(join(folder, "chunks"));
for (const [name, bytes] of Object.entries({
  "chunks/a b.js": script,
  "chunks/a b.js.br": brotliCompressSync(script),
  "chunks/a b.js.gz": gzipSync(script),
  "plain.css": "a{}",
  "font.woff2": "font",
  "gone.js": script,
}))
  writeFileSync(join(folder, name), bytes);

const answer = staticFiles(folder);
const server = createServer((req, res) => {
  const answered = answer(req, res);
  if (!answered) res.writeHead(501).end();
  answered?.catch((error: unknown) => res.writeHead(toAppError(error).status).end());
});
let origin = "";
beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  rmSync(join(folder, "gone.js"));
});
afterAll(() => {
  server.close();
  rmSync(folder, { recursive: true });
});

const ask = (path: string, headers: Record<string, string> = {}, method = "GET") =>
  fetch(`${origin}${path}`, { method, headers });

it.each([
  ["br, gzip", "br"],
  ["gzip", "gzip"],
  ["br;q=0, gzip", "gzip"],
  ["identity", null],
])("a script goes in the form that the browser takes: %s", async (accepted, coding) => {
  const got = await ask("/_next/static/chunks/a%20b.js?v=1", { "accept-encoding": accepted });
  expect([got.status, got.headers.get("content-encoding"), await got.text()]).toEqual([200, coding, script]);
  expect(Object.fromEntries(got.headers)).toMatchObject({
    "content-type": "text/javascript; charset=utf-8",
    "cache-control": "public, max-age=31536000, immutable",
    "x-content-type-options": "nosniff",
    vary: "accept-encoding",
  });
});

it("what the build did not compress goes as it is, with its type", async () => {
  const types = ["plain.css", "font.woff2"].map(async (name) => {
    const got = await ask(`/_next/static/${name}`, { "accept-encoding": "br" });
    return [got.headers.get("content-encoding"), got.headers.get("content-type"), await got.text()];
  });
  expect(await Promise.all(types)).toEqual([
    [null, "text/css; charset=utf-8", "a{}"],
    [null, "font/woff2", "font"],
  ]);
});

it("HEAD says as much, without a body", async () => {
  const [got, said] = await Promise.all(
    ["GET", "HEAD"].map((method) => ask("/_next/static/chunks/a%20b.js", { "accept-encoding": "br" }, method)),
  );
  const headersOf = (one?: Response) =>
    [...(one?.headers ?? [])].filter(([name]) => !/^(date|connection|keep-alive)$/.test(name));
  expect([said?.status, await said?.text(), headersOf(said)]).toEqual([200, "", headersOf(got)]);
});

it("one that was taken away since the start is 404; all else is somebody else's to answer", async () => {
  expect((await ask("/_next/static/gone.js")).status).toBe(404);
  const others = [
    "/_next/static/none.js",
    "/_next/static/chunks/../../../package.json",
    "/_next/static/..%2Fsecret",
    "/pers",
  ];
  for (const path of others) expect((await ask(path)).status, path).toBe(501);
});
