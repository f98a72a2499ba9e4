import { and, eq, sql } from "drizzle-orm";
import { z } from "zod";
import { companyRoles, languages, userCompanies, users, vehicleBrands } from "@/db/schema";
import type { Ctx } from "@/server/kit/call/context";
import { oneOf } from "@/server/kit/list/list-filters";
import type { Changes } from "@/server/kit/record/audit";

type Named = { id: string; name: string }[];
type Find = (ctx: Ctx, ids: string[]) => Promise<Named>;

/** People of the company alone; staff and people of others have no name here. */
const people: Find = ({ db, company }, ids) =>
  db
    .select({ id: users.id, name: sql<string>`concat_ws(' ', ${users.firstName}, ${users.lastName})` })
    .from(users)
    .innerJoin(userCompanies, eq(userCompanies.userId, users.id))
    .where(and(oneOf(users.id, ids), sql`${userCompanies.companyId} = ${company?.id ?? null}`));

const roles: Find = ({ db, company }, ids) =>
  db
    .select({ id: companyRoles.id, name: companyRoles.title })
    .from(companyRoles)
    .where(and(oneOf(companyRoles.id, ids), sql`${companyRoles.companyId} = ${company?.id ?? null}`));

const languageNames: Find = ({ db }, ids) =>
  db.select({ id: languages.id, name: languages.name }).from(languages).where(oneOf(languages.id, ids));

const brands: Find = ({ db }, ids) =>
  db.select({ id: vehicleBrands.id, name: vehicleBrands.name }).from(vehicleBrands).where(oneOf(vehicleBrands.id, ids));

const finds: Readonly<Record<string, Find>> = {
  assigneeId: people,
  closedById: people,
  roleManagerId: roles,
  languageId: languageNames,
  vehicleBrandId: brands,
};

const isId = (value: unknown): value is string => z.guid().safeParse(value).success;

/** Changes with names in place of the ids of other records, which a company's people may not look up; null for what has none here. */
export async function withNames<R extends { changes: Changes }>(ctx: Ctx, rows: R[]): Promise<R[]> {
  const idsOf = (field: string) => rows.flatMap(({ changes }) => [...(changes[field] ?? [])].filter(isId));
  const found = await Promise.all(
    Object.entries(finds).map(async ([field, find]) => {
      const ids = [...new Set(idsOf(field))];
      const named = ids.length > 0 ? await find(ctx, ids) : [];
      return [field, new Map(named.map(({ id, name }) => [id, name]))] as const;
    }),
  );
  const names = new Map(found);
  const nameOf = (field: string, value: unknown) => {
    const ofField = names.get(field);
    return ofField && typeof value === "string" ? (ofField.get(value) ?? null) : value;
  };
  return rows.map((row) => {
    const changes = Object.entries(row.changes).map(([field, [before, after]]) => [
      field,
      [nameOf(field, before), nameOf(field, after)],
    ]);
    return { ...row, changes: Object.fromEntries(changes) };
  });
}
