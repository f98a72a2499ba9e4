import { type SQL, type SQLWrapper, sql } from "drizzle-orm";
import type { PgTable } from "drizzle-orm/pg-core";
import { firmwareVersions, modelPers, pers, roles, users } from "@/db/schema";
import { type KnownCtx, mayDo } from "@/server/kit/context";
import { containsAny } from "@/server/kit/list";
import { isStorable } from "@/server/kit/text.rules";
import type { Permission } from "@/server/permissions";
import type { SearchKind } from "./search.schema";

interface Kind {
  kind: SearchKind;
  needs: Permission;
  from: PgTable;
  id: SQLWrapper;
  label: SQLWrapper;
  detail: SQLWrapper;
  /** what is searched; large tables have a trigram index on each */
  in: SQLWrapper[];
}

const nothing = sql`null::text`;

/** What the command palette finds: one query a kind, and only kinds the person may read as a whole. */
const kinds: Kind[] = [
  {
    kind: "pers",
    needs: "pers.read",
    from: pers,
    id: pers.id,
    label: pers.nuSerialPersNumber,
    detail: pers.status,
    in: [pers.nuSerialPersNumber],
  },
  {
    kind: "portalUsers",
    needs: "portal-user.read",
    from: users,
    id: users.id,
    label: sql`${users.firstName} || ' ' || ${users.lastName}`,
    detail: users.email,
    in: [users.email, users.lastName, users.firstName],
  },
  {
    kind: "modelPers",
    needs: "model-pers.read",
    from: modelPers,
    id: modelPers.id,
    label: modelPers.label,
    detail: nothing,
    in: [modelPers.label],
  },
  {
    kind: "firmwareVersions",
    needs: "firmware.read",
    from: firmwareVersions,
    id: firmwareVersions.id,
    label: firmwareVersions.firmwareVersion,
    detail: firmwareVersions.updateId,
    in: [firmwareVersions.firmwareVersion, firmwareVersions.updateId],
  },
  {
    kind: "roles",
    needs: "role.read",
    from: roles,
    id: roles.id,
    label: roles.name,
    detail: roles.code,
    in: [roles.name],
  },
];

const perKind = 5;
/** Where a term is in thousands of rows, only so many are ranked, so that the answer stays quick; exact matches are always found. */
const candidates = 200;

function queryOf({ kind, from, id, label, detail, in: columns }: Kind, term: string): SQL {
  const found = (where: SQL, limit: number) =>
    sql`(select ${id}::text as id, ${label} as label, ${detail}::text as detail from ${from} where ${where} limit ${limit})`;
  const exact = sql.join(
    columns.map((column) => sql`${column} in (${term}, upper(${term}), lower(${term}))`),
    sql` or `,
  );
  return sql`(
    select ${kind}::text as kind, id, label, detail
    from (${found(exact, perKind)} union ${found(containsAny(...columns)(term), candidates)}) as hit
    order by lower(label) <> lower(${term}), strpos(lower(label), lower(${term})), length(label), label limit ${perKind})`;
}

/** Records whose name, serial number or e-mail address holds `term`, at most five a kind, the closest first. */
export async function search(ctx: KnownCtx, term: string) {
  const permitted = kinds.filter(({ needs }) => mayDo(ctx.actor, needs));
  if (permitted.length === 0 || !isStorable(term)) return { items: [] };
  const rows = await ctx.db.execute<{ kind: SearchKind; id: string; label: string; detail: string | null }>(
    sql.join(
      permitted.map((kind) => queryOf(kind, term)),
      sql` union all `,
    ),
  );
  return { items: [...rows] };
}
