// @ts-check
import { mkdirSync, writeFileSync } from "node:fs";
import { pathToFileURL } from "node:url";
import { brotliCompressSync, constants } from "node:zlib";
import { withDatabase } from "./database.mjs";
import { fail, Plain } from "./plain.mjs";

// `npm run db:release -- 1.4.0`: the rows of a released version's database, for the test that carries it over (ADR 64). The
// file holds no tables: released migrations make them. It is compressed by Brotli; a line of JSON says what the database is
// (`Released`), and then for each table, those that it refers to first, a line of JSON (`Block`) stands before its rows as
// COPY writes them.

/**
 * @typedef {object} Released
 * @property {string} at when it was written, ISO 8601
 * @property {number} migrations how many of ours were applied
 * @property {{ name: string, parent: string, bound: string }[]} partitions
 * @property {{ name: string, value: string }[]} sequences those that gave a value, and the last
 * @typedef {{ table: string, columns: string, bytes: number }} Block `bytes`: the length of its rows, which follow
 * @typedef {import("postgres").Sql} Sql
 */

/** Tables so that each comes after those that its foreign keys refer to. */
function inOrder(/** @type {string[]} */ tables, /** @type {{ from: string, to: string }[]} */ references) {
  /** @type {Set<string>} */
  const done = new Set();
  while (done.size < tables.length) {
    const waits = (/** @type {string} */ table) =>
      references.some(({ from, to }) => from === table && to !== table && !done.has(to));
    const next = tables.filter((table) => !done.has(table) && !waits(table));
    if (next.length === 0)
      throw new Plain("Tables refer to each other in a circle: there is no order to load them in.");
    for (const table of next) done.add(table);
  }
  return [...done];
}

async function tablesOf(/** @type {Sql} */ sql) {
  const tables = await sql`
    select oid::regclass::text as name from pg_class
    where relkind in ('r', 'p') and not relispartition and relnamespace::regnamespace::text !~ '^(pg_|information_schema$)'
    order by 1`;
  const references = /** @type {{ from: string, to: string }[]} */ (
    await sql`select conrelid::regclass::text as from, confrelid::regclass::text as to from pg_constraint where contype = 'f'`
  );
  return inOrder(
    tables.map(({ name }) => name),
    references,
  );
}

/** @type {Record<string, string>} */
const escapes = { "\\": "\\\\", "\n": "\\n", "\r": "\\r", "\t": "\\t" };

/** Rows as `copy … to stdout` would write them, which the driver may wait for without end after a large table. */
const copyText = (/** @type {(string | null)[][]} */ rows) =>
  rows
    .map((row) => row.map((cell) => cell?.replace(/[\\\n\r\t]/g, (one) => escapes[one] ?? one) ?? "\\N").join("\t"))
    .map((line) => `${line}\n`)
    .join("");

async function rowsOf(/** @type {Sql} */ sql, /** @type {string} */ table) {
  const names = await sql`
    select quote_ident(attname) as name from pg_attribute
    where attrelid = ${table}::regclass and attnum > 0 and not attisdropped and attgenerated = '' order by attnum`;
  const columns = names.map(({ name }) => name);
  const rows = await sql.unsafe(`select ${columns.map((name) => `${name}::text`)} from ${table}`).values();
  return { columns: columns.join(", "), content: Buffer.from(copyText(rows)) };
}

/** All of a database, of one moment. */
async function contentOf(/** @type {Sql} */ sql) {
  await sql`begin transaction isolation level repeatable read read only`;
  const [about] = await sql`select count(*)::int as migrations from drizzle.__drizzle_migrations`;
  const partitions = await sql`
    select oid::regclass::text as name, inhparent::regclass::text as parent, pg_get_expr(relpartbound, oid) as bound
    from pg_class join pg_inherits on inhrelid = oid where relispartition and relkind = 'r' order by 1`;
  const sequences = await sql`
    select format('%I.%I', schemaname, sequencename) as name, last_value::text as value from pg_sequences
    where last_value is not null order by 1`;
  const parts = [Buffer.from(`${JSON.stringify({ at: new Date().toISOString(), ...about, partitions, sequences })}\n`)];
  for (const table of await tablesOf(sql)) {
    const { columns, content } = await rowsOf(sql, table);
    parts.push(Buffer.from(`${JSON.stringify({ table, columns, bytes: content.length })}\n`), content);
  }
  await sql`commit`;
  return Buffer.concat(parts);
}

async function write(/** @type {string} */ url, /** @type {string} */ name) {
  const { connect } = await import("../db/connect.mjs");
  const sql = connect(url, { max: 1, onnotice: () => {}, connection: { search_path: "pg_catalog", timezone: "UTC" } });
  try {
    const content = await contentOf(sql);
    const params = { [constants.BROTLI_PARAM_LGWIN]: constants.BROTLI_MAX_WINDOW_BITS };
    const file = `db/released/${name}.br`;
    mkdirSync("db/released", { recursive: true });
    writeFileSync(file, brotliCompressSync(content, { params }));
    console.log(`persdesk: ${file} holds the rows of this database`);
  } finally {
    await sql.end();
  }
}

async function main() {
  const name = process.argv[2] ?? "";
  if (!/^[\w.-]+$/.test(name)) throw new Plain("Say which version it is of: npm run db:release -- 1.4.0");
  await withDatabase((url) => write(url, name));
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) await main().catch(fail);
