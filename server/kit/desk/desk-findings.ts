import { sql } from "drizzle-orm";
import type { PgTable } from "drizzle-orm/pg-core";
import { deskChecks, deskDismissals, deskFindings } from "@/db/schema";
import { type Ctx, inTransaction, type KnownCtx } from "@/server/kit/call/context";
import type { WrittenText } from "@/server/kit/language/written-texts";
import { oneOf } from "@/server/kit/list/list-filters";
import { arrayOf } from "@/server/kit/value/array.rules";
import { graveFaultsOf } from "./desk-checks.rules";
import { defaultLanguageId, sourceTextsOf, textsIn, translationsOf } from "./desk-list";
import { type DeskSource, deskSources } from "./desk-source";
import { type Finding, graveWarnings } from "./desk-warning.rules";

interface Found {
  textId: string;
  languageId: string;
  finding: Finding;
}

const cellOf = ({ textId, languageId }: Omit<Found, "finding">) => `${textId} ${languageId}`;

/** Those that nobody put aside. */
async function withoutDismissed(ctx: Ctx, source: DeskSource, found: Found[]) {
  if (found.length === 0) return found;
  const aside = await ctx.db
    .select({
      textId: deskDismissals.textId,
      languageId: deskDismissals.languageId,
      finding: deskDismissals.warning,
    })
    .from(deskDismissals)
    .where(
      sql`${deskDismissals.resource} = ${source.name} and ${oneOf(deskDismissals.textId, [...new Set(found.map(({ textId }) => textId))])}`,
    );
  const gone = new Set(aside.map((one) => `${cellOf(one)} ${one.finding}`));
  return found.filter((one) => !gone.has(`${cellOf(one)} ${one.finding}`));
}

/** What of these texts is written down, in one statement: what is not found any more goes. */
async function keep(
  ctx: Ctx,
  { name }: DeskSource,
  ids: string[],
  mainId: string,
  found: Found[],
  seen: WrittenText[],
) {
  const now = new Date().toISOString();
  await ctx.db.execute(sql`
    with found as (
      select * from jsonb_to_recordset(${JSON.stringify(found)}::jsonb) as e("textId" uuid, "languageId" uuid, finding text)),
    seen as (
      select * from jsonb_to_recordset(${JSON.stringify(seen)}::jsonb) as e("parentId" uuid, "languageId" uuid)),
    gone as (
      delete from ${deskFindings} f where f.resource = ${name} and f.text_id = any(${arrayOf(ids)}::uuid[])
        and (f.finding = any(${arrayOf(graveWarnings)}::text[]) or f.language_id = ${mainId || null}::uuid
          or exists (select from seen where seen."parentId" = f.text_id and seen."languageId" = f.language_id))
        and not exists (select from found
          where found."textId" = f.text_id and found."languageId" = f.language_id and found.finding = f.finding))
    insert into ${deskFindings} (id, resource, text_id, language_id, finding, created_at, updated_at)
    select gen_random_uuid(), ${name}, "textId", "languageId", finding, ${now}::timestamptz, ${now}::timestamptz from found
    on conflict do nothing`);
}

/** Whether what is written now is no person's word. */
export const isByMachine = (ctx: Ctx) => ctx.isByMachine === true || ctx.actor?.kind === "key";

/**
 * Compares the translations of these texts with their source, and keeps what leaves them in need of a review.
 * @param written those that were written now: by a machine, or by somebody whose word counts more than a machine's
 */
