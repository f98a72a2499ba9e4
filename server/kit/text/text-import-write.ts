import { type SQL, sql } from "drizzle-orm";
import { uuidv7 } from "uuidv7";
import type { KnownCtx } from "@/server/kit/call/context";
import { textsWritten } from "@/server/kit/language/written-texts";
import { type Changes, insertAudit } from "@/server/kit/record/audit";
import type { ImportedFields, TextImport } from "./text-import-plan";
import { plainKeys, type TextSource } from "./text-record";
import { countTexts, namesOf, valueIn } from "./text-write";

/** What an import did to a text. */
export interface ImportedText {
  id: string;
  label: string;
  isNew: boolean;
  before: ImportedFields;
  after: ImportedFields;
}

/** The row of a text's history: what its form or its grid would have left there. */
function historyOf({ id, name, moduleId, language, before, after }: TextImport) {
  const changes: Changes = {};
  if (id === undefined) {
    changes.name = [null, name];
    changes.moduleId = [null, moduleId];
  }
  let action = id === undefined ? "create" : "translate";
  for (const [field, text] of Object.entries(after)) {
    changes[field === "value" ? valueIn(language) : field] = [before[field], text];
    if (field !== "value" && id !== undefined) action = "update";
  }
  return { action, changes };
}

const listed = (parts: SQL[]) => sql.join(parts, sql`, `);

/**
 * Writes what an import plans, texts, values and history in one statement: the rows go over once, as one JSON text. The
 * texts are locked and were read under the lock.
 */
export async function writeImported(ctx: KnownCtx, of: TextSource, writes: TextImport[], languageId: string) {
  const { name: kind, table, values } = of;
  const now = new Date().toISOString();
  // Field by field: spreading ten thousand rows takes longer than sending them.
  const rows = writes.map((write) => {
    const { id = uuidv7(), name, moduleId, after } = write;
    const { action, changes } = historyOf(write);
    const isNew = write.id === undefined;
    return { id, textId: uuidv7(), auditId: uuidv7(), isNew, name, moduleId, action, changes, after };
  });
  const keys = plainKeys(of);
  const columns = namesOf(of, keys).map((name) => sql`${sql.identifier(name)}`);
  const given = keys.map((key) => sql`e.after ->> ${key}`);
  const kept = columns.map((column, n) => sql`${column} = coalesce(${given[n]}, l.${column})`);
  await ctx.db.execute(sql`
    with e as materialized (
      select *, after ->> 'value' as value
      from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r(id uuid, "isNew" boolean, name text,
        "moduleId" uuid, after jsonb, "textId" uuid, "auditId" uuid, action text, changes jsonb)),
    made as (
      insert into ${table} (id, name, module_id, ${listed(columns)}, created_at, updated_at)
      select id, name, "moduleId", ${listed(given)}, ${now}::timestamptz, ${now}::timestamptz
      from e where "isNew"),
    changed as (
      update ${table} as l set version = l.version + 1, updated_at = ${now}::timestamptz, ${listed(kept)}
      from e where l.id = e.id and not e."isNew"),
    texts as (
      insert into ${values} as t (id, parent_id, language_id, value, created_at, updated_at)
      select "textId", id, ${languageId}::uuid, value, ${now}::timestamptz, ${now}::timestamptz
      from e where value is not null
      on conflict (parent_id, language_id)
        do update set value = excluded.value, version = t.version + 1, updated_at = excluded.updated_at)
    ${insertAudit(
      ctx,
      sql`select "auditId" as id, ${kind}::text as "objectType", id as "objectId", name as "objectLabel",
        null::uuid as "companyId", action, changes, null::jsonb as snapshot from e`,
    )}`);
  await countTexts(ctx, of, rows.filter(({ isNew }) => isNew).length);
  const valued = rows.flatMap(({ id, after }) => (after.value == null ? [] : { parentId: id, languageId }));
  await textsWritten(ctx, values, valued);
  return rows.map(({ id, name, isNew }, index): ImportedText => {
    const { before = {}, after = {} } = writes[index] ?? {};
    return { id, label: name, isNew, before, after };
  });
}
