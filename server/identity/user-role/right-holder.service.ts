import { and, eq, type SQL, sql } from "drizzle-orm";
import type { z } from "zod";
import { companies, companyCategories, companyRoles, roles, userCompanies, userRoles, users } from "@/db/schema";
import type { Ctx, KnownCtx } from "@/server/kit/call/context";
import type { ListRequest } from "@/server/kit/list/list.schema";
import { containsAny, equals, oneOf } from "@/server/kit/list/list-filters";
import { listService } from "@/server/kit/list/list-service";
import { arrayOf } from "@/server/kit/value/array.rules";
import { groupBy } from "@/server/kit/value/group.rules";
import { givenBy, type Permission } from "@/server/permissions";
import { t } from "@/texts/t";
import { fullName, shownEmail } from "../person.service";
import { heldRolesOf } from "./held-role.service";
import { ListRightHolders } from "./user-role.schema";

const ofCompanies = sql`${userCompanies} join ${companies} on ${companies.id} = ${userCompanies.companyId}
  join ${companyCategories} on ${companyCategories.id} = ${companies.companyCategoryId}
  left join ${companyRoles} on ${companyRoles.id} = ${userCompanies.companyRoleId} and ${companyRoles.isActivated}
  where ${userCompanies.status} = 'active' and ${companies.status} = 'active'`;

/** Who was given a role of these groups with the right in it. */
const given = (code: Permission, groups: SQL) => sql`select ${userRoles.userId} from ${userRoles}
  join ${roles} on ${roles.id} = ${userRoles.roleId}
  where ${roles.permissions} && ${arrayOf(givenBy(code))}::text[] and ${groups}`;

/** A set of ids that is found from the few holders of a right, not from all users. */
const isOneOf = (...holders: SQL[]) => sql`${users.id} in (${sql.join(holders, sql` union `)})`;

/** Who holds it as a member of a company, under the ceiling of its category. */
const memberWith = (code: Permission) =>
  sql`select ${userCompanies.userId} from ${ofCompanies} and ${code} = any(${companyCategories.permissions})
    and (${code} = any(${companyRoles.permissions})
      or ${userCompanies.userId} in (${given(code, sql`${roles.groupCode} = 'PRO_CENTER'`)}))`;

/** The reverse of `heldRolesOf`. */
const holdsRight = (code: Permission) =>
  isOneOf(given(code, sql`${roles.groupCode} <> 'PRO_CENTER'`), memberWith(code));

const holdsRole = (roleId: string) =>
  isOneOf(
    sql`select ${userRoles.userId} from ${userRoles} where ${userRoles.roleId} = ${roleId}`,
    sql`select ${userCompanies.userId} from ${ofCompanies} and ${companyRoles.id} = ${roleId}`,
  );

/** Who holds any role that counts. */
const holdsAny = isOneOf(
  sql`select ${userRoles.userId} from ${userRoles}`,
  sql`select ${userCompanies.userId} from ${ofCompanies} and ${companyRoles.id} is not null`,
);

async function load(ctx: Ctx, ids: string[]) {
  const { id, firstName, lastName, type } = users;
  const people = await ctx.db
    .select({ id, email: shownEmail(ctx), firstName, lastName, type })
    .from(users)
    .where(oneOf(id, ids));
  const held = groupBy(await heldRolesOf(ctx, ids), (role) => role.userId);
  return people.map((person) => ({ ...person, held: held.get(person.id) ?? [] }));
}
type Loaded = Awaited<ReturnType<typeof load>>[number];

const holders = listService({
  table: users,
  scope: () => sql`${users.status} = 'active' and ${holdsAny}`,
  load,
  input: ListRightHolders,
  sort: { lastName: users.lastName, firstName: users.firstName, type: users.type },
  filters: {
    permission: holdsRight,
    roleId: holdsRole,
    name: containsAny(users.firstName, users.lastName),
    type: equals(users.type),
  },
});

/** Active staff with the rights of these that a role gives each, by name. */
export async function staffWithRights(ctx: Ctx, codes: Permission[]) {
  const rows = await ctx.db
    .select({ id: users.id, name: sql<string>`${fullName}`, permissions: roles.permissions })
    .from(users)
    .innerJoin(userRoles, eq(userRoles.userId, users.id))
    .innerJoin(roles, eq(roles.id, userRoles.roleId))
    .where(sql`${users.type} = 'Staff' and ${users.status} = 'active' and ${roles.groupCode} <> 'PRO_CENTER'`)
    .orderBy(users.firstName, users.lastName, users.id);
  return [...groupBy(rows, ({ id }) => id).values()].flatMap((held) => {
    const [first] = held;
    const given = new Set(held.flatMap(({ permissions }) => permissions));
    const rights = codes.filter((code) => givenBy(code).some((one) => given.has(one)));
    return first && rights.length > 0 ? [{ id: first.id, name: first.name, rights }] : [];
  });
}

/** Active people of a company who may do this there, by name. */
export async function membersWithRight(ctx: Ctx, companyId: string, code: Permission) {
  return ctx.db
    .select({ id: users.id, name: sql<string>`${fullName}` })
    .from(users)
    .where(and(eq(users.status, "active"), isOneOf(sql`${memberWith(code)} and ${companies.id} = ${companyId}`)))
    .orderBy(users.firstName, users.lastName, users.id);
}

type Asked = Pick<z.output<typeof ListRightHolders>, "permission" | "roleId">;

/** The person with the roles that were asked about: those with the right, or the role itself. */
function answered({ held, ...person }: Loaded, asked: Asked) {
  const through = held
    .filter((role) => !asked.permission || role.permissions.includes(asked.permission))
    .filter((role) => !asked.roleId || role.roleId === asked.roleId)
    .map(({ roleId, role, company }) => ({
      roleId,
      role,
      companyId: company?.id ?? null,
      company: company?.name ?? null,
    }));
  const roles = through
    .map(({ role, company }) => (company ? t("{role} in {company}", { role, company }) : role))
    .join(", ");
  return { ...person, through, roles };
}

/** Who can do something, and through which role: active people only (decisions 2). */
export const rightHolderService = {
  async list(ctx: KnownCtx, request: ListRequest & Asked) {
    const { meta, items } = await holders.list(ctx, request);
    return { meta, items: items.map((row) => answered(row, request)) };
  },

  async rows(ctx: KnownCtx, request: ListRequest & Asked) {
    const { items, hasMore } = await holders.rows(ctx, request);
    return { items: items.map((row) => answered(row, request)), hasMore };
  },

  count: holders.count,

  stream: (
    ctx: KnownCtx,
    request: ListRequest & Asked,
    visit: (rows: ReturnType<typeof answered>[]) => Promise<void>,
  ) => holders.stream(ctx, request, (rows) => visit(rows.map((row) => answered(row, request)))),
};
