import { and, type SQL, sql } from "drizzle-orm";
import { companySearch } from "@/server/companies/company/company.service";
import { firmwareVersionSearch } from "@/server/devices/firmware-version/firmware-version.service";
import { modelPersSearch } from "@/server/devices/model-pers/model-pers.service";
import { persSearch } from "@/server/devices/pers/pers.service";
import { portalUserSearch } from "@/server/identity/portal-user/portal-user.service";
import { roleSearch } from "@/server/identity/role/role.service";
import { staffSearch } from "@/server/identity/staff/staff.service";
import { type KnownCtx, mayDo } from "@/server/kit/call/context";
import { containsAny } from "@/server/kit/list/list-filters";
import type { Searchable } from "@/server/kit/list/searchable";

/** What the command palette finds, in this order: one query a kind, and only kinds that the person may read as a whole. */
const kinds: Searchable[] = [
  persSearch,
  companySearch,
  portalUserSearch,
  staffSearch,
  modelPersSearch,
  firmwareVersionSearch,
  roleSearch,
];

const perKind = 5;
/** Of a term that very many rows contain, only so many are ranked: the answer stays quick, the very match is found in any case. */
const candidates = 200;

function queryOf(
  ctx: KnownCtx,
  { kind, of: { table, reach }, label, detail, in: columns = [label] }: Searchable,
  term: string,
): SQL {
  const found = (where: SQL, limit: number) =>
    sql`(select ${table.id}::text as id, ${label} as label, ${detail ?? sql`null`}::text as detail from ${table}
      where ${and(where, reach(ctx))} limit ${limit})`;
  const very = sql.join(
    columns.map((column) => sql`${column} in (${term}, upper(${term}), lower(${term}))`),
    sql` or `,
  );
  const [name, wanted] = [sql`platform.fold(label)`, sql`platform.fold(${term})`];
  return sql`(
    select ${kind}::text as kind, id, label, detail
    from (${found(sql`(${very})`, perKind)} union ${found(containsAny(...columns)(term), candidates)}) as hit
    order by ${name} <> ${wanted}, strpos(${name}, ${wanted}) = 0, strpos(${name}, ${wanted}), length(label), label
    limit ${perKind})`;
}

/** Records whose name, serial number or e-mail address holds the words of `term`, at most five per kind, the closest first. */
export async function search(ctx: KnownCtx, term: string) {
  const permitted = kinds.filter(({ needs }) => mayDo(ctx.actor, needs));
  if (permitted.length === 0) return { items: [] };
  const rows = await ctx.db.execute<{ kind: string; id: string; label: string; detail: string | null }>(
    sql.join(
      permitted.map((kind) => queryOf(ctx, kind, term)),
      sql` union all `,
    ),
  );
  return { items: [...rows] };
}
