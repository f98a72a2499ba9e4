import { and, eq, getTableColumns, type SQL, sql } from "drizzle-orm";
import type { AnyPgColumn, PgTable } from "drizzle-orm/pg-core";
import { auditLog } from "@/db/schema";
import { audit, type Changes, diff } from "./audit";
import { inTransaction, type KnownCtx } from "./context";
import { broken, notFound } from "./errors";
import { assertVersion } from "./etag";
import type { ListService, ListTable, Stored } from "./list-service";

export type RecordTable = ListTable & { createdAt: AnyPgColumn; updatedAt: AnyPgColumn; version: AnyPgColumn };
export type StoredRecord<T extends RecordTable> = Stored<T> & { version: number };

/** A table of rows that belong to a record and go with it; they are kept in the audit trail so that a removal can be undone. */
export interface PartTable {
  table: PgTable;
  parent: AnyPgColumn;
}

interface RecordOptions<T extends RecordTable> {
  /** the resource's name in the audit trail, such as "model-pers" */
  name: string;
  /** what people call a record, for the audit trail */
  label: (row: T["$inferSelect"]) => string;
  parts?: PartTable[];
}

type Values<T extends PgTable> = Partial<T["$inferInsert"]>;
/** What a new row needs; the company is the caller's own where a company-owned service is called from inside one. */
type NewValues<T extends PgTable, C extends AnyPgColumn> = [C] extends [never]
  ? T["$inferInsert"]
  : Omit<T["$inferInsert"], C["_"]["name"]> & Values<T>;

/**
 * A list's rows as records: create, change, remove, bring back; each within the caller's reach, versioned and audited.
 * Nothing that a caller writes leaves their reach: the row is looked for again after the write.
 */
