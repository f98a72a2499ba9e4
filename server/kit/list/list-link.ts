import { eq, getTableColumns, or } from "drizzle-orm";
import type { AnyPgColumn, PgTable } from "drizzle-orm/pg-core";
import type { Ctx } from "@/server/kit/call/context";
import { contains, oneOf, refersTo } from "./list-filters";
import type { ListTable, Stored } from "./list-source";

type NamedTable = ListTable & { name: AnyPgColumn };

/** What a link leads to. */
interface End {
  /** its rows have names */
  table: NamedTable;
  /** the column of the link that names one */
  by: AnyPgColumn;
  /** the same table under another name, where the other end lies in it too */
  alias?: NamedTable;
}

/**
 * What the list of a table of links takes where each end is shown, sorted and found by its name.
 * @param ends by what answers call them: `{ company: … }` is shown as `company: { id, name }` and sorted as "company.name"
 */
export function linkOf<L extends ListTable, E extends Record<string, End>>(links: L, ends: E) {
  const all = Object.entries(ends).map(([key, { table, by, alias: other = table }]) => ({ key, table, by, other }));
  const joins = all.map(({ other, by }) => ({ table: other, on: eq(other.id, by) }));
  const names = Object.fromEntries(all.map(({ key, other }) => [`${key}.name`, other.name]));
  const shown = Object.fromEntries(all.map(({ key, other }) => [key, { id: other.id, name: other.name }]));
  return {
    joins,
    sort: names as Record<`${keyof E & string}.name`, AnyPgColumn>, // each key of `ends`
    byName: (value: string) => or(...all.map(({ table, by }) => refersTo(by, table, contains(table.name)(value)))),
    async load(ctx: Ctx, ids: string[]) {
      const query = ctx.db
        .select({ ...getTableColumns(links as PgTable), ...shown, id: links.id })
        .from(links as PgTable)
        .$dynamic();
      for (const { table, on } of joins) query.innerJoin(table, on);
      const rows = await query.where(oneOf(links.id, ids));
      return rows as (Stored<L> & { [K in keyof E]: { id: string; name: string } })[]; // the columns, and each end
    },
  };
}
