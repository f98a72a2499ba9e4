import type postgres from "postgres";
import { onServer } from "@/db/testing/clone";
import { fixedId } from "@/server/kit/record/fixed-id";
import {
  type Reference,
  type Sql,
  type ToldColumn,
  type ToldTable,
  toldTables,
  uniqueColumns,
} from "./contrasting-tables";

// Rows on both sides of every condition: of each table one row, joined to those of other tables as far as it can be, two
// more that are equal to it, and one for each other value of each column. A condition that is dropped or turned, or an
// order without an end, then changes what is read.

type Row = Record<string, unknown>;

const hour = 3_600_000;
/** On both sides of the windows that figures have: an hour, a day, a week, a month, a year. */
const distances = [-400 * 24, -40 * 24, -8 * 24, -25, -0.1, 25, 40 * 24].map((hours) => hours * hour);

/** The values that a column may have in place of one. */
function otherValues(
  { type, isNullable, choices, reference }: ToldColumn,
  value: unknown,
  now: number,
  others: string[],
) {
  const none = value !== null && isNullable ? [null] : [];
  if (choices.length > 0) return [...none, ...choices.filter((one) => one !== value)];
  if (reference) return [...none, ...others.filter((one) => one !== value).slice(0, 2)];
  if (type === "boolean") return [...none, ...[true, false].filter((one) => one !== value)];
  if (type === "date") return [...none, ...distances.map((far) => new Date(now + far).toISOString().slice(0, 10))];
  if (/^timestamp[^[]*$/.test(type)) return [...none, ...distances.map((far) => new Date(now + far).toISOString())];
  if (/^(integer|bigint|smallint|double|real|numeric)[^[]*$/.test(type)) {
    const number = Number(value ?? 0);
    return [...none, ...new Set([number + 1, number - 1, 0, number + 100])].filter((one) => one !== value);
  }
  if (/^(text|varchar)[^[]*$/.test(type)) return [...none, value === null ? "Contrast" : `${value} contrast`];
  return none;
}

/** An address stays one, and a key as long as it is. */
const otherText = (value: string, lot: number) => {
  if (value.includes("@")) return `c${lot}.${value}`;
  return /^\S{6,}$/.test(value) ? `${value.slice(0, -4)}${String(lot).padStart(4, "0")}` : `${value}-${lot}`;
};

interface Refusal {
  code: string;
  /** the index or check */
  index: string;
  message: string;
}

/** Inserts rows one by one, and answers why each was refused. */
const tryRows = `create function pg_temp.try_rows(target text, names text, given jsonb) returns jsonb language plpgsql as $$
  declare one jsonb; refusals jsonb := '[]'; code text; index text; message text;
  begin
    for one in select value from jsonb_array_elements(given) loop
      begin
        execute format('insert into %s (%s) select %s from jsonb_populate_record(null::%s, $1)', target, names, names, target) using one;
        refusals := refusals || 'null'::jsonb;
      exception when others then
        get stacked diagnostics code = returned_sqlstate, index = constraint_name, message = message_text;
        refusals := refusals || jsonb_build_object('code', code, 'index', index, 'message', message);
      end;
    end loop;
    return refusals;
  end $$`;

/** How often a row is changed that has to differ from others. */
const mostTries = 12;

/** Makes and keeps them; one for each database. */
class Contrasts {
  /** the row of each table that the others are beside, by the table's name */
  readonly base = new Map<string, Row>();
  readonly added = new Map<string, number>();
  readonly refused: string[] = [];
  /** ids of rows that were added, for references that have to differ */
  readonly #fresh = new Map<string, string[]>();
  readonly #held = new Map<string, string[]>();
  readonly #taken = new Map<string, number>();
  #lot = 0;

  constructor(
    private readonly sql: postgres.TransactionSql,
    private readonly now: number,
    private readonly unique: Map<string, string>,
  ) {}

  /** Some values that a reference may have. */
  async #valuesOf({ table, column }: Reference, from: string) {
    const key = `${table}.${column}`;
    const known = this.#held.get(key);
    if (known) return known;
    const found = await this.sql.unsafe<{ value: string }[]>(
      `select distinct ${column}::text as value from ${from} where ${column} is not null order by 1 limit 20`,
    );
    this.#held.set(
      key,
      found.map(({ value }) => value),
    );
    return found.map(({ value }) => value);
  }

  /** The row of a table that refers to most of the rows that were chosen before, made to refer to all of them. */
  async #chosen({ from, name, columns }: ToldTable) {
    const wanted = columns.flatMap(({ name, reference }) => {
      const id = reference?.column === "id" ? this.base.get(reference.table)?.id : undefined;
      return typeof id === "string" ? [{ name, id }] : [];
    });
    const fitting = wanted.map(({ name }, n) => `coalesce((${name}::text = $${n + 1})::int, 0)`).join(" + ");
    // Ids by lot say nothing of an order that is the same in each run: then the content does.
    const content = `(to_jsonb(${name}) - array['id', 'created_at', 'updated_at'])::text`;
    const isByTime = "substr(id::text, 15, 1) = '7'";
    const byId = `(${isByTime}) desc, case when ${isByTime} then id::text else ${content} end collate "C"`;
    const last = columns.some((column) => column.name === "id") ? byId : `${content} collate "C"`;
    const [found] = await this.sql.unsafe<{ row: string }[]>(
      `select to_jsonb(${name})::text as row from ${from} order by ${fitting ? `${fitting} desc, ` : ""}${last} limit 1`,
      wanted.map(({ id }) => id),
    );
    const row: Row | undefined = found && JSON.parse(found.row);
    if (!row) return undefined;
    const joined = wanted.filter(({ name }) => row[name] !== null && name !== "id").map(({ name, id }) => [name, id]);
    return { row, joined: { ...row, ...Object.fromEntries(joined) } as Row };
  }

  async addTo(told: ToldTable, fromOf: Map<string, string>) {
    const found = await this.#chosen(told);
    if (!found) return;
    this.base.set(told.name, found.row);
    const rows = [found.joined, { ...found.joined }];
    for (const column of told.columns.filter(({ name }) => !/^(id|version)$/.test(name))) {
      const to = column.reference && fromOf.get(column.reference.table);
      const others = column.reference && to ? await this.#valuesOf(column.reference, to) : [];
      for (const value of otherValues(column, found.joined[column.name], this.now, others))
        rows.push({ ...found.joined, [column.name]: value });
    }
    await this.#insert(
      told,
      rows.map((row, n) => ("id" in row ? { ...row, id: fixedId(`contrast ${told.name}`, String(n)) } : row)),
    );
  }

  /** Inserts rows; one that would be equal to another is changed and tried again. */
  async #insert(told: ToldTable, rows: Row[]) {
    let waiting = rows.map((row) => ({ tries: [row], last: "" }));
    for (let round = 1; round <= mostTries && waiting.length > 0; round++) {
      const tried = waiting.flatMap((one) => {
        const row = one.tries.shift();
        return row ? [{ one, row }] : [];
      });
      for (const one of waiting)
        if (!tried.some((other) => other.one === one)) this.refused.push(`${told.name}: ${one.last}`);
      const refusals = await this.#tried(
        told,
        tried.map(({ row }) => row),
      );
      waiting = tried.flatMap(({ one, row }, n) => {
        const refusal = refusals[n];
        if (!refusal) {
          this.added.set(told.name, (this.added.get(told.name) ?? 0) + 1);
          if (typeof row.id === "string") this.#fresh.set(told.name, [...(this.#fresh.get(told.name) ?? []), row.id]);
          return [];
        }
        const { code, index, message } = refusal;
        const more = /^23(505|P01)$/.test(code) ? this.#apart(told, row, this.unique.get(index) ?? "") : [];
        return [{ tries: [...one.tries, ...more], last: index || message }];
      });
    }
    for (const { last } of waiting) this.refused.push(`${told.name}: ${last}`);
  }

  /** @returns of each row why the database refused it, or null */
  async #tried({ from, columns }: ToldTable, rows: Row[]): Promise<(Refusal | null)[]> {
    const names = columns.map(({ name }) => `"${name}"`).join(", ");
    const [answer] = await this.sql.unsafe<{ refusals: string }[]>(
      "select pg_temp.try_rows($1, $2, $3::text::jsonb)::text as refusals",
      [from, names, JSON.stringify(rows)],
    );
    return JSON.parse(answer?.refusals ?? "[]");
  }

  /** A row that has to differ from another: in one column, the company last; or in all. */
  #apart({ name: table, columns }: ToldTable, row: Row, index: string): Row[] {
    const rank = ({ name, reference }: ToldColumn) => (name === "company_id" ? 2 : reference ? 1 : 0);
    const changed = columns
      .filter(({ name }) => name !== "id" && row[name] !== null && new RegExp(`\\b${name}\\b`).test(index))
      .sort((one, other) => rank(one) - rank(other))
      .flatMap(({ name, type, choices, reference }): Row[] => {
        const lot = ++this.#lot;
        const value = row[name];
        if (reference) {
          const held = this.#held.get(`${reference.table}.${reference.column}`) ?? [];
          const others = [...(reference.column === "id" ? (this.#fresh.get(reference.table) ?? []) : []), ...held];
          const taken = this.#taken.get(`${table}.${name}`) ?? 0;
          this.#taken.set(`${table}.${name}`, taken + 1);
          return others.length > 0 ? [{ [name]: others[taken % others.length] }] : [];
        }
        if (choices.length > 0) return [];
        if (type === "boolean") return [{ [name]: !value }];
        if (type === "uuid") return [{ [name]: fixedId("contrast", String(lot)) }];
        if (typeof value === "number") return [{ [name]: value + 1000 + lot }];
        if (/^(text|varchar)/.test(type) && typeof value === "string") return [{ [name]: otherText(value, lot) }];
        return [];
      });
    const all = Object.assign({}, ...changed);
    return [...changed, all].map((values) => ({ ...row, ...values }));
  }
}

/**
 * Adds such rows to a database.
 * @param now the moment of its story, in ms
 * @returns the row of each table that the others are beside, how many were added to each, and what the database refused
 */
async function addContrasts(sql: postgres.Sql, now: number) {
  const tables = await toldTables(sql as Sql);
  const fromOf = new Map(tables.map(({ name, from }) => [name, from]));
  const unique = await uniqueColumns(sql);
  const contrasts = await sql.begin(async (tx) => {
    await tx.unsafe(tryRows);
    const all = new Contrasts(tx, now, unique);
    for (const told of tables) await all.addTo(told, fromOf);
    return all;
  });
  const { base, added, refused } = contrasts;
  await sql.unsafe("create table public.test_contrasts (name text, row jsonb)");
  for (const [name, row] of base)
    await sql.unsafe("insert into public.test_contrasts values ($1, $2::text::jsonb)", [name, JSON.stringify(row)]);
  return { base, added, refused };
}

/** What `useDemo` is given for a demo with such rows. */
export const contrasts = {
  name: "contrasts",
  fill: (url: string, now: number) => onServer(url, async (sql) => void (await addContrasts(sql, now))),
};

/** The ids of these rows that are there, by the table's name: of each table in the order in which they were made. */
export async function contrastingIds(sql: Sql): Promise<Map<string, string[]>> {
  const found = new Map<string, string[]>();
  for (const { name, from, columns } of await toldTables(sql)) {
    if (!columns.some((column) => column.name === "id")) continue;
    const rows = await sql.unsafe<{ id: string }[]>(`select id::text as id from ${from}`);
    const ids = new Set(rows.map(({ id }) => id));
    const made = Array.from({ length: 300 }, (_, n) => fixedId(`contrast ${name}`, String(n)));
    found.set(
      name,
      made.filter((id) => ids.has(id)),
    );
  }
  return found;
}

/** What reads may be asked with so that they find contrasting rows. */
export interface Hints {
  /** the id of the record of each table that the rows are beside, by the table's name */
  ids: Map<string, string[]>;
  /** values of those records, by the name of their field */
  values: Map<string, unknown[]>;
  /** ids of people and links of each kind */
  others: string[];
}

export async function contrastHints(sql: Sql): Promise<Hints> {
  const rows = await sql.unsafe<{ name: string; row: string }[]>(
    "select name, row::text as row from public.test_contrasts order by name",
  );
  const kinds = ["users", "user_companies", "company_links"].map(
    (name) => `(select id::text from backoffice.${name} order by id desc limit 15)`,
  );
  const others = await sql.unsafe<{ id: string }[]>(kinds.join(" union all "));
  const hints: Hints = { ids: new Map(), values: new Map(), others: others.map(({ id }) => id) };
  for (const { name, row: text } of rows) {
    const row: Row = JSON.parse(text);
    if (typeof row.id === "string") hints.ids.set(name, [row.id]);
    for (const [column, value] of Object.entries(row)) {
      const field = column.replace(/_(\w)/g, (_, sign: string) => sign.toUpperCase());
      const known = hints.values.get(field) ?? [];
      if (/^(string|number)$/.test(typeof value) && !known.includes(value)) hints.values.set(field, [...known, value]);
    }
  }
  return hints;
}
