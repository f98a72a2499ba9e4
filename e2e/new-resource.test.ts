import { execFileSync } from "node:child_process";
import {
  constants,
  copyFileSync,
  cpSync,
  existsSync,
  linkSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  realpathSync,
  rmSync,
  symlinkSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, relative, resolve } from "node:path";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { sample } from "@/db/testing/sample";
import { isLong } from "@/db/testing/scale";
import { findHeadless } from "@/scripts/chromium.mjs";
import { codeChecks } from "@/scripts/code-checks.mjs";
import { runNode } from "@/scripts/command.mjs";
import { testPlan } from "@/scripts/test-plan.mjs";

const root = resolve(import.meta.dirname, "..");
let copy = "";
const script = "scripts/new-resource.mjs";
const french = ["une taille de roue", "tailles de roue"];
const german = ["die Radgröße", "Radgrößen"];

/** What a person's shell has: nothing that this run of tests set for itself. */
const shell = { ...process.env };
const kept = ["PATH", "HOME", "TMPDIR", "TEMP", "LANG", "USER", "SystemRoot"];
for (const name of Object.keys(shell)) if (!kept.includes(name)) delete shell[name];

/** A program in the copy: its output where it fails, else nothing. */
async function run(args: string[], more: Record<string, string> = {}) {
  const { code, output } = await runNode(args, { cwd: copy, env: { ...shell, ...more } });
  return code === 0 ? "" : output.slice(-6000) || `ended with ${code}`;
}

/** What is in the copy, except packages and what programs made there. */
const filesOfCopy = () =>
  readdirSync(copy, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(copy, join(entry.parentPath, entry.name)))
    .filter((file) => !/^(node_modules|\.next|\.vitest|tsconfig\.tsbuildinfo)/.test(file));

/** Whether a file of the copy is as it is here. */
const isSame = (file: string) =>
  existsSync(join(root, file)) && readFileSync(join(root, file)).equals(readFileSync(join(copy, file)));

/** One file in two places: a link to the same bytes, or a copy where that cannot be. */
function place(from: string, to: string) {
  try {
    linkSync(from, to);
  } catch {
    copyFileSync(from, to, constants.COPYFILE_FICLONE);
  }
}

/** Packages as files of the copy's own, for the long run: the build of Next follows no link that leads out of its folder. */
function placeAll(from: string, to: string) {
  mkdirSync(to);
  for (const entry of readdirSync(from, { withFileTypes: true })) {
    const [source, target] = [join(from, entry.name), join(to, entry.name)];
    if (entry.isSymbolicLink()) symlinkSync(readlinkSync(source), target);
    else if (entry.isDirectory()) placeAll(source, target);
    else place(source, target);
  }
}

beforeAll(() => {
  copy = mkdtempSync(join(tmpdir(), "persdesk-new-resource-"));
  const files = execFileSync("git", ["ls-files", "--cached", "--others", "--exclude-standard"], { cwd: root });
  for (const file of files.toString().trim().split("\n")) {
    if (!existsSync(join(root, file))) continue; // removed, and not committed yet
    mkdirSync(dirname(join(copy, file)), { recursive: true });
    cpSync(join(root, file), join(copy, file), { preserveTimestamps: true });
  }
  const packages = realpathSync(join(root, "node_modules"));
  if (isLong) placeAll(packages, join(copy, "node_modules"));
  else {
    symlinkSync(packages, join(copy, "node_modules"));
    // What the compiler knows of all other files, where it has been here.
    const known = "tsconfig.tsbuildinfo";
    if (existsSync(join(root, known))) cpSync(join(root, known), join(copy, known), { preserveTimestamps: true });
  }
});
afterAll(() => rmSync(copy, { recursive: true, force: true }));

const wheelSize = ["devices", "wheel size", "wheel sizes"].concat(french, german);
const keyTag = ["key tag", "key tags", "un porte-clés", "porte-clés", "der Schlüsselanhänger", "Schlüsselanhänger"];
const depot = ["depot", "depots", "un dépôt", "dépôts", "das Depot", "Depots"];
/** A field of each type; what nobody said yet with its French and German. */
const everyType =
  "name:text,rank:int?,isLent:boolean:Prêté:Verliehen,lentAt:date:Prêté le:Verliehen am,weight:decimal?:Poids:Gewicht,color:text?:Couleur:Farbe,comment:longtext?";

/** One of each kind that the generator makes. */
const kinds = [
  wheelSize,
  ["companies", ...keyTag, "--rest", "--fields", everyType],
  ["companies", ...depot, "--company", "--rest", "--fields", "name:text,capacity:int:Capacité:Kapazität"],
];

