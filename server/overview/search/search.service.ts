import { and, type SQL, sql } from "drizzle-orm";
import type { KnownCtx } from "@/server/kit/call/context";
import { addressBegins, containsAny } from "@/server/kit/list/list-filters";
import { type SearchKind, searchKinds } from "./search-kind.service";

const perKind = 5;
/** Of a term that very many rows contain, only so many are ranked: the answer stays quick, the very match is found in any case. */
const candidates = 200;

interface Hit extends Record<string, unknown> {
  kind: string;
  id: string;
  label: string;
  about: string[];
  heardAt: string | null;
  place: number;
  pageKind: string;
  pageId: string;
  /** whether its name holds the term, as the search of its list would ask for it */
  isNamed: boolean;
}

/** The closest of a kind, one more than are shown; what is told of them is asked of these alone. */
function queryOf(ctx: KnownCtx, of: SearchKind, term: string): SQL {
  const { kind, label, in: columns = [label], unique = [], address, by, through } = of;
  const { about = [], heardAt = sql`null`, page } = of;
  const { table, reach } = of.of;
  const found = (where: SQL, limit: number) =>
    sql`(select ${table.id} as id, ${label} as label from ${table} where ${and(where, reach(ctx))} limit ${limit})`;
  const very = sql.join(
    columns.map((column) =>
      unique.includes(column)
        ? sql`${column} in (${term}, upper(${term}), lower(${term}))`
        : sql`platform.fold(${column}) = platform.fold(${term})`,
    ),
    sql` or `,
  );
  const other = by?.(term);
  const begun = address && addressBegins(address)(term);
  const held = begun ?? containsAny(...columns)(term);
  const ways = [
    ...(columns.length > 0 ? [found(sql`(${very})`, perKind), found(held, candidates)] : []),
    ...[...(other ? [other] : []), ...(through?.(term) ?? [])].map((way) => found(way, candidates)),
  ];
  const [name, wanted] = [sql`platform.fold(label)`, sql`platform.fold(${term})`];
  return sql`(
    select ${kind}::text as kind, hit.id::text as id, hit.label, hit.place::int as place,
      ${page?.kind ?? kind}::text as "pageKind", ${page?.id ?? sql`hit.id`}::text as "pageId",
      strpos(platform.fold(hit.label), ${wanted}) > 0 as "isNamed",
      array_remove(array[${sql.join([...about, sql`null`], sql`, `)}]::text[], null) as about,
      to_char(${heardAt}::timestamptz at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') as "heardAt"
    from (
      select id, label, row_number() over (
        order by ${name} <> ${wanted}, strpos(${name}, ${wanted}) = 0, strpos(${name}, ${wanted}), length(label), label, id
      ) as place
      from (${sql.join(ways, sql` union `)}) as found
      order by place limit ${perKind + 1}
    ) as hit join ${table} on ${table.id} = hit.id)`;
}

/**
 * Records whose name, serial number, e-mail address, telephone or register number holds the words of `term`, and open alerts by
 * device and kind, at most five
 * of each kind, the closest first; `more` are the kinds whose list has more of that name.
 */
export async function search(ctx: KnownCtx, term: string) {
  const kinds = searchKinds(ctx);
  if (kinds.length === 0) return { items: [], more: [] };
  const rows = await ctx.db.execute<Hit>(
    sql.join(
      kinds.map((kind) => queryOf(ctx, kind, term)),
      sql` union all `,
    ),
  );
  const found = kinds.map(({ kind }) =>
    rows.filter((row) => row.kind === kind).sort((one, other) => one.place - other.place),
  );
  const items = found.flatMap((hits) => hits.slice(0, perKind));
  const more = found.flatMap((hits) => hits.slice(perKind).flatMap(({ kind, isNamed }) => (isNamed ? [kind] : [])));
  return {
    items: items.map(({ kind, id, label, about, heardAt, pageKind, pageId }) => ({
      kind,
      id,
      label,
      about,
      heardAt,
      page: { kind: pageKind, id: pageId },
    })),
    more,
  };
}
