import { sql } from "drizzle-orm";
import { uuidv7 } from "uuidv7";
import { labels, labelTranslations, languages } from "@/db/schema";
import { auditMany, type Changes, diff, type Entry } from "@/server/kit/audit";
import { type Ctx, inTransaction, type KnownCtx } from "@/server/kit/context";
import { AppError } from "@/server/kit/errors";
import { unknownReference } from "@/server/kit/exists";
import { oneOf } from "@/server/kit/list";
import { manyOf } from "@/server/kit/many-service";
import { changeOf } from "@/server/kit/record-rows";
import { labelRecord } from "./label-row.service";

interface LabelFields {
  name: string;
  moduleId: string;
  labelInterfacePage?: string | null;
  description?: string | null;
}
interface Text {
  languageId: string;
  value: string | null;
  /** what the writer saw there; another value is 412 */
  expected?: string | null;
}
export type NewLabel = LabelFields & { translations?: Text[] };
export type LabelEdit = Partial<LabelFields> & { id: string; ifMatch?: string; translations?: Text[] };

/** Where a fault of the n-th edit lies in the request's body. */
type At = (index: number, field: string) => string;
const inBody: At = (_, field) => field;

const many = manyOf(labelRecord);

/** Language id → its code, for the audit trail. @throws AppError 422 for a language that is not there */
async function codesOf(ctx: KnownCtx, edits: { translations?: Text[] }[], at: At) {
  const ids = [...new Set(edits.flatMap((edit) => edit.translations ?? []).map((text) => text.languageId))];
  const rows = await ctx.db.select().from(languages).where(oneOf(languages.id, ids));
  const codes = new Map(rows.map((row) => [row.id, row.code]));
  for (const [index, edit] of edits.entries())
    for (const [place, text] of (edit.translations ?? []).entries())
      if (!codes.has(text.languageId))
        throw unknownReference(at(index, `translations.${place}.languageId`), "language");
  return codes;
}

interface Written extends Text {
  parentId: string;
}

/** Sets and takes away translations, however many, in two statements. */
async function writeTexts(ctx: KnownCtx, texts: Written[], now: string) {
  const kept = texts.flatMap((text) => (text.value === null ? [] : { id: uuidv7(), ...text }));
  const gone = texts.filter((text) => text.value === null);
  if (kept.length)
    await ctx.db.execute(sql`
      insert into ${labelTranslations} as t (id, parent_id, language_id, value, created_at, updated_at)
      select e.id, e."parentId", e."languageId", e.value, ${now}::timestamptz, ${now}::timestamptz
      from jsonb_to_recordset(${JSON.stringify(kept)}::jsonb)
        as e(id uuid, "parentId" uuid, "languageId" uuid, value text)
      on conflict (parent_id, language_id)
        do update set value = excluded.value, version = t.version + 1, updated_at = excluded.updated_at`);
  if (gone.length)
    await ctx.db.execute(sql`
      delete from ${labelTranslations} as t
      using jsonb_to_recordset(${JSON.stringify(gone)}::jsonb) as e("parentId" uuid, "languageId" uuid)
      where t.parent_id = e."parentId" and t.language_id = e."languageId"`);
}

const named = (codes: Map<string, string>, text: Text) => `value (${codes.get(text.languageId)})`;

const few = 500;

/**
 * The foreign key's check keeps the plan it made when the table was small, a scan of all labels for each text: 20 s for
 * 10,000. New statistics make it plan again; where the table is known to be large, they are not needed.
 */
export async function countLabels(ctx: Ctx, added: number) {
  if (added <= few) return;
  const [known] = await ctx.db.execute<{ rows: number }>(
    sql`select reltuples::int as rows from pg_class where oid = ${"backoffice.labels"}::regclass`,
  );
  if ((known?.rows ?? 0) <= few) await ctx.db.execute(sql`analyze ${labels}`);
}

/** Makes labels with their translations; each is audited as one creation. @returns their ids, in order */
export const createLabels = (ctx: KnownCtx, made: NewLabel[], at = inBody) =>
  inTransaction(ctx, async (ctx) => {
    if (made.length === 0) return [];
    const now = new Date().toISOString();
    const codes = await codesOf(ctx, made, at);
    const rows = made.map((label) => ({ labelInterfacePage: null, description: null, ...label, id: uuidv7() }));
    await ctx.db.execute(sql`
      insert into ${labels} (id, name, module_id, label_interface_page, description, created_at, updated_at)
      select e.id, e.name, e."moduleId", e."labelInterfacePage", e.description, ${now}::timestamptz, ${now}::timestamptz
      from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
        as e(id uuid, name text, "moduleId" uuid, "labelInterfacePage" text, description text)`);
    await countLabels(ctx, rows.length);
    const texts = rows.flatMap(({ id, translations = [] }) => translations.map((text) => ({ ...text, parentId: id })));
    await writeTexts(ctx, texts, now);
    await auditMany(
      ctx,
      rows.map(({ translations = [], ...row }): Entry => {
        const changes = diff({}, row);
        for (const text of translations) changes[named(codes, text)] = [null, text.value];
        return { objectType: "label", objectId: row.id, objectLabel: row.name, action: "create", changes };
      }),
    );
    return rows.map((row) => row.id);
  });

/**
 * Every change to labels that are there, one or ten thousand: fields and translations, all or nothing, each label
 * audited once. What already has the wanted value is left alone.
 * @param at where the n-th edit lies in the request's body, to name a fault's place
 * @returns the ids of the labels that changed
 * @throws AppError 422 for an unknown label, language or module, 412 for a stale `ifMatch` or `expected`
 */
export const editLabels = (ctx: KnownCtx, edits: LabelEdit[], at: At = inBody) =>
  inTransaction(ctx, async (ctx) => {
    const ids = edits.map((edit) => edit.id);
    const codes = await codesOf(ctx, edits, at);
    const rows = await many.lockMany(ctx, ids); // the texts are read behind the lock
    const stored = new Map(rows.map((row) => [row.id, row]));
    const texts = await ctx.db.select().from(labelTranslations).where(oneOf(labelTranslations.parentId, ids));
    const values = new Map(texts.map((text) => [`${text.parentId} ${text.languageId}`, text.value]));
    const written: Written[] = [];
    const wanted = edits.map(({ id, ifMatch, translations = [], ...fields }, index) => {
      const before = stored.get(id);
      if (!before) throw unknownReference(at(index, "id"), "label");
      const also: Changes = {};
      for (const text of translations) {
        const value = values.get(`${id} ${text.languageId}`) ?? null;
        if (text.expected !== undefined && text.expected !== value && text.value !== value) throw taken(value);
        if (text.value === value) continue;
        also[named(codes, text)] = [value, text.value];
        written.push({ ...text, parentId: id });
      }
      const action = changeOf(before, fields).isChange ? "update" : "translate";
      return { id, ifMatch, values: fields, also, action };
    });
    const changed = await many.updateMany(ctx, wanted);
    await writeTexts(ctx, written, new Date().toISOString());
    return changed;
  });

const taken = (value: string | null) =>
  new AppError(
    "version_mismatch",
    value === null
      ? "Somebody deleted this translation after you loaded it. Nothing was saved."
      : "Somebody changed this translation after you loaded it. Nothing was saved.",
  );
