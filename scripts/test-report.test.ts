import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { countTests, failedTests, firstLine, sampledParts, secondsOfFiles, slowest, summary } from "./test-report.mjs";

const folder = mkdtempSync(join(tmpdir(), "persdesk-report-"));
afterAll(() => rmSync(folder, { recursive: true }));
const tests = (...statuses: string[]) => statuses.map((status) => ({ status }));

function count(testResults: { status: string; assertionResults: { status: string }[] }[], code = 0) {
  const file = join(folder, "report.json");
  writeFileSync(file, JSON.stringify({ testResults }));
  const { passed, failed, skipped } = countTests("unit", file, { code, seconds: 1 });
  return { passed, failed, skipped };
}

describe("the count of a test run", () => {
  it("is that of the report", () => {
    const files = [
      { status: "passed", assertionResults: tests("passed", "passed", "pending") },
      { status: "failed", assertionResults: tests("passed", "failed") },
    ];
    expect(count(files, 1)).toEqual({ passed: 3, failed: 1, skipped: 1 });
  });

  it("takes a file that broke before its tests for a failure", () => {
    const files = [
      { status: "passed", assertionResults: tests("passed") },
      { status: "failed", assertionResults: [] },
    ];
    expect(count(files, 1)).toMatchObject({ passed: 1, failed: 1 });
  });

  it("takes no test, no report, and a bad end after good tests for failures", () => {
    expect(count([])).toMatchObject({ passed: 0, failed: 1 });
    expect(count([{ status: "passed", assertionResults: tests("passed") }], 1)).toMatchObject({ passed: 1, failed: 1 });
    expect(countTests("unit", join(folder, "none.json"), { code: 0, seconds: 1 })).toMatchObject({
      passed: 0,
      failed: 1,
    });
  });

  it("names the files that took longest", () => {
    const file = join(folder, "times.json");
    const took = (name: string, seconds: number) => ({
      name: join(process.cwd(), name),
      startTime: 0,
      endTime: seconds * 1000,
    });
    writeFileSync(file, JSON.stringify({ testResults: [took("db/a.test.ts", 1), took("db/b.test.ts", 20.04)] }));
    expect(secondsOfFiles(file)).toEqual({ "db/a.test.ts": 1, "db/b.test.ts": 20.04 });
    expect(slowest(secondsOfFiles(file))).toEqual(["    20.0 s  db/b.test.ts", "     1.0 s  db/a.test.ts"]);
    expect(slowest(Object.fromEntries(Array.from({ length: 30 }, (_, n) => [`f${n}`, n])))).toHaveLength(20);
    expect(secondsOfFiles(join(folder, "none.json"))).toEqual({});
  });

  it("says what was sampled of which whole, each once", () => {
    const file = join(folder, "sampled.jsonl");
    const part = (what: string) => JSON.stringify({ what, tried: 3, whole: 9, seed: 7 });
    writeFileSync(file, `${part("screens")}\n${part("lists")}\n${part("screens")}\n`);
    expect(sampledParts(file)).toEqual(["  lists: 3 of 9 (WALK_SEED=7)", "  screens: 3 of 9 (WALK_SEED=7)"]);
    expect(sampledParts(join(folder, "none.jsonl"))).toEqual(["  nothing"]);
  });

  it("names the first thing that a check found", () => {
    expect(firstLine("\u001b[31mserver/a.ts(3,1): error TS2304: no such name\u001b[0m\nmore")).toBe(
      "server/a.ts(3,1): error TS2304: no such name",
    );
    expect(firstLine("")).toBe("failed");
  });

  it("names what failed, and how it begins", () => {
    const file = join(folder, "failed.json");
    const name = (path: string) => join(process.cwd(), path);
    const failed = { status: "failed", fullName: "a thing works", failureMessages: ["expected 1\n  to be 2"] };
    const testResults = [
      { name: name("db/a.test.ts"), status: "failed", assertionResults: [...tests("passed"), failed] },
      { name: name("db/b.test.ts"), status: "failed", message: "no such module", assertionResults: [] },
    ];
    writeFileSync(file, JSON.stringify({ testResults }));
    expect(failedTests(file)).toEqual([
      "db/a.test.ts: a thing works: expected 1 to be 2",
      "db/b.test.ts: no such module",
    ]);
  });

  it("closes with the line that CI reads", () => {
    const result = (passed: number, failed: number) => ({ name: "x", passed, failed, skipped: 0, seconds: 1 });
    expect(summary([result(3, 0), result(4, 2)], 9)).toMatchObject({ line: "7 passed, 2 failed", failed: 2 });
  });
});
