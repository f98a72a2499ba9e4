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

test("a new plain resource type-checks, and its tests and the router walks pass", () => {
  expect(run("scripts/new-resource.mjs", "devices", "wheel-size", "Wheel size")).toBe("");
  expect(run("node_modules/typescript/bin/tsc", "--noEmit", "-p", ".")).toBe("");
  const vitest = ["node_modules/vitest/vitest.mjs", "run", "--project", "unit"];
  expect(run(...vitest, "server/devices/wheel-size", "server/root")).toBe("");
});

test("a name that cannot be is refused in one line", () => {
  expect(run("scripts/new-resource.mjs", "devices", "WheelSize", "Wheel size")).toMatch(/kebab-case/);
  expect(run("scripts/new-resource.mjs", "garden", "wheel-size", "Wheel size")).toMatch(/domain/);
  expect(run("scripts/new-resource.mjs", "devices", "model-pers", "PERS model")).toMatch(/there already/);
});
