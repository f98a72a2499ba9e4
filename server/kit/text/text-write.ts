import { getTableColumns, sql } from "drizzle-orm";
import { getTableConfig, type PgTable } from "drizzle-orm/pg-core";
import { uuidv7 } from "uuidv7";
import { languages } from "@/db/schema";
import { type Ctx, inTransaction, type KnownCtx } from "@/server/kit/call/context";
import { AppError } from "@/server/kit/call/errors";
import { unknownReference } from "@/server/kit/call/exists";
import { textsWritten } from "@/server/kit/language/written-texts";
import { oneOf } from "@/server/kit/list/list-filters";
import { auditMany, type Changes, diff, type Entry } from "@/server/kit/record/audit";
import { manyOf } from "@/server/kit/record/many-service";
import { changeOf, columnName } from "@/server/kit/record/record-rows";
import type { GivenValue, NewText, TextEdit } from "./text.schema";
import { plainKeys, type TextRecord, type TextSource } from "./text-record";

/** Where a fault of the n-th edit lies in the request's body. */
export type At = (index: number, field: string) => string;
const inBody: At = (_, field) => field;

interface Written extends GivenValue {
  parentId: string;
}

const few = 500;

/**
 * The foreign key's check keeps the plan it made when the table was small, a scan of all texts for each value: 20 s for
 * 10,000. New statistics make it plan again; where the table is known to be large, they are not needed.
 */
export async function countTexts(ctx: Ctx, { table }: TextSource, added: number) {
  if (added <= few) return;
  const { schema, name } = getTableConfig(table as PgTable);
  const [known] = await ctx.db.execute<{ rows: number }>(
    sql`select reltuples::int as rows from pg_class where oid = ${`"${schema}"."${name}"`}::regclass`,
  );
  if ((known?.rows ?? 0) <= few) await ctx.db.execute(sql`analyze ${table}`);
}

/** The names in the database of the columns with these keys. */
export function namesOf({ table }: TextSource, keys: string[]) {
  const columns = getTableColumns(table as PgTable);
  return keys.map((key) => {
    const column = columns[key];
    if (!column) throw new Error(`there is no column ${key}`);
    return columnName(key, column);
  });
}

/** Language id → its code, for the audit trail. @throws AppError 422 for a language that is not there */
async function codesOf(ctx: KnownCtx, edits: { translations?: GivenValue[] }[], at: At) {
  const ids = [...new Set(edits.flatMap((edit) => edit.translations ?? []).map((text) => text.languageId))];
  const rows = await ctx.db.select().from(languages).where(oneOf(languages.id, ids));
  const codes = new Map(rows.map((row) => [row.id, row.code]));
  for (const [index, edit] of edits.entries())
    for (const [place, text] of (edit.translations ?? []).entries())
      if (!codes.has(text.languageId))
        throw unknownReference(at(index, `translations.${place}.languageId`), "language");
  return codes;
}

/** What a value is called in the audit trail. */
export const valueIn = (code: string | undefined) => `value (${code})`;

const taken = (value: string | null) =>
  new AppError(
    "version_mismatch",
    value === null
      ? "Somebody deleted this translation after you loaded it. Nothing was saved."
      : "Somebody changed this translation after you loaded it. Nothing was saved.",
  );

