import { and, eq, getTableColumns, isNull, type SQL } from "drizzle-orm";
import type { AnyPgColumn, PgTable } from "drizzle-orm/pg-core";
import type { KnownCtx } from "@/server/kit/call/context";
import { AppError } from "@/server/kit/call/errors";
import { oneOf } from "@/server/kit/list/list-filters";
import type { ListSource, ListTable, Stored } from "@/server/kit/list/list-source";
import { registry } from "@/server/kit/list/registry";
import { t } from "@/texts/t";
import { within } from "@/texts/within";
import type { Changes } from "./audit";
import { chunks } from "./record-removal";
import { keyOf } from "./record-rows";

/** A record service, or what else locks a record, moves its version on and audits what `work` says. */
interface Changing<P extends { id: string }> {
  of?: ListSource<ListTable>;
  change: <R>(
    ctx: KnownCtx,
    id: string,
    ifMatch: string | undefined,
    action: string,
    work: (ctx: KnownCtx, before: P) => Promise<{ changes: Changes; result: R }>,
  ) => Promise<R>;
}

interface SetOptions<P extends { id: string }, L extends PgTable, C extends ListTable> {
  /** the table of the links */
  table: L;
  /** which links are the record's: those with its id in this column, or those with these values, which new ones get */
  parent: AnyPgColumn | ((parent: P, ctx: KnownCtx) => Partial<L["$inferInsert"]>);
  /** the column of the links that names what is linked */
  child: AnyPgColumn;
  /** the service of what is linked; only what the caller reaches of it can be linked or is taken away */
  children: { of: ListSource<C> };
  /** how the trail names a link, such as "role Fleet manager" */
  label: (child: C["$inferSelect"]) => string;
  /** the change's name in the trail, such as "set-roles" */
  action: string;
  /** the input's key of the ids, and what people call one of them, such as "role": for error messages */
  path: string;
  what: string;
}

/**
 * Replaces all links of a record to other records at once: it takes ids, and returns what was added and removed,
 * computed under the record's lock. One audit row holds before and after of each link that changed.
 */
export function setOf<P extends { id: string }, L extends PgTable, C extends ListTable>(
  record: Changing<P>,
  { table, parent, child, children, label, action, path, what }: SetOptions<P, L, C>,
) {
  const childKey = keyOf(table, child);

  /** @throws AppError 404, 412; 422 that names each id without a record within reach */
  const set = (ctx: KnownCtx, id: string, ids: string[], ifMatch?: string) =>
    record.change(ctx, id, ifMatch, action, async (ctx, before) => {
      const wanted = new Set(ids);
      const shared: Record<string, unknown> =
        typeof parent === "function" ? parent(before, ctx) : { [keyOf(table, parent)]: id };
      const ofParent = valuesAre(table, shared);
      const links = await ctx.db
        .select({ child })
        .from(table as PgTable)
        .where(ofParent);
      const linked = new Set(links.map((link) => link.child as string));
      const known = await reached(ctx, children.of, [...new Set([...linked, ...wanted])]);
      assertKnown(known, ids, path, what);
      const added = [...known.values()].filter((row) => wanted.has(row.id) && !linked.has(row.id));
      const removed = [...known.values()].filter((row) => linked.has(row.id) && !wanted.has(row.id));
      const made = added.map((row) => ({ ...shared, [childKey]: row.id }));
      for (const chunk of chunks(table, made)) await ctx.db.insert(table as PgTable).values(chunk);
      const gone = removed.map((row) => row.id);
      if (gone.length) await ctx.db.delete(table).where(and(ofParent, oneOf(child, gone)));
      return { changes: changesOf(added, removed, label), result: { added, removed } };
    });
  registry.sets.add({ parent: record.of, children: children.of, links: { table, child }, set });
  return set;
}

/** The rows with these values in those columns. */
function valuesAre(table: PgTable, values: Record<string, unknown>) {
  const columns = getTableColumns(table);
  return and(
    ...Object.entries(values).map(([key, value]): SQL => {
      const column = columns[key];
      if (!column) throw new Error(`a link has no ${key}`);
      return value === null ? isNull(column) : eq(column, value);
    }),
  );
}

/** Those that the caller reaches, by id, locked until the transaction ends. */
async function reached<C extends ListTable>(ctx: KnownCtx, { table, reach }: ListSource<C>, ids: string[]) {
  const rows = await ctx.db
    .select()
    .from(table as PgTable)
    .where(and(oneOf(table.id, ids), reach(ctx)))
    .orderBy(table.id)
    .for("share");
  return new Map((rows as Stored<C>[]).map((row) => [row.id, row]));
}

function assertKnown(known: Map<string, unknown>, wanted: string[], path: string, what: string) {
  const message = t("There is no such {what}.", { what: within(t(what)) });
  const errors = wanted.flatMap((id, index) => (known.has(id) ? [] : { path: `${path}.${index}`, message }));
  if (errors.length) throw new AppError("unknown_reference", message, { errors });
}

function changesOf<Row>(added: Row[], removed: Row[], label: (row: Row) => string): Changes {
  const changes: Changes = {};
  const say = (row: Row, was: boolean) => {
    let name = label(row);
    for (let n = 2; name in changes; n++) name = `${label(row)} (${n})`; // two with the same name
    changes[name] = [was, !was];
  };
  for (const row of added) say(row, false);
  for (const row of removed) say(row, true);
  return changes;
}
