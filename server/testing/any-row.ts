import { type Column, getTableColumns, is } from "drizzle-orm";
import { getTableConfig, PgArray, type PgTable } from "drizzle-orm/pg-core";
import type { Database } from "@/db/client";

export type AnyValues = Record<string, unknown>;
type AnyTable = PgTable & { id: Column };

/** Seeded random numbers from 0 to 1 (mulberry32), so that a failure can be repeated. */
export function randomOf(seed: number) {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** A few parents for all rows are enough, so that some rows have the same one. */
const parentsEach = 5;

const text = () => `any ${crypto.randomUUID()}`;

/** Columns that a check ties to each other, so that values drawn one by one would hardly ever fit. */
const tied: Record<string, (isSo: boolean) => AnyValues> = {
  platform_contact_logs: (isAnonymized) => {
    const personal = { email: isAnonymized ? null : text(), content: isAnonymized ? null : text() };
    const sealed = { personalSealed: isAnonymized ? text() : null, dataKeyId: isAnonymized ? "1" : null };
    const anonymizedAt = isAnonymized ? new Date().toISOString() : null;
    return { isAnonymized, ...personal, firstName: null, lastName: null, ...sealed, anonymizedAt };
  },
};

/** Rows of any table, made from the types of its columns, with the rows that they refer to. */
export class AnyRows {
  readonly #parents = new Map<PgTable, string[]>();
  constructor(
    private readonly db: Database,
    readonly random: () => number,
  ) {}

  pick<T>(values: readonly T[]): T {
    return values[Math.floor(this.random() * values.length)] as T; // callers give at least one
  }

  async #parentOf(table: AnyTable) {
    const known = this.#parents.get(table) ?? [];
    this.#parents.set(table, known);
    if (known.length < parentsEach) known.push((await this.insert(table)).id as string);
    return this.pick(known);
  }

  #valueOf(column: Column): unknown {
    if (column.enumValues?.length) return this.pick(column.enumValues);
    if (is(column, PgArray)) return [];
    const type = column.getSQLType();
    if (type === "boolean") return this.random() < 0.5;
    if (type === "uuid") return crypto.randomUUID();
    if (/^timestamp|^date/.test(type)) return new Date(1.8e12 + Math.floor(this.random() * 1e9)).toISOString();
    if (/^(integer|bigint|smallint|double|real|numeric)/.test(type)) return 1 + Math.floor(this.random() * 2);
    if (/^json/.test(type)) return { n: this.random() };
    if (type === "text") return text();
    throw new Error(`nobody has said what a value of ${type} is`);
  }

  /** Values for a new row; now and then none where a column needs none. */
  async values(table: PgTable, given: AnyValues = {}): Promise<AnyValues> {
    const { foreignKeys, name } = getTableConfig(table);
    const values: AnyValues = {};
    for (const [key, column] of Object.entries(getTableColumns(table))) {
      if (key in given || column.primary || column.generated) continue;
      const isNeeded = column.notNull && !column.hasDefault;
      if (!isNeeded && (this.random() < 0.3 || /^(createdAt|updatedAt|version)$/.test(key))) continue;
      const reference = foreignKeys
        .map((one) => one.reference())
        .find(({ columns }) => columns.some(({ name }) => name === column.name));
      if (!reference) values[key] = this.#valueOf(column);
      else if (reference.foreignTable !== table) values[key] = await this.#parentOf(reference.foreignTable as AnyTable); // a reference is to an id here
    }
    return { ...values, ...tied[name]?.(this.random() < 0.5), ...given };
  }

  /** Inserts a row; values that a check refuses are thrown again. */
  async insert(table: PgTable, given?: AnyValues): Promise<AnyValues> {
    for (let attempt = 1; ; attempt++) {
      const values = await this.values(table, given);
      try {
        const [row] = await this.db
          .insert(table)
          .values(values as never)
          .returning(); // made of the table's own columns
        if (row) return row;
      } catch (error) {
        if (attempt === 20) throw error;
        // Such as periods that may not overlap: what the rows belong to is taken up.
        if (attempt % 5 === 0) this.#parents.clear();
      }
    }
  }
}
