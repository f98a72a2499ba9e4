import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, it } from "vitest";
import { claim } from "./claim.mjs";

const folder = mkdtempSync(join(tmpdir(), "persdesk-claim-"));
const file = join(folder, "pid");
afterAll(() => rmSync(folder, { recursive: true }));

it("is had by one living process, and taken over from a dead or unrelated one", () => {
  const mine = claim(file);
  expect(readFileSync(file, "utf8")).toBe(String(process.pid));
  expect("release" in mine).toBe(true);
  if ("release" in mine) mine.release();

  writeFileSync(file, String(process.ppid));
  expect(claim(file)).toEqual({ holder: process.ppid });

  for (const gone of ["4194999", "", "nonsense"]) {
    writeFileSync(file, gone);
    expect(claim(file)).toHaveProperty("release");
  }
});
