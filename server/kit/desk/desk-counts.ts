import { eq, getTableName, sql } from "drizzle-orm";
import { deskFindings, textCounts } from "@/db/schema";
import type { Ctx } from "@/server/kit/call/context";
import { arrayOf } from "@/server/kit/value/array.rules";
import { type DeskSource, type TableSource, type TextCount, tableSources } from "./desk-source";

/** What these resources have: that of tables is kept by triggers (ADR 68), the others count theirs. */
export async function textCountsOf(ctx: Ctx, sources: DeskSource[]): Promise<(source: DeskSource) => TextCount> {
  const adapted = sources.flatMap((source) => (source.adapter ? [source] : []));
  const own = new Map<DeskSource, TextCount>();
  for (const source of adapted) own.set(source, await source.adapter.count(ctx, []));
  const names = tableSources(sources).flatMap(({ table, texts }) => [getTableName(table), getTableName(texts)]);
  const rows = await ctx.db.execute<{ name: string; language: string | null; n: number }>(sql`
    select table_name as name, language_id as language, sum(delta)::int as n from ${textCounts}
    where table_name = any(${arrayOf(names)}::text[]) group by table_name, language_id`);
  const of = (name: string) => rows.filter((row) => row.name === name);
  const ofTables = ({ table, texts }: TableSource): TextCount => ({
    total: of(getTableName(table)).find(({ language }) => language === null)?.n ?? 0,
    translated: new Map(of(getTableName(texts)).map(({ language, n }) => [language ?? "", n])),
  });
  return (source) => (source.adapter ? (own.get(source) ?? { total: 0, translated: new Map() }) : ofTables(source));
}

/** How many translations of each language need a review; none of the others is looked at. */
export async function reviewCountOf(ctx: Ctx, source: DeskSource): Promise<Map<string, number>> {
  if (source.adapter) {
    const found = await ctx.db
      .selectDistinct({ id: deskFindings.textId, languageId: deskFindings.languageId })
      .from(deskFindings)
      .where(eq(deskFindings.resource, source.name));
    return (await source.adapter.count(ctx, found)).review;
  }
  const { name, texts } = source;
  const rows = await ctx.db.execute<{ id: string; n: number }>(sql`
    select language_id as id, count(*)::int as n from (
      select t.language_id, t.parent_id from ${texts} t where t.outdated_from is not null
      union select t.language_id, t.parent_id from ${deskFindings} f
        join ${texts} t on t.parent_id = f.text_id and t.language_id = f.language_id where f.resource = ${name}) found
    group by language_id`);
  return new Map(rows.map(({ id, n }) => [id, n]));
}

/** The resources that lack a text in this language: that there is none is known without looking for it. */
export async function withGaps(ctx: Ctx, sources: DeskSource[], languageId: string): Promise<DeskSource[]> {
  const countOf = await textCountsOf(ctx, sources);
  return sources.filter((source) => {
    const { total, translated } = countOf(source);
    return total !== (translated.get(languageId) ?? 0);
  });
}