/** The writes of a resource of texts, one text or ten thousand: all or nothing, each text audited once. */
export function textWriter(of: TextSource, record: TextRecord) {
  const { name: kind, one, table, values } = of;
  const many = manyOf(record);

  /** Sets and removes any number of translations in two statements. */
  async function writeValues(ctx: KnownCtx, texts: Written[], now: string) {
    const kept = texts.flatMap((text) => (text.value === null ? [] : { id: uuidv7(), ...text }));
    const gone = texts.filter((text) => text.value === null);
    if (kept.length)
      await ctx.db.execute(sql`
        insert into ${values} as t (id, parent_id, language_id, value, created_at, updated_at)
        select e.id, e."parentId", e."languageId", e.value, ${now}::timestamptz, ${now}::timestamptz
        from jsonb_to_recordset(${JSON.stringify(kept)}::jsonb)
          as e(id uuid, "parentId" uuid, "languageId" uuid, value text)
        on conflict (parent_id, language_id)
          do update set value = excluded.value, version = t.version + 1, updated_at = excluded.updated_at`);
    if (gone.length)
      await ctx.db.execute(sql`
        delete from ${values} as t
        using jsonb_to_recordset(${JSON.stringify(gone)}::jsonb) as e("parentId" uuid, "languageId" uuid)
        where t.parent_id = e."parentId" and t.language_id = e."languageId"`);
    await textsWritten(ctx, values, texts);
  }

  return {
    /** Makes texts with their translations. @returns their ids, in order */
    create: (ctx: KnownCtx, made: NewText[], at = inBody) =>
      inTransaction(ctx, async (ctx) => {
        if (made.length === 0) return [];
        const now = new Date().toISOString();
        const codes = await codesOf(ctx, made, at);
        const empty = Object.fromEntries(plainKeys(of).map((key) => [key, null]));
        const rows = made.map((text) => ({ ...empty, ...text, id: uuidv7() }));
        const keys = ["id", "name", "moduleId", ...plainKeys(of)];
        const names = namesOf(of, keys);
        const given = rows.map((row) =>
          Object.fromEntries(keys.map((key, n) => [names[n], row[key as keyof typeof row]])),
        );
        const columns = sql.join(names.map(sql.identifier), sql`, `);
        await ctx.db.execute(sql`
          insert into ${table} (${columns}, created_at, updated_at)
          select ${columns}, ${now}::timestamptz, ${now}::timestamptz
          from jsonb_populate_recordset(null::${table}, ${JSON.stringify(given)}::jsonb)`);
        await countTexts(ctx, of, rows.length);
        const texts = rows.flatMap(({ id, translations = [] }) =>
          translations.map((text) => ({ ...text, parentId: id })),
        );
        await writeValues(ctx, texts, now);
        await auditMany(
          ctx,
          rows.map(({ translations = [], ...row }): Entry => {
            const changes = diff({}, row);
            for (const text of translations) changes[valueIn(codes.get(text.languageId))] = [null, text.value];
            return { objectType: kind, objectId: row.id, objectLabel: row.name, action: "create", changes };
          }),
        );
        return rows.map((row) => row.id);
      }),

    /**
     * Every change to texts that are there: fields and translations. What already has the wanted value is left alone.
     * @param at where the n-th edit lies in the request's body, to name a fault's place
     * @returns the ids of the texts that changed
     * @throws AppError 422 for an unknown text, language or module, 412 for a stale `ifMatch` or `expected`
     */
    edit: (ctx: KnownCtx, edits: TextEdit[], at = inBody) =>
      inTransaction(ctx, async (ctx) => {
        const ids = edits.map((edit) => edit.id);
        const codes = await codesOf(ctx, edits, at);
        const rows = await many.lockMany(ctx, ids); // the values are read behind the lock
        const stored = new Map(rows.map((row) => [row.id, row]));
        const found = (await ctx.db
          .select({ parentId: values.parentId, languageId: values.languageId, value: values.value })
          .from(values as PgTable)
          .where(oneOf(values.parentId, ids))) as { parentId: string; languageId: string; value: string }[]; // its columns
        const before = new Map(found.map((one) => [`${one.parentId} ${one.languageId}`, one.value]));
        const written: Written[] = [];
        const wanted = edits.map(({ id, ifMatch, translations = [], ...fields }, index) => {
          const row = stored.get(id);
          if (!row) throw unknownReference(at(index, "id"), one);
          const also: Changes = {};
          for (const text of translations) {
            const value = before.get(`${id} ${text.languageId}`) ?? null;
            if (text.expected !== undefined && text.expected !== value && text.value !== value) throw taken(value);
            if (text.value === value) continue;
            also[valueIn(codes.get(text.languageId))] = [value, text.value];
            written.push({ ...text, parentId: id });
          }
          const action = changeOf(row, fields).isChange ? "update" : "translate";
          return { id, ifMatch, values: fields, also, action };
        });
        const changed = await many.updateMany(ctx, wanted);
        await writeValues(ctx, written, new Date().toISOString());
        return changed;
      }),

    /** Removes these texts; what is gone already is not counted. */
    remove: (ctx: KnownCtx, ids: string[]) =>
      inTransaction(ctx, async (ctx) => {
        const there = await many.lockMany(ctx, ids);
        await many.removeMany(
          ctx,
          there.map(({ id }) => ({ id })),
        );
        return { deleted: there.length };
      }),

    /** Undoes the removal of these texts, translations included. 422 where a name is taken by now: nothing comes back then. */
    async restore(ctx: KnownCtx, ids: string[]) {
      await many.restoreMany(ctx, ids);
      return { restored: new Set(ids).size };
    },
  };
}

export type TextWriter = ReturnType<typeof textWriter>;
