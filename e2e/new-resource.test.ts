import { execFileSync, spawnSync } from "node:child_process";
import { cpSync, existsSync, mkdirSync, mkdtempSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";

const root = resolve(import.meta.dirname, "..");
let copy = "";

/** A command in the copy; its output where it fails. */
const run = (...args: string[]) => {
  const { status, stdout, stderr } = spawnSync(process.execPath, args, { cwd: copy, encoding: "utf8" });
  return status === 0 ? "" : `${stdout}${stderr}`.slice(-4000);
};

beforeAll(() => {
  copy = mkdtempSync(join(tmpdir(), "persdesk-new-resource-"));
  for (const file of execFileSync("git", ["ls-files", "--cached", "--others", "--exclude-standard"], {
    cwd: root,
    encoding: "utf8",
  })
    .trim()
    .split("\n")) {
    if (!existsSync(join(root, file))) continue; // removed, and not committed yet
    mkdirSync(dirname(join(copy, file)), { recursive: true });
    cpSync(join(root, file), join(copy, file));
  }
  symlinkSync(join(root, "node_modules"), join(copy, "node_modules"));
});
afterAll(() => rmSync(copy, { recursive: true, force: true }));

test("a new plain resource passes lint, types, the search for dead code, its own tests and the walks over all resources", {
  timeout: 300_000,
}, () => {
  expect(run("scripts/new-resource.mjs", "devices", "wheel size", "wheel sizes")).toBe("");
  expect(run("node_modules/@biomejs/biome/bin/biome", "ci", "--error-on-warnings", ".")).toBe("");
  expect(run("node_modules/typescript/bin/tsc", "--noEmit", "-p", ".")).toBe("");
  expect(run("node_modules/knip/bin/knip.js")).toBe("");
  const walks = ["server/devices/wheel-size", "server/root", "server/authorization.test.ts", "db", "scripts", "app"];
  expect(run("node_modules/vitest/vitest.mjs", "run", "--project", "unit", ...walks)).toBe("");
});

test("a name that cannot be is refused in one line", () => {
  expect(run("scripts/new-resource.mjs", "devices", "WheelSize", "Wheel size")).toMatch(/lower case/);
  expect(run("scripts/new-resource.mjs", "garden", "wheel size", "wheel sizes")).toMatch(/domain/);
  expect(run("scripts/new-resource.mjs", "devices", "wheel", "wheel")).toMatch(/plural/);
  expect(run("scripts/new-resource.mjs", "devices", "model pers", "pers models")).toMatch(/there already/);
});
