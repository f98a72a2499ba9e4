import type { z } from "zod";
import { type KnownCtx, mayDo } from "@/server/kit/call/context";
import type { DeskHits, FindDesk } from "./desk.schema";
import { findTexts, textsIn, translationsOf } from "./desk-list";
import { replaced } from "./desk-replace.rules";
import { chosen } from "./desk-text";

const mostHits = 500;

/** What a replacement would change: at most 500 cells, none of them of a resource that the caller may not write. */
export async function findToReplace(
  ctx: KnownCtx,
  { find, replace, matchCase, resource, languageId }: z.output<typeof FindDesk>,
) {
  const sources = chosen(ctx, resource).filter(({ may }) => mayDo(ctx.actor, may.write));
  const items: z.output<typeof DeskHits>["items"] = [];
  const holding = { text: find, matchCase, languageId };
  const found = await findTexts(ctx, sources, { holding }, { skip: 0, take: mostHits + 1 });
  for (const source of sources) {
    const of = found.filter((one) => one.resource === source.name);
    if (of.length === 0) continue;
    const { byText } = await translationsOf(
      ctx,
      source,
      of.map(({ id }) => id),
    );
    for (const { id, recordId, name } of of)
      for (const [language, stored] of byText.get(id) ?? []) {
        if (languageId && language !== languageId) continue;
        const before = textsIn(source, stored);
        const after = Object.fromEntries(
          Object.entries(before).map(([field, text]) => [
            field,
            replaced(text, { find, replace, matchCase, html: source.fields[field]?.html === true }),
          ]),
        );
        if (Object.keys(before).some((field) => before[field] !== after[field]))
          items.push({ resource: source.name, id, languageId: language, recordId, name, before, after });
      }
  }
  return { items: items.slice(0, mostHits), isCut: items.length > mostHits || found.length > mostHits };
}
