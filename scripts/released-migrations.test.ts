import {
  appendFileSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { readMigrationFiles } from "drizzle-orm/migrator";
import { afterAll, beforeEach, describe, expect, it } from "vitest";
import { runNode } from "./command.mjs";
import { faultsOf, listNew, migrationsOf } from "./released-migrations.mjs";

const folder = "db/migrations";
const home = mkdtempSync(join(tmpdir(), "persdesk-migrations-"));
afterAll(() => rmSync(home, { recursive: true, force: true }));

/** Stands in for the tree, with a schema and migrations that may be changed. */
let tree = "";
let n = 0;
beforeEach(() => {
  tree = join(home, String(++n));
  mkdirSync(join(tree, "db"), { recursive: true });
  for (const name of ["node_modules", "scripts", "drizzle.config.ts", "tsconfig.json"])
    symlinkSync(resolve(name), join(tree, name));
  for (const name of ["schema", "migrations"]) cpSync(join("db", name), join(tree, "db", name), { recursive: true });
});

const copied = (...path: string[]) => join(tree, folder, ...path);
const edit = (file: string, from: string | RegExp, to: string) =>
  writeFileSync(file, readFileSync(file, "utf8").replace(from, to));
const journal = () => copied("meta/_journal.json");

describe("released migrations", () => {
  it("stay as they were released, in their order, and every one is listed", () => {
    expect(faultsOf(folder)).toEqual([]);
  });

  it.each([
    ["its SQL was changed", () => appendFileSync(copied("0000_init.sql"), " "), /^0000_init was changed/],
    ["its SQL was removed", () => rmSync(copied("0001_by_hand.sql")), /^0001_by_hand was changed/],
    [
      "its snapshot was changed",
      () => appendFileSync(copied("meta/0000_snapshot.json"), " "),
      /^0000_init was changed/,
    ],
    ["its time was changed", () => edit(journal(), "1795245600000", "1795245600001"), /^0001_by_hand was changed/],
  ])("are at fault where %s", (_, spoil, fault) => {
    spoil();
    expect(faultsOf(copied())).toContainEqual(expect.stringMatching(fault));
  });

  it("are at fault where one left the journal, or changed its place there", () => {
    const { entries, ...rest } = JSON.parse(readFileSync(journal(), "utf8"));
    const save = (changed: unknown[]) => writeFileSync(journal(), JSON.stringify({ ...rest, entries: changed }));
    save(entries.slice(1));
    expect(faultsOf(copied())).toContainEqual(expect.stringMatching(/^0000_init is not number 0/));
    save([entries[1], entries[0], ...entries.slice(2)]);
    expect(faultsOf(copied())).toContainEqual(expect.stringMatching(/^0000_init is not number 0/));
    expect(faultsOf(copied())).toContainEqual(expect.stringMatching(/^0000_init is not later/));
  });

  it("are at fault where SQL stands beside the journal", () => {
    writeFileSync(copied("0099_forgotten.sql"), "select 1");
    expect(faultsOf(copied())).toEqual(["0099_forgotten.sql is not in the journal."]);
  });
});

describe("npm run db:generate", () => {
  const generate = (...args: string[]) => runNode(["scripts/generate-migration.mjs", ...args], { cwd: tree });
  const sqlOf = () => readMigrationFiles({ migrationsFolder: copied() }).map(({ sql }) => sql.join("\n"));

  it("has nothing to write: migrations make all that stands in db/schema", async () => {
    const { code, output } = await generate("nothing");
    expect([code, output]).toEqual([0, expect.stringContaining("No schema changes")]);
    expect(readFileSync(journal())).toEqual(readFileSync(join(folder, "meta/_journal.json")));
  });

  it("only adds, and what it adds is later than all others and is to be listed", async () => {
    const before = migrationsOf(folder);
    const last = before.at(-1)?.when ?? 0;
    edit(join(tree, "db/schema/vehicle.ts"), "endedAt: instant(),", "endedAt: instant(),\n    scratch: text(),");
    expect((await generate("add-scratch")).code).toBe(0);
    expect((await generate("--custom", "by-hand")).code).toBe(0);

    const added = migrationsOf(copied()).slice(before.length);
    expect(added.map(({ tag }) => tag.replace(/^\d+_/, ""))).toEqual(["add-scratch", "by-hand"]);
    expect(added.map(({ when }) => when)).toEqual([last + 1, last + 2]);
    const [scratch, byHand] = sqlOf().slice(before.length);
    expect(scratch).toBe('ALTER TABLE "backoffice"."vehicle_pers_history" ADD COLUMN "scratch" text;');
    expect(byHand).toMatch(/^--[^\n]*$/);
    // the old ones are as they were, and the new ones unlisted
    expect(faultsOf(copied())).toEqual(added.map(({ tag }) => expect.stringMatching(`^${tag} is not listed`)));

    expect((await generate("--list")).code).toBe(0);
    expect(faultsOf(copied())).toEqual([]);
    expect(listNew(copied())).toEqual([]);
    const check = await runNode(["node_modules/drizzle-kit/bin.cjs", "check"], { cwd: tree });
    expect([check.code, check.output]).toEqual([0, expect.stringContaining("Everything's fine")]);
  });

  it("wants a name", async () => {
    for (const name of ["", "Add Thing", "../x"])
      expect(await generate(name)).toMatchObject({ code: 1, output: expect.stringContaining("Say what it does") });
  });
});