test("what cannot be is refused in one line, and nothing is written", async () => {
  const before = filesOfCopy();
  const refused = async (...said: string[]) => {
    const output = await run([script, ...said]);
    expect(output.trim().split("\n")).toHaveLength(1);
    return output;
  };
  expect(await refused("devices", "WheelSize", "Wheel size")).toMatch(/lower case/);
  expect(await refused("garden", "wheel size", "wheel sizes")).toMatch(/domain/);
  expect(await refused("devices", "wheel", "wheel")).toMatch(/plural/);
  expect(await refused("devices", "wheel size", "wheel sizes", "taille de roue", "x", "die X", "X")).toMatch(/un, une/);
  expect(await refused("devices", "model pers", "pers models", ...french, ...german)).toMatch(/there already/);
  expect(await refused("devices", "team", "wheels", ...french, ...german)).toMatch(/"team" is the name/);
  expect(await refused(...wheelSize, "more")).toMatch(/a word too many/);
  expect(await refused(...wheelSize, "--colour", "red")).toMatch(/'--colour'.* --fields/);
  expect(await refused(...wheelSize, "--company")).toMatch(/belongs to companies/);
  expect(await refused("companies", "company car", "cars", ...french, ...german, "--company")).toMatch(
    /Leave "company"/,
  );
  const fields = (text: string) => refused(...wheelSize, "--fields", text);
  expect(await fields("")).toMatch(/is no field/);
  expect(await fields("rank:int")).toMatch(/first field/);
  expect(await fields("label:text?")).toMatch(/first field/);
  expect(await fields("label:text,label:int")).toMatch(/twice/);
  expect(await fields("label:text,Rank:int")).toMatch(/"Rank:int" is no field/);
  expect(await fields("label:text,id:int")).toMatch(/has "id" already/);
  expect(await fields("label:text,rank:number")).toMatch(/"number" is no type/);
  expect(await fields("label:text,rank:toString")).toMatch(/"toString" is no type/);
  expect(await fields("label:text,isActive:boolean?:Actif:Aktiv")).toMatch(/cannot be optional/);
  expect(await fields("label:text,rimDepth:decimal")).toMatch(/Say what "Rim depth" is called/);
  expect(await fields("label:text,rank:int:Place:Platz")).toMatch(/called "Rang"/);
  expect(filesOfCopy()).toEqual(before);
  expect(before.filter((file) => !isSame(file))).toEqual([]);
});

test("new resources pass `npm run verify` as they were written; in the long run the browser walk too", {
  timeout: 900_000,
}, async () => {
  // Not of the copy's own, which would outlive it.
  const database = { TEST_DATABASE_URL: inject("testDatabase").server.admin };
  for (const said of sample(kinds, 1, "kinds of resources that the generator makes")) {
    expect(await run([script, ...said], database)).toBe("");
    if (said === wheelSize) expectSmall();
  }
  if (isLong) await wholly(database);
  else await inPart(database);
});

/** A plain resource is at most 8 files and 230 lines, its test and its page included. */
function expectSmall() {
  const made = filesOfCopy().filter((file) => !existsSync(join(root, file)) && !file.startsWith("db/migrations/"));
  const lines = made.map((file) => readFileSync(join(copy, file), "utf8").split("\n").length - 1);
  expect(made.filter((file) => /\.test\.ts$|\/page\.tsx$/.test(file))).toHaveLength(2);
  expect(made.length).toBeLessThanOrEqual(8);
  expect(lines.reduce((sum, one) => sum + one, 0)).toBeLessThanOrEqual(230);
}

/**
 * One of the day's steps of `npm run verify`: of its checks, of format for what was written; or of its tests the resource's own,
 * with samples of those that walk all resources or read all files, and of the others.
 */
async function inPart(database: Record<string, string>) {
  const { filesOf, walks } = testPlan();
  const others = [...filesOf("unit"), ...filesOf("database")].filter((file) => !walks().includes(file));
  const walking = sample(walks(), 4, "walks that new resources are tried with");
  const written = filesOfCopy().filter((file) => !isSame(file));
  expect(written.length).toBeGreaterThan(15);
  const some = sample(others, 2, "tests that new resources are tried with, beside the walks");
  const own = written.filter((file) => /\.test\.ts$/.test(file));
  expect(own.filter((file) => !existsSync(join(root, file)))).toHaveLength(1);
  // One worker a project: each loads the whole server, which takes longer than these tests.
  const vitest = [
    "node_modules/vitest/vitest.mjs",
    "run",
    "--maxWorkers=1",
    "--project",
    "unit",
    "--project",
    "database",
  ];
  const tests = { name: "tests", programs: [[...vitest, ...own, ...walking, ...some]] };
  const steps = sample(
    [...codeChecks(written), tests],
    1,
    "steps of `npm run verify` that new resources are tried with",
  );
  for (const { programs } of steps) for (const program of programs) expect(await run(program, database)).toBe("");
}

/** `npm run verify` whole, the build, and the walk through the new screens. */
async function wholly(database: Record<string, string>) {
  expect(await run(["scripts/test.mjs", "quick"])).toBe("");
  expect(await run(["scripts/build.mjs"])).toBe("");
  // SCALE=long, for then every screen is walked, with axe; the names choose which: the new ones' lists, forms and sheets.
  const walk = ["run", "--project", "e2e", "e2e/screens.test.ts", "-t", "wheel sizes|key tags"];
  const { code, output } = await runNode(["node_modules/vitest/vitest.mjs", ...walk], {
    cwd: copy,
    env: { ...shell, SCALE: "long", NO_COLOR: "1", CHROMIUM_PATH: await findHeadless(), ...database },
  });
  expect(code, output.slice(-6000)).toBe(0);
  expect(output).toMatch(/Tests +4 passed/);
}