export function recordService<T extends RecordTable, C extends AnyPgColumn, Row extends { id: string }>(
  list: ListService<T, C, Row>,
  { name, label, parts = [] }: RecordOptions<T>,
) {
  const { table, company, reach } = list.of;
  type Kept = StoredRecord<T>;

  const entryOf = (ctx: KnownCtx, row: Kept, action: string, changes: Changes) => ({
    objectType: name,
    objectId: row.id,
    objectLabel: label(row),
    companyId: companyOf(ctx, row),
    action,
    changes,
  });
  const keyOfCompany = company && keyOf(table, company);
  const companyOf = (ctx: KnownCtx, row: Kept) =>
    keyOfCompany === undefined ? undefined : ((row[keyOfCompany as keyof Kept] as string | null) ?? ctx.company?.id);

  /** The stored row, locked until the transaction ends; 404 where it does not exist or lies out of reach. */
  async function lock(ctx: KnownCtx, id: string): Promise<Kept> {
    const [row] = await ctx.db
      .select()
      .from(table as PgTable)
      .where(and(eq(table.id, id), reach(ctx)))
      .for("update");
    if (!row) throw notFound();
    return row as Kept;
  }

  async function isWithin(ctx: KnownCtx, id: string) {
    const within = reach(ctx);
    if (!within) return true;
    const found = await ctx.db
      .select({ id: table.id })
      .from(table as PgTable)
      .where(and(eq(table.id, id), within));
    return found.length === 1;
  }

  /** For the end of a write, in its transaction. @throws AppError 422 for values with which the row is out of reach */
  async function assertWithin(ctx: KnownCtx, id: string) {
    if (!(await isWithin(ctx, id)))
      throw broken(keyOfCompany ?? "id", "With these values it would be out of your reach.");
  }

  async function one(ctx: KnownCtx, id: string): Promise<Row> {
    const [row] = await list.load(ctx, [id]);
    if (!row) throw notFound();
    return row;
  }

  /** Writes over a locked row, moves its version on, and audits `changes`. */
  async function write(ctx: KnownCtx, id: string, values: object, action: string, changes: Changes) {
    const [after] = (await ctx.db
      .update(table)
      .set({ ...values, version: sql`${table.version} + 1` } as never) // a subset of the table's own columns
      .where(eq(table.id, id))
      .returning()) as Kept[];
    if (!after) throw notFound();
    await assertWithin(ctx, id);
    await audit(ctx, entryOf(ctx, after, action, changes));
  }

  return {
    ...list,
    name,
    lock,

    /** Inside a company the new row is that company's. */
    create: (ctx: KnownCtx, values: NewValues<T, C>) =>
      inTransaction(ctx, async (ctx) => {
        const stamp = keyOfCompany && ctx.company ? { [keyOfCompany]: ctx.company.id } : {};
        const [row] = (await ctx.db
          .insert(table)
          .values({ ...stamp, ...values } as never) // NewValues lacks at most the stamp
          .returning()) as Kept[];
        if (!row) throw new Error(`insert into ${name} returned nothing`);
        await assertWithin(ctx, row.id);
        await audit(ctx, entryOf(ctx, row, "create", diff({}, row)));
        return one(ctx, row.id);
      }),

    /** Changes what `values` holds and nothing else; a version other than `ifMatch` is 412. */
    update: (ctx: KnownCtx, id: string, values: Values<T>, ifMatch?: string, action = "update") =>
      inTransaction(ctx, async (ctx) => {
        const before = await lock(ctx, id);
        assertVersion(before, ifMatch);
        const { wanted, changes, isChange } = changeOf(before, values);
        if (isChange) await write(ctx, id, wanted, action, changes);
        return one(ctx, id);
      }),

    /**
     * For a change to what belongs to the record: locks it (404, 412), does `work`, and where that says what changed,
     * moves the record's version on and writes it into its trail.
     */
    change: <R>(
      ctx: KnownCtx,
      id: string,
      ifMatch: string | undefined,
      action: string,
      work: (ctx: KnownCtx, before: Kept) => Promise<{ changes: Changes; result: R }>,
    ): Promise<R> =>
      inTransaction(ctx, async (ctx) => {
        const before = await lock(ctx, id);
        assertVersion(before, ifMatch);
        const { changes, result } = await work(ctx, before);
        if (Object.keys(changes).length) await write(ctx, id, {}, action, changes);
        return result;
      }),

    /** Removes a record and its parts; the audit row keeps them, so that `restore` can bring them back. */
    remove: (ctx: KnownCtx, id: string, ifMatch?: string) =>
      inTransaction(ctx, async (ctx) => {
        const row = await lock(ctx, id);
        assertVersion(row, ifMatch);
        const snapshot: Snapshot = { self: [withoutSecrets(row)] };
        for (const [index, part] of parts.entries())
          snapshot[`part${index}`] = await ctx.db.select().from(part.table).where(eq(part.parent, id));
        await ctx.db.delete(table).where(eq(table.id, id));
        await audit(ctx, { ...entryOf(ctx, row, "remove", diff(row, {})), snapshot });
      }),

    /** Undoes a removal: the record and its parts come back under their old ids. 404 where none was removed, 422 where it is back. */
    restore: (ctx: KnownCtx, id: string) =>
      inTransaction(ctx, async (ctx) => {
        const [entry] = await ctx.db
          .select()
          .from(auditLog)
          .where(removalOf(name, eq(auditLog.objectId, id)))
          .orderBy(sql`${auditLog.at} desc`)
          .limit(1);
        const [row] = (entry?.snapshot?.self ?? []) as Kept[];
        if (!entry || !row) throw notFound();
        await ctx.db.insert(table).values({ ...row, version: row.version + 1 } as never); // the very row that was removed
        if (!(await isWithin(ctx, id))) throw notFound(); // and the insert is undone
        for (const [index, part] of parts.entries()) {
          const rows = entry.snapshot?.[`part${index}`] ?? [];
          // A row that hangs on the record by two columns was kept twice.
          if (rows.length)
            await ctx.db
              .insert(part.table)
              .values(rows as never)
              .onConflictDoNothing();
        }
        await audit(ctx, { ...entryOf(ctx, row, "restore", diff({}, row)), objectLabel: entry.objectLabel });
        return one(ctx, id);
      }),
  };
}

/** What the column is called in the table's rows. */
const keyOf = (table: PgTable, column: AnyPgColumn) =>
  Object.entries(getTableColumns(table)).find(([, one]) => one === column)?.[0];

type Snapshot = Record<string, Record<string, unknown>[]>;

/** The removals of that resource which `where` picks. */
const removalOf = (name: string, where: SQL) =>
  and(eq(auditLog.objectType, name), eq(auditLog.action, "remove"), where);

/** What of `values` is to be written and what differs by it. A new secret is a change that the trail does not show. */
function changeOf(before: object, values: object) {
  const wanted = Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined));
  const changes = diff(before, { ...before, ...wanted });
  const hasSecret = Object.keys(wanted).some((key) => !(key in changes) && key.endsWith("Hash"));
  return { wanted, changes, isChange: hasSecret || Object.keys(changes).length > 0 };
}

const withoutSecrets = (row: object) =>
  Object.fromEntries(Object.entries(row).filter(([key]) => !key.endsWith("Hash")));
