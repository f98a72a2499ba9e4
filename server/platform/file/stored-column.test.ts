import { getTableConfig, type PgTable } from "drizzle-orm/pg-core";
import { describe, expect, it } from "vitest";
import { storedColumns } from "@/db/schema/stored-column";
import { proceduresOf } from "@/server/doors/rest-plan";
import { registry } from "@/server/kit/list/registry";
import { appRouter } from "@/server/root";

const listed = new Set(proceduresOf(appRouter).flatMap(([, { _def }]) => _def.meta?.list?.of?.table ?? []));

/** A record that its company has one of is shown by itself, in no list. */
const isKept = (table: PgTable) =>
  listed.has(table as never) || [...registry.records].some(({ of }) => of.table === table);

/** The tables of records that a row of this one is, or belongs to by foreign keys that delete with them. */
function holders(table: PgTable): PgTable[] {
  if (isKept(table)) return [table]; // a set of tables, with any columns
  return getTableConfig(table)
    .foreignKeys.filter(({ onDelete }) => onDelete === "cascade")
    .flatMap((key) => holders(key.reference().foreignTable));
}

const columns = storedColumns.map((one) => {
  const { schema, name } = getTableConfig(one.column.table);
  return { ...one, title: `${schema}.${name}.${one.column.name}` };
});

describe("columns that name something in the storage", () => {
  it("register themselves", () =>
    expect(columns.map(({ title, kind }) => [title, kind])).toEqual(
      expect.arrayContaining([
        ["backoffice.vehicle_brands.logo", "picture"],
        ["backoffice.vehicle_models.picture", "picture"],
      ]),
    ));

  it.each(columns)("$title belongs to a record, and is swept by the name that its trail has", ({ column, audited }) => {
    const tables = holders(column.table);
    expect(tables.length).toBeGreaterThan(0);
    const names = [...registry.records].filter(({ of }) => tables.includes(of.table)).map(({ of }) => of.name);
    expect(names).toContain(audited);
  });
});
