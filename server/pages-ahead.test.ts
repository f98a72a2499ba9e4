import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { loadPagesAhead } from "./pages-ahead";

const dir = mkdtempSync(join(tmpdir(), "pages-ahead-"));
const seen: string[] = [];
beforeAll(() => {
  Object.assign(globalThis, { seenPages: seen });
  mkdirSync(join(dir, "server/app/api"), { recursive: true });
  const page = (name: string, code: string) => writeFileSync(join(dir, "server/app", name), code);
  page("one.js", 'seenPages.push("one")');
  page("broken.js", 'seenPages.push("broken"); throw new Error("no such thing")');
  page("two.js", 'seenPages.push("two")');
  page("api/route.js", 'seenPages.push("route")');
  const manifest = {
    "/one/page": "app/one.js",
    "/broken/page": "app/broken.js",
    "/api/route": "app/api/route.js",
    "/two/page": "app/two.js",
  };
  writeFileSync(join(dir, "server/app-paths-manifest.json"), JSON.stringify(manifest));
});
afterAll(() => rmSync(dir, { recursive: true, force: true }));

it("loads pages, not routes, and goes on after one that fails", async () => {
  let asked = 0;
  await loadPagesAhead(dir, () => ++asked > 99);
  expect(seen).toEqual(["one", "broken", "two"]);
});

it("stops where the process ends", async () => {
  seen.length = 0;
  await loadPagesAhead(dir, () => true);
  expect(seen).toEqual([]);
});
