import { type SQL, sql } from "drizzle-orm";
import { platformContactLogs } from "@/db/schema";
import { partsOfBulkChanges } from "@/server/kit/bulk/bulk-parts";
import type { Ctx } from "@/server/kit/call/context";
import { partsOfImports } from "@/server/kit/import/import-parts";
import { oneOf } from "@/server/kit/list/list-filters";
import { type Identity, jsonNamesOf, patternOf, regexOf, removed } from "./needles.rules";
import { columnsOf, personColumns } from "./person-columns.rules";
import { findSealedLogs } from "./sealed-log.service";

/** table → column → its type; columns that follow from others only where they are asked for */
export async function columnTypes(ctx: Ctx, isWhole = false): Promise<Map<string, Map<string, string>>> {
  const rows = await ctx.db.execute<{ table: string; column: string; type: string }>(sql`
    select n.nspname || '.' || c.relname as table, a.attname as column, format_type(a.atttypid, null) as type
    from pg_attribute a join pg_class c on c.oid = a.attrelid join pg_namespace n on n.oid = c.relnamespace
    where n.nspname in ('backoffice', 'notification', 'platform') and c.relkind in ('r', 'p') and not c.relispartition
      and a.attnum > 0 and not a.attisdropped and (a.attgenerated = '' or ${isWhole})
      and format_type(a.atttypid, null) in ('text', 'text[]', 'jsonb', 'json', 'character varying')`);
  const types = new Map<string, Map<string, string>>();
  for (const { table, column, type } of rows) types.set(table, (types.get(table) ?? new Map()).set(column, type));
  return types;
}

interface Sought {
  pattern: string;
  jsonNames: ReturnType<typeof jsonNamesOf>;
}

/** How a column says that it names the person, and what it is without them. */
function swept(column: SQL, type: string, { pattern, jsonNames }: Sought): { found: SQL; value: SQL } {
  const without = (text: SQL) => sql`regexp_replace(${text}, ${pattern}, ${removed}, 'gi')`;
  if (type === "text[]")
    return {
      found: sql`array_to_string(${column}, ' ') ~* ${pattern}`,
      value: sql`(select array_agg(${without(sql`one`)}) from unnest(${column}) one)`,
    };
  if (type !== "jsonb") return { found: sql`${column} ~* ${pattern}`, value: without(column) };
  const text = sql`${column}::text`;
  if (!jsonNames) return { found: sql`${text} ~* ${pattern}`, value: sql`${without(text)}::jsonb` };
  const { both, fields } = jsonNames;
  const hasBoth = sql`(${text} ~* ${both[0]} and ${text} ~* ${both[1]})`;
  const fieldsGone = sql`regexp_replace(${text}, ${fields}, ${JSON.stringify(removed)}, 'gi')`;
  return {
    found: sql`(${text} ~* ${pattern} or ${hasBoth})`,
    value: sql`(case when ${hasBoth} then ${without(fieldsGone)} else ${without(text)} end)::jsonb`,
  };
}

/** Takes the person out of every text that may name them. @returns table → rows that did */
export async function sweepTexts(ctx: Ctx, identity: Identity): Promise<Map<string, number>> {
  const sought = { pattern: patternOf(identity), jsonNames: jsonNamesOf(identity) };
  const types = await columnTypes(ctx);
  const counts = new Map<string, number>();
  for (const [table, columns] of Object.entries(personColumns)) {
    const parts = columnsOf(columns.swept).flatMap((name) => {
      const type = types.get(table)?.get(name);
      return type ? [{ name, ...swept(sql`t.${sql.identifier(name)}`, type, sought) }] : [];
    });
    if (parts.length === 0) continue;
    const set = parts.map(({ name, found, value }) => {
      const column = sql.identifier(name);
      return sql`${column} = case when ${found} then ${value} else t.${column} end`;
    });
    const where = parts.map(({ found }) => found);
    const { count } = await ctx.db.execute(
      sql`update ${sql.raw(table)} t set ${sql.join(set, sql`, `)} where ${sql.join(where, sql` or `)}`,
    );
    if (count > 0) counts.set(table, count);
  }
  return counts;
}

/** The same in what imports and bulk changes keep sealed for their undo, and the anonymised contact logs of the person, which go. */
export async function sweepSealed(ctx: Ctx, identity: Identity): Promise<{ parts: number; logs: number }> {
  const regex = regexOf(identity);
  const hasNames = (text: string) =>
    [identity.firstName, identity.lastName].every((name) => name && text.includes(JSON.stringify(name)));
  const clean = (text: string) => {
    const plain = text.replace(regex, removed);
    if (!hasNames(plain)) return plain;
    return [identity.firstName, identity.lastName].reduce<string>(
      (left, name) => (name ? left.replaceAll(JSON.stringify(name), JSON.stringify(removed)) : left),
      plain,
    );
  };
  let parts = 0;
  for (const store of [partsOfImports, partsOfBulkChanges])
    for (const place of await store.places(ctx)) {
      // What cannot be opened any more, because its data key is gone, is of use to nobody.
      const before = await store.readableText(ctx, place);
      const after = before && clean(before);
      if (!after || after === before) continue;
      await store.rewrite(ctx, place, JSON.parse(after));
      parts += 1;
    }
  const logs = await findSealedLogs(ctx, identity.emails);
  await ctx.db.delete(platformContactLogs).where(
    oneOf(
      platformContactLogs.id,
      logs.map(({ id }) => id),
    ),
  );
  return { parts, logs: logs.length };
}
