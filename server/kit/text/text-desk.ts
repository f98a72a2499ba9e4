import { and, desc, eq, sql } from "drizzle-orm";
import { auditLog, languages } from "@/db/schema";
import type { KnownCtx } from "@/server/kit/context";
import type { DeskAdapter, DeskCell, DeskChange, DeskRequest, DeskText } from "@/server/kit/translation-desk";
import type { TextRecord, TextRow, TextSource } from "./text-record";
import { valueIn } from "./text-write";

const mostChanges = 100;

interface Service {
  get: TextRecord["get"];
  rows: TextRecord["rows"];
  setValue: (ctx: KnownCtx, cell: DeskCell) => Promise<TextRow>;
}

/** The place of a resource of texts at the translation desk: a text is a record with one value in each language. */
export function deskOfTexts({ name, may, schemas }: TextSource, service: Service): DeskAdapter {
  const own = Object.keys(schemas.own);

  function textOf(row: TextRow): DeskText {
    const columns: Record<string, unknown> = { ...row };
    const places = own.flatMap((key) => (typeof columns[key] === "string" ? [columns[key]] : []));
    return {
      id: row.id,
      name: row.name,
      place: [row.module.label, ...places],
      note: row.description,
      values: row.translations.map(({ languageId, value }) => ({ languageId, value })),
    };
  }

  return {
    name,
    may,
    async list(ctx, request: DeskRequest) {
      const { items, hasMore } = await service.rows(ctx, { sortBy: "name:asc", ...request });
      return { items: items.map(textOf), hasMore };
    },
    get: async (ctx, id) => textOf(await service.get(ctx, id)),
    set: async (ctx, cell) => {
      const { value } = schemas.setValue.parse(cell) as Pick<DeskCell, "value">; // as `textSchemas` declares it; it may have been cleaned
      return textOf(await service.setValue(ctx, { ...cell, value }));
    },
    async history(ctx, id, languageId) {
      const [language] = await ctx.db
        .select({ code: languages.code })
        .from(languages)
        .where(eq(languages.id, languageId));
      const field = valueIn(language?.code);
      const rows = await ctx.db
        .select({ at: auditLog.at, by: auditLog.actorLabel, changes: auditLog.changes })
        .from(auditLog)
        .where(
          and(
            eq(auditLog.objectType, name),
            eq(auditLog.objectId, id),
            sql`jsonb_exists(${auditLog.changes}, ${field})`,
          ),
        )
        .orderBy(desc(auditLog.id))
        .limit(mostChanges);
      return rows.map(({ at, by, changes }): DeskChange => {
        const [before = null, after = null] = (changes[field] ?? []) as (string | null)[]; // values are texts
        return { at, by, before, after };
      });
    },
  };
}
