import { sql } from "drizzle-orm";
import type { z } from "zod";
import type { KnownCtx } from "@/server/kit/call/context";
import type { SuggestDesk } from "./desk.schema";
import { termsIn } from "./desk-glossary";
import { columnOf, defaultLanguageId, inText, sourceTextsOf, translationsOf } from "./desk-list";
import { sourceOf, sourcesFor, tableSources } from "./desk-source";
import { mentions } from "./desk-term.rules";
import { findText } from "./desk-text";

const most = 5;
/** Less than half alike is not alike. */
const least = 0.5;
/** Longer sources are compared with nothing: it would take long, and nothing is like them. */
const longest = 1000;

interface Alike extends Record<string, unknown> {
  resource: string;
  id: string;
  source: string;
  text: string;
  percent: number;
}

/**
 * What is translated already with the same or a similar source, the most alike first, and the terms of the glossary in it:
 * of what the caller may read. Texts of adapters are not looked into.
 */
export async function suggest(ctx: KnownCtx, asked: z.output<typeof SuggestDesk>) {
  const { resource, id, languageId, field } = asked;
  const source = sourceOf(ctx.actor, resource);
  await findText(ctx, source, id);
  const mainId = await defaultLanguageId(ctx);
  const sourceId = asked.sourceId ?? mainId;
  const translations = await translationsOf(ctx, source, [id]);
  const text = (sourceTextsOf(source, translations, id, { sourceId, mainId })[field] ?? "").trim();
  const isHtml = source.fields[field]?.html === true;
  if (text === "" || languageId === sourceId) return { items: [], terms: [] };
  const found = sourceId === mainId ? await termsIn(ctx, [text], languageId) : [];
  const terms = found.filter(({ term }) => mentions(text, term));
  if (text.length > longest) return { items: [], terms };
  const branches = tableSources(sourcesFor(ctx.actor)).flatMap((one) =>
    Object.entries(one.fields).flatMap(([name, { html }]) => {
      if ((html === true) !== isHtml) return [];
      const column = columnOf(one, name);
      const [from, to] = [inText("s", name, column), inText("t", name, column)];
      return sql`(
        select ${one.name}::text as resource, s.parent_id as id, ${from} as source, ${to} as text,
          similarity(platform.fold(${from}), platform.fold(${text}::text)) as alike
        from ${one.texts} s join ${one.texts} t on t.parent_id = s.parent_id and t.language_id = ${languageId}
        where s.language_id = ${sourceId} and platform.fold(${from}) % platform.fold(${text}::text)
          and ${to} is not null and not (s.parent_id = ${id} and ${one.name} = ${resource})
        order by alike desc limit 20)`;
    }),
  );
  if (branches.length === 0) return { items: [], terms };
  const items = await ctx.db.execute<Alike>(sql`
    select resource, id, source, text, floor(alike * 100)::int as percent from (
      select distinct on (text) * from (${sql.join(branches, sql` union all `)}) all_alike
      where alike >= ${least} order by text, alike desc) each_once
    order by alike desc, text limit ${most}`);
  return { items: [...items], terms };
}
