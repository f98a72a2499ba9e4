import { and, eq, ne, type SQL, sql } from "drizzle-orm";
import { toSnakeCase } from "drizzle-orm/casing";
import type { AnyPgColumn, PgTable } from "drizzle-orm/pg-core";
import { type Ctx, inTransaction } from "@/server/kit/call/context";
import { countKeyUses } from "@/server/kit/secret/key-use";
import { dataKeyIdIn, newestDataKeyId, sealData, unsealData } from "@/server/kit/secret/seal";

interface PartsTable extends PgTable {
  kind: AnyPgColumn;
  part: AnyPgColumn;
  sealed: AnyPgColumn;
}

interface Options<T extends PartsTable> {
  table: T;
  /** the column that says whose part it is */
  owner: AnyPgColumn;
  /** what the seal is for: a part cannot be read as one of something else */
  purpose: string;
  /** what they are, in the plural, for operators */
  what: string;
}

/** Where a part lies. */
interface Place {
  ownerId: string;
  kind: string;
  part: number;
}

/** What long work needs later, such as what rows were before it: JSON in numbered parts, sealed with the data key. */
export function sealedParts<T extends PartsTable, K extends string>({ table, owner, purpose, what }: Options<T>) {
  const purposeOf = ({ ownerId, kind, part }: Place) => `${purpose} ${ownerId} ${kind} ${part}`;
  const keyId = dataKeyIdIn(table.sealed);
  const written = (column: AnyPgColumn) => sql.identifier(toSnakeCase(column.name)); // in a list of columns
  const ofKind = (ownerId: string, kind: K) => and(eq(owner, ownerId), eq(table.kind, kind));
  const at = ({ ownerId, kind, part }: Place) =>
    and(eq(owner, ownerId), eq(table.kind, kind), eq(table.part, part)) as SQL; // of three conditions

  async function sealedAt(ctx: Ctx, place: Place): Promise<string | undefined> {
    const rows = await ctx.db.execute<{ sealed: string }>(
      sql`select ${table.sealed} as sealed from ${table} where ${at(place)}`,
    );
    return rows[0]?.sealed;
  }
  const opened = (sealed: string, place: Place) =>
    unsealData(purposeOf(place), Buffer.from(sealed, "base64")).toString("utf8");

  const parts = {
    async write(ctx: Ctx, ownerId: string, kind: K, part: number, value: unknown) {
      const sealed = sealData(purposeOf({ ownerId, kind, part }), Buffer.from(JSON.stringify(value)));
      const names = [owner, table.kind, table.part, table.sealed].map(written);
      await ctx.db.execute(sql`insert into ${table} (${sql.join(names, sql`, `)})
        values (${ownerId}, ${kind}, ${part}, ${sealed.toString("base64")})`);
    },

    /** How many parts of a kind there are. */
    count: (ctx: Ctx, ownerId: string, kind: K): Promise<number> => ctx.db.$count(table, ofKind(ownerId, kind)),

    /** The number of the last part of a kind; undefined where there is none. */
    async last(ctx: Ctx, ownerId: string, kind: K): Promise<number | undefined> {
      const rows = await ctx.db.execute<{ part: number | null }>(
        sql`select max(${table.part}) as part from ${table} where ${ofKind(ownerId, kind)}`,
      );
      return rows[0]?.part ?? undefined;
    },

    /** @throws where there is no such part, or its data key is no longer known */
    async read<V>(ctx: Ctx, ownerId: string, kind: K, part: number): Promise<V> {
      const place = { ownerId, kind, part };
      const sealed = await sealedAt(ctx, place);
      if (sealed === undefined) throw new Error(`there is no part ${purposeOf(place)}`);
      return JSON.parse(opened(sealed, place));
    },

    /** The same as JSON; undefined where there is no such part, or its data key is no longer known. */
    async readableText(ctx: Ctx, place: Place): Promise<string | undefined> {
      const sealed = await sealedAt(ctx, place);
      try {
        return sealed === undefined ? undefined : opened(sealed, place);
      } catch {
        return undefined;
      }
    },

    remove: (ctx: Ctx, ownerId: string, kind: K) => ctx.db.delete(table).where(ofKind(ownerId, kind)),

    removeOne: (ctx: Ctx, ownerId: string, kind: K, part: number) =>
      ctx.db.delete(table).where(at({ ownerId, kind, part })),

    /** Keeps another value in place of one, for what must not be known any more. */
    async rewrite(ctx: Ctx, { ownerId, kind, part }: Place, value: unknown) {
      await ctx.db.delete(table).where(at({ ownerId, kind, part }));
      await parts.write(ctx, ownerId, kind as K, part, value); // as it is stored
    },

    /** Where every part lies, for what goes through all of them. */
    places: async (ctx: Ctx, where?: SQL): Promise<Place[]> => [
      ...(await ctx.db.execute<{ ownerId: string; kind: string; part: number }>(
        sql`select ${owner} as "ownerId", ${table.kind} as kind, ${table.part} as part from ${table}
          where ${where ?? sql`true`}`,
      )),
    ],

    /** Which keys they need. */
    keyUses: (ctx: Ctx) => countKeyUses(ctx, { list: "DATA_KEYS", what }, { table, keyId }),

    /** Seals with the newest key what an older one sealed. @returns how many parts */
    async reseal(ctx: Ctx): Promise<number> {
      const old = await parts.places(ctx, ne(keyId, newestDataKeyId()));
      for (const place of old)
        await inTransaction(ctx, async (ctx) => {
          const rows = await ctx.db.execute<{ sealed: string }>(
            sql`select ${table.sealed} as sealed from ${table} where ${at(place)} for update`,
          );
          const [row] = rows;
          if (!row) return; // its days are over
          const bytes = unsealData(purposeOf(place), Buffer.from(row.sealed, "base64"));
          const sealed = sealData(purposeOf(place), bytes).toString("base64");
          await ctx.db.execute(sql`update ${table} set ${written(table.sealed)} = ${sealed} where ${at(place)}`);
        });
      return old.length;
    },
  };
  return parts;
}
