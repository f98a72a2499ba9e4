// @ts-check
import { createHash } from "node:crypto";
import { appendFileSync, existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

// A migration that was committed has been applied somewhere, so it stays as it is for ever (ADR 64). released.txt lists them
// in their order, a line each: what it is called and its digest.

/** @typedef {{ idx: number, version: string, when: number, tag: string, breakpoints: boolean }} Migration */

const listOf = (/** @type {string} */ folder) => join(folder, "released.txt");
const textOf = (/** @type {string} */ file) => (existsSync(file) ? readFileSync(file, "utf8") : "");

/** The migrations of a folder's journal, in their order. */
export const migrationsOf = (/** @type {string} */ folder) =>
  /** @type {Migration[]} */ (JSON.parse(readFileSync(join(folder, "meta/_journal.json"), "utf8")).entries);

/** A digest (SHA-256) of all that a migration is: its part of the journal, its SQL, and its snapshot, which 0001 lacks. */
function digestOf(/** @type {string} */ folder, /** @type {Migration} */ migration) {
  const number = String(migration.idx).padStart(4, "0");
  return createHash("sha256")
    .update(JSON.stringify(migration))
    .update(textOf(join(folder, `${migration.tag}.sql`)))
    .update(textOf(join(folder, `meta/${number}_snapshot.json`)))
    .digest("hex");
}

const listed = (/** @type {string} */ folder) =>
  textOf(listOf(folder))
    .split(/\r?\n/)
    .filter((line) => line)
    .map((line) => {
      const [tag = "", digest = ""] = line.split(" ");
      return { tag, digest };
    });

/**
 * Lists the migrations of a folder that are not listed yet.
 * @returns {string[]} what they are called
 */
export function listNew(/** @type {string} */ folder) {
  const added = migrationsOf(folder).slice(listed(folder).length);
  for (const migration of added) appendFileSync(listOf(folder), `${migration.tag} ${digestOf(folder, migration)}\n`);
  return added.map(({ tag }) => tag);
}

/**
 * What is wrong with a folder of migrations: a listed one that was changed, removed or moved, one that is not listed, one
 * that the migrator would leave out because it is not later than the one before, and SQL that the journal does not know.
 * @returns {string[]} a sentence for each
 */
export function faultsOf(/** @type {string} */ folder) {
  const migrations = migrationsOf(folder);
  const known = listed(folder);
  const changed = known.flatMap(({ tag, digest }, place) => {
    const migration = migrations[place];
    if (migration?.tag !== tag) return [`${tag} is not number ${place} of the journal any more: it keeps its place.`];
    if (digestOf(folder, migration) === digest) return [];
    return [
      `${tag} was changed after it was listed. One that was committed stays as it is: what is wanted comes in another one. Of one that was not, remove the line in released.txt and list it again.`,
    ];
  });
  const unlisted = migrations
    .slice(known.length)
    .map(({ tag }) => `${tag} is not listed. When it is as it should be: npm run db:generate -- --list`);
  const early = migrations
    .filter(({ when }, place) => when <= (migrations[place - 1]?.when ?? 0))
    .map(({ tag }) => `${tag} is not later than the one before: the migrator would leave it out.`);
  const tags = migrations.map(({ tag }) => `${tag}.sql`);
  const unknown = readdirSync(folder)
    .filter((file) => file.endsWith(".sql") && !tags.includes(file))
    .map((file) => `${file} is not in the journal.`);
  return [...changed, ...unlisted, ...early, ...unknown];
}
