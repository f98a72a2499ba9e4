import { and, eq, or, type SQL, sql } from "drizzle-orm";
import { auditLog, companyLinks, persAlerts, userCompanies, users } from "@/db/schema";
import { reachedAlerts } from "@/server/devices/reach/fleet-reach.service";
import type { Ctx, KnownCtx } from "@/server/kit/call/context";
import { contains, equals, oneOf, since, until } from "@/server/kit/list/list-filters";
import { listService } from "@/server/kit/list/list-service";
import type { Permission } from "@/server/permissions";
import { ListCompanyHistory } from "./audit.schema";
import { isTold, kindsToldTo, toldOf } from "./company-history.rules";
import { differencesOf } from "./history.service";
import { withNames } from "./told-name.service";

const { id, at, actorId, actorLabel, objectType, objectId, objectLabel, companyId } = auditLog;
const { action, changes, door } = auditLog;

/**
 * The company's own people did it, not staff in their name: only they are told by name. Written out, because drizzle leaves
 * table names out of a query over one table.
 */
const isByOwn = (company: string | undefined) => sql`(audit_log.actor_type = 'user' and audit_log.acting_for_id is null
  and exists (select from ${userCompanies} as m join ${users} as u on u.id = m.user_id
    where m.user_id = audit_log.actor_id and m.company_id = ${company ?? null} and u.type <> 'Staff'))`;

const partnerKinds = {
  dealer: "company-dealer.read",
  subcontractor: "company-subcontractor.read",
} as const satisfies Record<string, Permission>;

/** What more a kind asks of its records. */
function alsoOf(ctx: KnownCtx, kind: string, company: string): SQL | undefined {
  if (kind === "company-pers-alert")
    return sql`${objectId} in (select ${persAlerts.id} from ${persAlerts} where ${reachedAlerts(ctx)})`;
  if (kind !== "company-link") return undefined;
  // A partnership is told to the company that keeps it; what it calls its partner is its own.
  const kinds = Object.entries(partnerKinds).flatMap(([one, code]) => (ctx.company?.rights.has(code) ? [one] : []));
  return sql`${objectId} in (select ${companyLinks.id} from ${companyLinks}
    where ${companyLinks.companyId} = ${company} and ${oneOf(companyLinks.kind, kinds, "text")})`;
}

/** A kind as it is told; nothing where a change has no field that is. */
const toldOfKind = ({ kind, fields, begins = [], actions }: ReturnType<typeof kindsToldTo>[number]) => {
  const isToldField = or(
    oneOf(sql`f.name`, fields, "text"),
    ...begins.map((begin) => sql`starts_with(f.name, ${begin})`),
  );
  return and(
    eq(objectType, kind),
    actions && oneOf(action, actions, "text"),
    sql`(${changes} = '{}'::jsonb or exists (select from jsonb_object_keys(${changes}) as f (name) where ${isToldField}))`,
  );
};

/** Changes of the company's own records, of the kinds that the caller reads there, with something in them that is told. */
function scope(ctx: KnownCtx): SQL {
  const { company } = ctx;
  if (!company) return sql`false`;
  const [own, others] = [true, false].map((isCompany) =>
    or(
      ...kindsToldTo(company.rights)
        .filter(({ kind }) => (kind === "company") === isCompany)
        .map((told) => and(toldOfKind(told), alsoOf(ctx, told.kind, company.id))),
    ),
  );
  const inside = others && and(eq(companyId, company.id), others);
  return or(inside, own && and(eq(objectId, company.id), own)) ?? sql`false`;
}

async function load(ctx: Ctx, ids: string[]) {
  const isOwn = isByOwn(ctx.company?.id).mapWith(Boolean);
  const rows = await ctx.db
    .select({ row: { id, at, objectType, objectId, objectLabel, action, door }, actorLabel, changes, isOwn })
    .from(auditLog)
    .where(oneOf(id, ids));
  const shown = rows.map(({ row, actorLabel, changes, isOwn }) => {
    const kind = toldOf(row.objectType);
    const told = Object.entries(changes).filter(([field]) => kind && isTold(kind, field));
    return { ...row, actorLabel: isOwn ? actorLabel : "Persdesk", changes: Object.fromEntries(told) };
  });
  const named = await withNames(ctx, shown);
  return named.map((row) => ({ ...row, differences: differencesOf(row.changes) }));
}

/**
 * What was changed in a company, for its own people (ADR 4): of the whole trail the records of the company, of the kinds
 * that they read there, without sign-ins, fields that are internal to Persdesk, and names of staff.
 */
export const companyHistoryService = listService({
  table: auditLog,
  scope,
  input: ListCompanyHistory,
  sort: { at },
  filters: {
    // The door has let the caller into this company; the filter below asks for its people.
    companyId: () => undefined,
    memberId: (value, { companyId }) =>
      and(
        isByOwn(companyId),
        sql`${actorId} in (select ${userCompanies.userId} from ${userCompanies}
          where ${userCompanies.id} = ${value} and ${userCompanies.companyId} = ${companyId ?? null})`,
      ),
    kind: equals(objectType),
    objectId: equals(objectId),
    objectLabel: contains(objectLabel),
    door: equals(door),
    startDate: since(at),
    endDate: until(at),
  },
  load,
});
