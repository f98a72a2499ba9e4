import { expect, it } from "vitest";
import { useDatabase } from "@/db/testing/database";
import { secretSettings } from "@/env/testing";
import { runNode } from "@/scripts/command.mjs";
import { useProgram } from "@/scripts/testing/program";

const { url } = useDatabase();
const { folder, program } = useProgram("server/doctor.ts");
const secrets = secretSettings();

const doctor = (changed: Record<string, string> = {}) =>
  runNode([program], {
    env: { PATH: process.env.PATH, NODE_ENV: "test", LOG_LEVEL: "silent", ...secrets, DATABASE_URL: url, ...changed },
  });

it("ends with 1 where something has to be done, says what, and shows no secret", async () => {
  const { code, output } = await doctor({ DATA_DIR: folder });
  expect(code).toBe(1);
  expect(output).toMatch(/^ok {7}migrations {3}all \d+ are applied$/m);
  expect(output).toMatch(/^fault {4}workers {6}none is at work.*\n +to do: npm run worker/m);
  expect(output).toMatch(/^warning {2}mail {9}SMTP_URL is not set/m);
  const { password } = new URL(url);
  for (const secret of [secrets.NEXTAUTH_SECRET, secrets.DATA_KEYS, password].filter(Boolean))
    expect(output).not.toContain(secret);
});

it("names settings that cannot be used, and ends with 1", async () => {
  const { code, output } = await doctor({ DATA_KEYS: "", DATABASE_POOL: "many" });
  expect(code).toBe(1);
  expect(output).toContain("persdesk: DATA_KEYS is missing");
  expect(output).toMatch(/persdesk: DATABASE_POOL /);
});
