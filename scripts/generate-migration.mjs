// @ts-check
import { readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { runNode } from "./command.mjs";
import { fail } from "./plain.mjs";

// `npm run db:generate`, until the first release: db/schema becomes one generated 0000_init.sql and its snapshot, written
// anew each time; what drizzle cannot say stands in 0001_by_hand.sql. Nobody has released, so no database is carried over.

const folder = "db/migrations";
const init = `${folder}/0000_init.sql`;
const byHand = { idx: 1, version: "7", when: 1_795_245_600_000, tag: "0001_by_hand", breakpoints: true };
/** What the indexes and exclusions of the schema rest on. */
const extensions = ["pg_trgm", "btree_gist", "unaccent"];
/**
 * A text as it is searched: in small letters, without accents. `unaccent` itself is only stable, for its dictionary could be
 * changed; ours never is, so that indexes can be made of it. PL/pgSQL, because it is called for each row and starts quickest.
 */
const fold = `CREATE FUNCTION "platform"."fold"(value text) RETURNS text LANGUAGE plpgsql IMMUTABLE STRICT PARALLEL SAFE
	SET search_path = pg_catalog, public AS $$ BEGIN RETURN lower(unaccent('unaccent'::regdictionary, value)); END $$;--> statement-breakpoint
`;

async function generate() {
  rmSync(`${folder}/meta`, { recursive: true, force: true });
  for (const file of readdirSync(folder)) if (/^\d+_init\.sql$/.test(file)) rmSync(`${folder}/${file}`);
  const { code } = await runNode(["node_modules/drizzle-kit/bin.cjs", "generate", "--name", "init"], { show: true });
  if (code !== 0) throw new Error("drizzle-kit could not write the migration.");
  const lines = extensions.map((name) => `CREATE EXTENSION IF NOT EXISTS ${name};--> statement-breakpoint\n`);
  const made = readFileSync(init, "utf8");
  const tables = made.indexOf("CREATE TABLE");
  writeFileSync(init, lines.join("") + made.slice(0, tables) + fold + made.slice(tables));
  const journal = JSON.parse(readFileSync(`${folder}/meta/_journal.json`, "utf8"));
  // A fixed time and a fixed id: the same schema gives the same files.
  const entries = journal.entries.map((/** @type {object} */ entry) => ({ ...entry, when: byHand.when - 1 }));
  writeFileSync(
    `${folder}/meta/_journal.json`,
    `${JSON.stringify({ ...journal, entries: [...entries, byHand] }, null, 2)}\n`,
  );
  const snapshot = `${folder}/meta/0000_snapshot.json`;
  const id = "00000000-0000-7000-8000-000000000001";
  writeFileSync(snapshot, `${JSON.stringify({ ...JSON.parse(readFileSync(snapshot, "utf8")), id }, null, 2)}\n`);
}

await generate().catch(fail);