async function compare(ctx: Ctx, source: DeskSource, ids: string[], written: WrittenText[] = []) {
  const mainId = await defaultLanguageId(ctx);
  const translations = await translationsOf(ctx, source, ids);
  const fields = Object.keys(source.fields);
  const found: Found[] = [];
  for (const [textId, byLanguage] of translations.byText) {
    const from = sourceTextsOf(source, translations, textId, { sourceId: mainId, mainId });
    for (const [languageId, stored] of byLanguage) {
      if (languageId === mainId) continue;
      const texts = textsIn(source, stored);
      const faults = new Set(fields.flatMap((field) => graveFaultsOf(from[field] ?? "", texts[field] ?? "")));
      for (const finding of faults) found.push({ textId, languageId, finding });
    }
  }
  const wanted = await withoutDismissed(ctx, source, found);
  if (isByMachine(ctx))
    for (const { parentId, languageId } of written)
      if (languageId !== mainId && translations.byText.get(parentId)?.has(languageId))
        wanted.push({ textId: parentId, languageId, finding: "machine" });
  await keep(ctx, source, ids, mainId, wanted, written);
}

/** Keeps what is found in texts that were written now; call it in the transaction of the write. */
export const noteWritten = (ctx: Ctx, source: DeskSource, written: WrittenText[]) =>
  compare(ctx, source, [...new Set(written.map(({ parentId }) => parentId))], written);

/** Finds again what leaves a text in need of a review, after a warning was put aside or taken up again. */
export const noteAgain = (ctx: Ctx, source: DeskSource, id: string) => compare(ctx, source, [id]);

/** A translation is right as it is: what a machine wrote counts as somebody's. */
export const noteConfirmed = (ctx: Ctx, source: DeskSource, ids: string[], languageId: string) =>
  ctx.db
    .delete(deskFindings)
    .where(
      sql`${deskFindings.resource} = ${source.name} and ${oneOf(deskFindings.textId, ids)}
        and ${deskFindings.languageId} = ${languageId} and ${deskFindings.finding} = 'machine'`,
    )
    .returning({ id: deskFindings.id });

/** All texts are compared once more, as when another language becomes the default one. */
export const checkAgain = (ctx: Ctx) => ctx.db.delete(deskChecks);

const batch = 500;

/** Each next batch of a resource's texts, locked against those who write them. */
async function nextIds(ctx: KnownCtx, source: DeskSource, after: string): Promise<string[]> {
  if (source.adapter) {
    if (after !== "") return [];
    const texts = await source.adapter.find(ctx, {}, 10_000);
    return texts.map(({ id }) => id);
  }
  const { table } = source;
  const rows = await ctx.db
    .select({ id: table.id })
    .from(table as PgTable)
    .where(after === "" ? undefined : sql`${table.id} > ${after}::uuid`)
    .orderBy(table.id)
    .limit(batch)
    .for("update");
  return rows.map(({ id }) => String(id));
}

/** Compares all texts of one resource. @returns how many there are */
async function checkSource(ctx: KnownCtx, source: DeskSource) {
  let checked = 0;
  for (let after = ""; ; ) {
    const ids = await inTransaction(ctx, async (ctx) => {
      const ids = await nextIds(ctx, source, after);
      if (ids.length > 0) await compare(ctx, source, ids);
      return ids;
    });
    checked += ids.length;
    after = ids.at(-1) ?? "";
    if (ids.length < batch || source.adapter) break;
  }
  const now = new Date().toISOString();
  await ctx.db
    .insert(deskChecks)
    .values({ resource: source.name })
    .onConflictDoUpdate({ target: deskChecks.resource, set: { updatedAt: now } });
  return checked;
}

/**
 * Compares the texts of each resource once a day, and at once where that never happened: those that were there before
 * findings were kept, and those that an older version wrote meanwhile.
 * @returns how many texts it compared
 */
export async function checkTexts(ctx: KnownCtx): Promise<number> {
  const fresh = await ctx.db
    .select({ resource: deskChecks.resource })
    .from(deskChecks)
    .where(sql`${deskChecks.updatedAt} > now() - interval '1 day'`);
  const isFresh = new Set(fresh.map(({ resource }) => resource));
  let checked = 0;
  for (const source of deskSources()) if (!isFresh.has(source.name)) checked += await checkSource(ctx, source);
  return checked;
}
