import { once } from "node:events";
import { getTableColumns, getTableName } from "drizzle-orm";
import { toSnakeCase } from "drizzle-orm/casing";
import type { PgTable } from "drizzle-orm/pg-core";
import type postgres from "postgres";

/** What COPY can carry: instants as milliseconds are the caller's to format; objects go into JSON columns. */
type Cell = string | number | boolean | object | null | undefined;

const special = /[\\\n\r\t]/g;
const escapes: Record<string, string> = { "\\": "\\\\", "\n": "\\n", "\r": "\\r", "\t": "\\t" };

function encode(cell: Cell): string {
  if (cell === null || cell === undefined) return "\\N";
  if (cell instanceof Uint8Array) return `\\\\x${Buffer.from(cell).toString("hex")}`;
  const text = typeof cell === "object" ? JSON.stringify(cell) : String(cell);
  return text.replace(special, (character) => escapes[character] ?? character);
}

const chunkLength = 256 * 1024;

/**
 * Writes rows by COPY, at the speed the server takes them. The columns are those of the first row.
 * @param rows each with every column that has no default in the database
 */
export async function copyInto<T extends PgTable>(sql: postgres.Sql, table: T, rows: T["$inferInsert"][]) {
  const [first] = rows as Record<string, Cell>[];
  if (!first) return;
  const columns = getTableColumns(table);
  const keys = Object.keys(first);
  const names = keys.map((key) => {
    const column = columns[key];
    if (!column) throw new Error(`no column ${key} in ${getTableName(table)}`);
    return `"${column.keyAsName ? toSnakeCase(key) : column.name}"`;
  });
  const target = await sql.unsafe(`copy backoffice.${getTableName(table)} (${names.join(", ")}) from stdin`).writable();
  let chunk = "";
  for (const row of rows as Record<string, Cell>[]) {
    chunk += `${keys.map((key) => encode(row[key])).join("\t")}\n`;
    if (chunk.length < chunkLength) continue;
    if (!target.write(chunk)) await once(target, "drain");
    chunk = "";
  }
  target.end(chunk);
  await once(target, "finish");
}
