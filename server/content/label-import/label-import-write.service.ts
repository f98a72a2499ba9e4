import { eq, sql } from "drizzle-orm";
import { uuidv7 } from "uuidv7";
import { labels, labelTranslations, languages } from "@/db/schema";
import { countLabels } from "@/server/content/label-interface/label-write.service";
import { insertAudit } from "@/server/kit/audit";
import type { KnownCtx } from "@/server/kit/context";
import type { LabelTexts, LabelWrite } from "./label-import.rules";

/** What an import did to a label. */
export interface ImportedLabel {
  id: string;
  label: string;
  isNew: boolean;
  before: LabelTexts;
  after: LabelTexts;
}

/** The row of a label's history: what its form or its grid would have left there. */
function historyOf({ id, name, moduleId, before, after }: LabelWrite, language: string) {
  const { value, ...fields } = after;
  const changed = Object.entries(fields).map(([field, text]) => [field, [before[field as keyof LabelTexts], text]]);
  const texts = value === undefined ? [] : [[`value (${language})`, [before.value, value]]];
  const own = id ? [] : Object.entries({ name, moduleId }).map(([field, text]) => [field, [null, text]]);
  const action = id === undefined ? "create" : changed.length > 0 ? "update" : "translate";
  return { action, changes: Object.fromEntries([...own, ...changed, ...texts]) };
}

/**
 * Writes what an import plans, labels, texts and history in one statement: the rows go over once, as one JSON text. The
 * labels are locked and were read under the lock.
 */
export async function writeImported(ctx: KnownCtx, writes: LabelWrite[], languageId: string): Promise<ImportedLabel[]> {
  const [language] = await ctx.db.select({ code: languages.code }).from(languages).where(eq(languages.id, languageId));
  const now = new Date().toISOString();
  const rows = writes.map((write) => {
    const { id = uuidv7(), name, moduleId, after } = write;
    const isNew = write.id === undefined;
    const ids = { id, textId: uuidv7(), auditId: uuidv7() };
    return { ...ids, ...after, ...historyOf(write, language?.code ?? ""), isNew, name, moduleId };
  });
  await ctx.db.execute(sql`
    with e as materialized (
      select * from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r(id uuid, "isNew" boolean, name text,
        "moduleId" uuid, "labelInterfacePage" text, description text, value text, "textId" uuid, "auditId" uuid,
        action text, changes jsonb)),
    made as (
      insert into ${labels} (id, name, module_id, label_interface_page, description, created_at, updated_at)
      select id, name, "moduleId", "labelInterfacePage", description, ${now}::timestamptz, ${now}::timestamptz
      from e where "isNew"),
    changed as (
      update ${labels} as l set version = l.version + 1, updated_at = ${now}::timestamptz,
        label_interface_page = coalesce(e."labelInterfacePage", l.label_interface_page),
        description = coalesce(e.description, l.description)
      from e where l.id = e.id and not e."isNew"),
    texts as (
      insert into ${labelTranslations} as t (id, parent_id, language_id, value, created_at, updated_at)
      select "textId", id, ${languageId}::uuid, value, ${now}::timestamptz, ${now}::timestamptz
      from e where value is not null
      on conflict (parent_id, language_id)
        do update set value = excluded.value, version = t.version + 1, updated_at = excluded.updated_at)
    ${insertAudit(
      ctx,
      sql`select "auditId" as id, 'label' as "objectType", id as "objectId", name as "objectLabel",
        null::uuid as "companyId", action, changes, null::jsonb as snapshot from e`,
    )}`);
  await countLabels(ctx, rows.filter(({ isNew }) => isNew).length);
  return rows.map(({ id, name, isNew }, index) => {
    const { before = {}, after = {} } = writes[index] ?? {};
    return { id, label: name, isNew, before, after };
  });
}
