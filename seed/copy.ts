import { once } from "node:events";
import { getTableColumns } from "drizzle-orm";
import { toSnakeCase } from "drizzle-orm/casing";
import { getTableConfig, type PgTable } from "drizzle-orm/pg-core";
import type postgres from "postgres";

/** What COPY can carry. */
type Cell = string | number | boolean | object | null | undefined;

const special = /[\\\n\r\t]/;
const escapes: Record<string, string> = { "\\": "\\\\", "\n": "\\n", "\r": "\\r", "\t": "\\t" };

function encode(cell: Cell, json: boolean): string {
  if (cell === null || cell === undefined) return "\\N";
  const text = json || typeof cell === "object" ? JSON.stringify(cell) : String(cell);
  return special.test(text) ? text.replace(/[\\\n\r\t]/g, (character) => escapes[character] ?? character) : text;
}

const chunkLength = 32 * 1024;

/** Rows on their way into a table by COPY, kept as text until they are sent. */
export class Copy<T extends PgTable> {
  private columns: { key: string; name: string; json: boolean }[] = [];
  private line = "";
  private chunks: Buffer[] = [];

  constructor(private readonly table: T) {}

  /** Takes a row; the columns are those of the first one. */
  add(row: T["$inferInsert"]) {
    const cells = row as Record<string, Cell>;
    if (this.columns.length === 0) this.columns = Object.keys(cells).map((key) => this.column(key));
    let line = "";
    for (const { key, json } of this.columns) line += `${line && "\t"}${encode(cells[key], json)}`;
    this.line += `${line}\n`;
    if (this.line.length < chunkLength) return;
    this.cut();
  }

  private column(key: string) {
    const column = getTableColumns(this.table)[key];
    if (!column) throw new Error(`no column ${key} in ${getTableConfig(this.table).name}`);
    const name = `"${column.keyAsName ? toSnakeCase(key) : column.name}"`;
    return { key, name, json: column.dataType === "json" };
  }

  /** Turns the text into bytes, which cost the garbage collector nothing. */
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
    const names = this.columns.map(({ name }) => name).join(", ");
    const { schema, name } = getTableConfig(this.table);
    const target = await sql.unsafe(`copy ${schema}.${name} (${names}) from stdin`).writable();
    for (const chunk of chunks) if (!target.write(chunk)) await once(target, "drain");
    target.end();
    await once(target, "finish");
  }
}
