import { mkdtempSync, rmSync } from "node:fs";
import { join, resolve } from "node:path";
import { build } from "esbuild";
import { afterAll, beforeAll, expect, it } from "vitest";
import { useDatabase } from "@/db/testing/database";
import { secretSettings } from "@/env/testing";
import { runNode } from "@/scripts/command.mjs";

const { url } = useDatabase();
// Beside node_modules, where the bundle finds its packages.
const folder = mkdtempSync(resolve("node_modules/.doctor-test-"));
const outfile = join(folder, "doctor.mjs");
const secrets = secretSettings();

beforeAll(() =>
  build({
    entryPoints: ["server/doctor.ts"],
    outfile,
    bundle: true,
    packages: "external",
    platform: "node",
    format: "esm",
    target: "node20",
    logLevel: "error",
  }),
);
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const doctor = (changed: Record<string, string> = {}) =>
  runNode([outfile], {
    env: { PATH: process.env.PATH, NODE_ENV: "test", LOG_LEVEL: "silent", ...secrets, DATABASE_URL: url, ...changed },
  });

it("ends with 1 where something has to be done, says what, and shows no secret", { timeout: 60_000 }, async () => {
  const { code, output } = await doctor({ DATA_DIR: folder });
  expect(code).toBe(1);
  expect(output).toMatch(/^ok {7}migrations {3}all \d+ are applied$/m);
  expect(output).toMatch(/^fault {4}workers {6}none is at work.*\n +to do: npm run worker/m);
  expect(output).toMatch(/^warning {2}mail {9}SMTP_URL is not set/m);
  const { password } = new URL(url);
  for (const secret of [secrets.NEXTAUTH_SECRET, secrets.DATA_KEYS, password].filter(Boolean))
    expect(output).not.toContain(secret);
});

it("names settings that cannot be used, and ends with 1", { timeout: 60_000 }, async () => {
  const { code, output } = await doctor({ DATA_KEYS: "", DATABASE_POOL: "many" });
  expect(code).toBe(1);
  expect(output).toContain("persdesk: DATA_KEYS is missing");
  expect(output).toMatch(/persdesk: DATABASE_POOL /);
});
