import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { brotliDecompressSync } from "node:zlib";
import type postgres from "postgres";
import { migrateDatabase } from "@/db/migrate";
import type { Block, Released } from "@/scripts/release-database.mjs";
import { onServer } from "./clone";

/** The tables that a released version had: its migrations are the first of ours. */
async function makeTables(url: string, count: number) {
  const folder = mkdtempSync(join(tmpdir(), "persdesk-released-"));
  try {
    cpSync("db/migrations", folder, { recursive: true });
    const file = join(folder, "meta/_journal.json");
    const journal = JSON.parse(readFileSync(file, "utf8"));
    writeFileSync(file, JSON.stringify({ ...journal, entries: journal.entries.slice(0, count) }));
    await migrateDatabase(url, folder);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** The months that it had, in place of those that begin today. */
async function makePartitions(sql: postgres.Sql, wanted: Released["partitions"]) {
  const found = await sql<{ name: string }[]>`
    select oid::regclass::text as name from pg_class where relispartition and relkind = 'r'`;
  const there = new Set(found.map(({ name }) => name));
  for (const { name } of wanted) there.delete(name);
  for (const name of there) await sql.unsafe(`drop table ${name}`);
  for (const { name, parent, bound } of wanted) {
    if (found.some((one) => one.name === name)) continue;
    await sql.unsafe(`create table ${name} (like ${parent}); alter table ${parent} attach partition ${name} ${bound}`);
  }
}

function readBlocks(content: Buffer) {
  let at = 0;
  const line = () => {
    const end = content.indexOf("\n", at);
    const text = content.toString("utf8", at, end);
    at = end + 1;
    return JSON.parse(text);
  };
  const about: Released = line();
  const blocks: (Block & { rows: Buffer })[] = [];
  while (at < content.length) {
    const block: Block = line();
    blocks.push({ ...block, rows: content.subarray(at, at + block.bytes) });
    at += block.bytes;
  }
  return { about, blocks };
}

/**
 * Makes an empty database what a released version left: its tables and their rows, without running triggers for them.
 * @param url the database, as its owner
 * @param file what `npm run db:release` wrote
 * @returns the moment at which that was, ISO 8601
 */
export async function restoreReleased(url: string, file: string): Promise<string> {
  const { about, blocks } = readBlocks(brotliDecompressSync(readFileSync(file)));
  await makeTables(url, about.migrations);
  await onServer(url, async (sql) => {
    await sql`select set_config('search_path', 'pg_catalog', false)`;
    await makePartitions(sql, about.partitions);
    for (const { table } of blocks) await sql.unsafe(`alter table ${table} disable trigger user`);
    await sql.unsafe(`truncate ${blocks.map(({ table }) => table).join(", ")}`);
    for (const { table, columns, rows } of blocks)
      await pipeline(Readable.from([rows]), await sql.unsafe(`copy ${table} (${columns}) from stdin`).writable());
    for (const { table } of blocks) await sql.unsafe(`alter table ${table} enable trigger user`);
    for (const { name, value } of about.sequences) await sql`select setval(${name}, ${value})`;
  });
  return about.at;
}
