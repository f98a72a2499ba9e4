import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { useDatabase } from "@/db/testing/database";
import { run, runNode } from "./command.mjs";

const { url } = useDatabase();

const patch = readFileSync("patches/postgres+3.4.9.patch", "utf8");
/** The hunks of each file, each as a patch of its own. */
const hunks = patch.split(/^(?=diff --git )/m).flatMap((file) => {
  const [head = "", ...parts] = file.split(/^(?=@@ )/m);
  const path = /^\+\+\+ b\/node_modules\/postgres\/(.+)$/m.exec(head)?.[1] ?? "";
  return parts.map((part) => ({ path, part, text: head + part }));
});
/** What the code in use is patched by; the other build has the same. */
const used = hunks.filter(({ path }) => path.startsWith("src/"));
const changeOf = ({ path, part }: { path: string; part: string }) =>
  [path.replace(/^cjs\//, ""), ...part.split("\n").filter((line) => /^[-+]/.test(line))].join("\n");

/** The scenario (scripts/testing/patch-scenarios.mjs) that fails without each of them, and how, in the order of the patch. */
const scenarios: [scenario: string, fault: RegExp][] = [
  ["write to a closed socket", /TypeError: Cannot read properties of null \(reading 'write'\)/],
  ["rows that are refused at their end", /rows that are refused at their end: it hangs is not/],
  ["write that waits", /CONNECT_TIMEOUT/],
  ["last words of a server", /last words of a server: CONNECTION_CLOSED is not/],
  ["types of arrays", /PostgresError: terminating connection/],
  ["lost transaction", /connection_lost is not defined/],
  ["lost transaction", /lost transaction: it went through is not/],
  ["lost transaction", /lost transaction: it went through is not/],
];
const names = [...new Set(scenarios.map(([scenario]) => scenario))];

describe("each part of the patch", () => {
  let dir = "";
  beforeAll(() => {
    dir = mkdtempSync(join(tmpdir(), "persdesk-driver-"));
  });
  afterAll(() => rmSync(dir, { recursive: true, force: true }));
  const play = (driver: string, scenario: string) =>
    runNode(["scripts/testing/patch-scenarios.mjs", driver, url, scenario]);

  it("stands in both builds, and is told with its scenario and its thread", () => {
    expect(used).toHaveLength(scenarios.length);
    expect(hunks.filter(({ path }) => path.startsWith("cjs/")).map(changeOf)).toEqual(used.map(changeOf));
    const told = readFileSync("patches/README.md", "utf8");
    for (const scenario of names) expect(told).toMatch(new RegExp(`^\\| ${scenario} \\|.*(/pull|/issues)/\\d+`, "m"));
  });

  it.each(names)("%s: holds with the patch", async (scenario) => {
    expect(await play(resolve("node_modules/postgres"), scenario)).toEqual({ code: 0, output: "" });
  });

  it.each(scenarios.map(([scenario, fault], n) => ({ n, scenario, fault })))(
    "$scenario: fails without part $n",
    async ({ n, scenario, fault }) => {
      const driver = join(dir, String(n));
      cpSync("node_modules/postgres", driver, { recursive: true });
      writeFileSync(join(driver, "one.patch"), used[n]?.text ?? "");
      const undone = await run("git", ["apply", "-R", "-p3", "one.patch"], { cwd: driver });
      expect(undone).toMatchObject({ code: 0, output: "" });
      expect(await play(driver, scenario)).toMatchObject({ code: 1, output: expect.stringMatching(fault) });
    },
  );
});

it("the patch is for one version, and is not left out in silence", async () => {
  const dir = mkdtempSync(join(tmpdir(), "persdesk-patches-"));
  const apply = () => runNode([resolve("scripts/patches.mjs")], { cwd: dir });
  try {
    mkdirSync(join(dir, "node_modules"));
    cpSync("node_modules/postgres", join(dir, "node_modules/postgres"), { recursive: true });
    for (const name of ["package.json", "package-lock.json", "patches"])
      cpSync(name, join(dir, name), { recursive: true });
    // Its own path tells patch-package nothing; it works where it is started.
    symlinkSync(resolve("node_modules/patch-package"), join(dir, "node_modules/patch-package"));
    expect(await apply()).toEqual({ code: 0, output: "" });
    const about = join(dir, "node_modules/postgres/package.json");
    writeFileSync(about, readFileSync(about, "utf8").replace('"version": "3.4.9"', '"version": "3.5.0"'));
    rmSync(join(dir, "node_modules/.patched"));
    expect(await apply()).toMatchObject({ code: 1, output: expect.stringContaining("3.5.0") });
    rmSync(join(dir, "patches"), { recursive: true });
    expect(await apply()).toMatchObject({ code: 1, output: expect.stringContaining("patches/ is missing") });
  } finally {
    rmSync(dir, { recursive: true, force: true });
  }
});
