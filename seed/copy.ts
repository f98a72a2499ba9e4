import { once } from "node:events";
import { getTableColumns } from "drizzle-orm";
import { toSnakeCase } from "drizzle-orm/casing";
import { getTableConfig, type PgTable } from "drizzle-orm/pg-core";
import type postgres from "postgres";

/** What COPY can carry; an object goes into a JSON column. */
type Cell = string | number | boolean | object | null | undefined;

const special = /[\\\n\r\t]/;
const escapes: Record<string, string> = { "\\": "\\\\", "\n": "\\n", "\r": "\\r", "\t": "\\t" };

function encode(cell: Cell): string {
  if (cell === null || cell === undefined) return "\\N";
  const text = typeof cell === "object" ? JSON.stringify(cell) : String(cell);
  return special.test(text) ? text.replace(/[\\\n\r\t]/g, (character) => escapes[character] ?? character) : text;
}

const chunkLength = 32 * 1024;

/** Rows on their way into a table by COPY, kept as text until they are sent. */
export class Copy<T extends PgTable> {
  private keys: string[] = [];
  private line = "";
  private chunks: Buffer[] = [];

  constructor(private readonly table: T) {}

  /** Takes a row; the columns are those of the first one. */
  add(row: T["$inferInsert"]) {
    const cells = row as Record<string, Cell>;
    if (this.keys.length === 0) this.keys = Object.keys(cells);
    let line = "";
    for (const key of this.keys) line += `${line && "\t"}${encode(cells[key])}`;
    this.line += `${line}\n`;
    if (this.line.length < chunkLength) return;
    this.cut();
  }

  /** Turns the text into bytes, which the garbage collector has no work with. */
  private cut() {
    if (this.line) this.chunks.push(Buffer.from(this.line));
    this.line = "";
  }

  /** Sends what was taken so far, at the speed the server takes it. */
  async send(sql: postgres.Sql) {
    this.cut();
    const { chunks } = this;
    this.chunks = [];
    if (chunks.length === 0) return;
    const columns = getTableColumns(this.table);
    const { schema, name } = getTableConfig(this.table);
    const names = this.keys.map((key) => {
      const column = columns[key];
      if (!column) throw new Error(`no column ${key} in ${name}`);
      return `"${column.keyAsName ? toSnakeCase(key) : column.name}"`;
    });
    const target = await sql.unsafe(`copy ${schema}.${name} (${names.join(", ")}) from stdin`).writable();
    for (const chunk of chunks) if (!target.write(chunk)) await once(target, "drain");
    target.end();
    await once(target, "finish");
  }
}
