import { type Column, getTableColumns, is } from "drizzle-orm";
import { toSnakeCase } from "drizzle-orm/casing";
import { getTableConfig, PgArray, PgTable } from "drizzle-orm/pg-core";
import type postgres from "postgres";
import * as schema from "@/db/schema";

// What is known of each table for rows that contrast (`contrasting-rows.ts`): by the schema and by the database.

export interface Reference {
  table: string;
  column: string;
}
export interface ToldColumn {
  name: string;
  /** such as "timestamp with time zone"; of an array that of its items with "[]" */
  type: string;
  isNullable: boolean;
  /** the only values that it may have, where they are few */
  choices: unknown[];
  reference?: Reference;
}
export interface ToldTable {
  name: string;
  /** with its schema */
  from: string;
  /** all that may be written */
  columns: ToldColumn[];
}
export type Sql = postgres.Sql | postgres.TransactionSql;

/** What the database writes itself, and what holds everything. */
const isLeftOut = (name: string) => /^(audit_log|desk_|removals$)|_(totals?|counts?)$/.test(name);
/** References across schemas, which the database does not hold. */
const meant: Record<string, string> = { company_id: "companies", user_id: "users" };
const nameOf = (column: Column) => (column.keyAsName ? toSnakeCase(column.name) : column.name);

/** The values that checks name, by "table.column". */
async function choicesOf(sql: Sql) {
  const checks = await sql.unsafe<{ name: string; text: string }[]>(
    "select relname as name, pg_get_constraintdef(c.oid) as text from pg_constraint c join pg_class t on t.oid = conrelid where contype = 'c'",
  );
  const found = new Map<string, unknown[]>();
  for (const { name, text } of checks)
    for (const [, column, list = ""] of text.matchAll(/\(+"?(\w+)"? = ANY \(+ARRAY\[([^\]]*)\]/g)) {
      const values = [...list.matchAll(/'([^']*)'|(-?\d+)/g)].map(([, word, number]) => word ?? Number(number));
      found.set(`${name}.${column}`, values);
    }
  return found;
}

function told(table: PgTable, choices: Map<string, unknown[]>): ToldTable {
  const { name, schema = "public", foreignKeys } = getTableConfig(table);
  const references = new Map<string, Reference>();
  for (const one of foreignKeys) {
    const { columns, foreignColumns, foreignTable } = one.reference();
    const [column, to] = [columns.at(-1), foreignColumns.at(-1)];
    if (column && to) references.set(nameOf(column), { table: getTableConfig(foreignTable).name, column: nameOf(to) });
  }
  const columns = (Object.values(getTableColumns(table)) as Column[])
    .filter((column) => !column.generated && !column.generatedIdentity)
    .map((column) => {
      const own = nameOf(column);
      const isOfChoices = column.enumValues?.length && !is(column, PgArray);
      const guess = meant[own] === undefined ? undefined : { table: meant[own], column: "id" };
      return {
        name: own,
        type: column.getSQLType(),
        isNullable: !column.notNull,
        choices: isOfChoices ? (column.enumValues ?? []) : (choices.get(`${name}.${own}`) ?? []),
        reference: references.get(own) ?? guess,
      };
    });
  return { name, from: `${schema}.${name}`, columns };
}

/** All tables, each after those that it refers to. */
export async function toldTables(sql: Sql): Promise<ToldTable[]> {
  const choices = await choicesOf(sql);
  const all = Object.values(schema)
    .filter((one) => is(one, PgTable))
    .map((table) => told(table, choices))
    .filter(({ name }) => !isLeftOut(name))
    .sort((one, other) => (one.name < other.name ? -1 : 1));
  const known = new Map(all.map((one) => [one.name, one]));
  const ordered = new Set<ToldTable>();
  const visit = (one: ToldTable, above: ToldTable[]) => {
    if (ordered.has(one) || above.includes(one)) return;
    for (const { reference } of one.columns) {
      const other = reference && known.get(reference.table);
      if (other) visit(other, [...above, one]);
    }
    ordered.add(one);
  };
  for (const one of all) visit(one, []);
  return [...ordered];
}

/** The columns and the condition of each unique index and of each that excludes, by its name. */
export async function uniqueColumns(sql: Sql): Promise<Map<string, string>> {
  const found = await sql.unsafe<{ name: string; text: string }[]>(
    "select relname as name, pg_get_indexdef(indexrelid) as text from pg_index join pg_class c on c.oid = indexrelid where indisunique or indisexclusion",
  );
  return new Map(found.map(({ name, text }) => [name, text.slice(text.indexOf("("))]));
}
