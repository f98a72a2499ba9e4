import { getTableName, sql } from "drizzle-orm";
import { textCounts } from "@/db/schema";
import type { Ctx } from "@/server/kit/call/context";
import { arrayOf } from "@/server/kit/value/array.rules";
import { type DeskSource, type TableSource, type TextCount, tableSources } from "./desk-source";

/** What these resources have: that of tables is kept by triggers (ADR 68), the others count theirs. */
export async function textCountsOf(ctx: Ctx, sources: DeskSource[]): Promise<(source: DeskSource) => TextCount> {
  const adapted = sources.flatMap((source) => (source.adapter ? [source] : []));
  const own = new Map<DeskSource, TextCount>();
  for (const source of adapted) own.set(source, await source.adapter.count(ctx));
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

/** The resources that lack a text in this language: that there is none is known without looking for it. */
export async function withGaps(ctx: Ctx, sources: DeskSource[], languageId: string): Promise<DeskSource[]> {
  const countOf = await textCountsOf(ctx, sources);
  return sources.filter((source) => {
    const { total, translated } = countOf(source);
    return total !== (translated.get(languageId) ?? 0);
  });
}
