// @ts-check
import { spawnSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { parseArgs } from "node:util";
import { fail, Plain } from "./plain.mjs";
import { listNew, migrationsOf } from "./released-migrations.mjs";

// Migrations are only added (ADR 64):
// `npm run db:generate -- add-thing` writes what db/schema has and no migration makes yet
// `npm run db:generate -- --custom add-thing` an empty one, for what drizzle cannot say
// `npm run db:generate -- --list` lists what is not listed yet: from then on it stays as it is

const folder = "db/migrations";
const journal = `${folder}/meta/_journal.json`;

function generate(/** @type {string} */ name, /** @type {boolean} */ custom) {
  if (!/^[a-z0-9]+(-[a-z0-9]+)*$/.test(name))
    throw new Plain("Say what it does, in small letters, such as: npm run db:generate -- add-thing");
  const before = migrationsOf(folder);
  const args = ["node_modules/drizzle-kit/bin.cjs", "generate", "--name", name, ...(custom ? ["--custom"] : [])];
  // Its own terminal, for where a column went and another came it asks whether that is a new name.
  const { status } = spawnSync(process.execPath, args, { stdio: "inherit" });
  if (status !== 0) throw new Plain("drizzle-kit could not write the migration.");
  const migrations = migrationsOf(folder);
  const added = migrations[before.length];
  if (!added) return;
  // Later than the one before, even by a wrong clock: the migrator leaves out what is older than the last one applied.
  added.when = (before.at(-1)?.when ?? 0) + 1;
  writeFileSync(journal, `${JSON.stringify({ version: "7", dialect: "postgresql", entries: migrations }, null, 2)}\n`);
  console.log(`Look through ${folder}/${added.tag}.sql, then list it: npm run db:generate -- --list`);
}

function main() {
  const options = /** @type {const} */ ({ custom: { type: "boolean" }, list: { type: "boolean" } });
  const { values, positionals } = parseArgs({ options, allowPositionals: true });
  if (values.list) for (const tag of listNew(folder)) console.log(`${tag} is listed and stays as it is.`);
  else generate(positionals[0] ?? "", values.custom ?? false);
}

try {
  main();
} catch (error) {
  fail(error);
}
