import { readFileSync } from "node:fs";
import { join } from "node:path";
import { readMigrationFiles } from "drizzle-orm/migrator";
import { describe, expect, it } from "vitest";
import { runNode } from "./command.mjs";
import { faultsOf, listNew, migrationsOf } from "./released-migrations.mjs";
import { folder, useMigrations } from "./testing/migrations";

const { tree, copied, edit } = useMigrations();

describe("npm run db:generate", () => {
  const generate = (...args: string[]) => runNode(["scripts/generate-migration.mjs", ...args], { cwd: tree() });
  const sqlOf = () => readMigrationFiles({ migrationsFolder: copied() }).map(({ sql }) => sql.join("\n"));

  it("has nothing to write: migrations make all that stands in db/schema", async () => {
    const { code, output } = await generate("nothing");
    expect([code, output]).toEqual([0, expect.stringContaining("No schema changes")]);
    expect(readFileSync(copied("meta/_journal.json"))).toEqual(readFileSync(join(folder, "meta/_journal.json")));
  });

  it("only adds, and what it adds is later than all others and is to be listed", async () => {
    const before = migrationsOf(folder);
    const last = before.at(-1)?.when ?? 0;
    edit(join(tree(), "db/schema/vehicle.ts"), "endedAt: instant(),", "endedAt: instant(),\n    scratch: text(),");
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
    const check = await runNode(["node_modules/drizzle-kit/bin.cjs", "check"], { cwd: tree() });
    expect([check.code, check.output]).toEqual([0, expect.stringContaining("Everything's fine")]);
  });

  it("wants a name", async () => {
    for (const name of ["", "Add Thing", "../x"])
      expect(await generate(name)).toMatchObject({ code: 1, output: expect.stringContaining("Say what it does") });
  });
});
