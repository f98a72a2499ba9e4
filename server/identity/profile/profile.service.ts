import { asc, eq } from "drizzle-orm";
import {
  companies,
  companyCategories,
  companyRoles,
  countries,
  languages,
  roles,
  userCompanies,
  userRoles,
  users,
} from "@/db/schema";
import type { Ctx, KnownCtx } from "@/server/kit/context";
import { AppError, notFound } from "@/server/kit/errors";

const named = { id: languages.id, code: languages.code, name: languages.name };

const rolesOf = (ctx: Ctx, userId: string) =>
  ctx.db
    .select({ id: roles.id, code: roles.code, name: roles.name, groupCode: roles.groupCode })
    .from(userRoles)
    .innerJoin(roles, eq(roles.id, userRoles.roleId))
    .where(eq(userRoles.userId, userId))
    .orderBy(asc(roles.name), asc(roles.id));

async function companiesOf(ctx: Ctx, userId: string) {
  const rows = await ctx.db
    .select({ membership: userCompanies, company: companies, category: companyCategories, role: companyRoles })
    .from(userCompanies)
    .innerJoin(companies, eq(companies.id, userCompanies.companyId))
    .innerJoin(companyCategories, eq(companyCategories.id, companies.companyCategoryId))
    .leftJoin(companyRoles, eq(companyRoles.id, userCompanies.companyRoleId))
    .where(eq(userCompanies.userId, userId))
    .orderBy(asc(companies.name), asc(companies.id));
  return rows.map(({ membership, company, category, role }) => ({
    userCompanyId: membership.id,
    companyId: company.id,
    name: company.name,
    registerNumber: company.registerNumber,
    companyCategoryCode: category.code,
    status: membership.status,
    role: role && { id: role.id, title: role.title },
    permissions: role?.permissions.filter((code) => category.permissions.includes(code)) ?? [],
  }));
}

/** The caller's own profile, with roles, rights and companies (document 4.10, `me`). */
export async function myProfile(ctx: KnownCtx) {
  if (ctx.actor.kind !== "user") throw new AppError("forbidden", "Only people have a profile.");
  const { id, permissions } = ctx.actor;
  const [row] = await ctx.db
    .select({ user: users, language: named, country: { id: countries.id, code: countries.code, name: countries.name } })
    .from(users)
    .leftJoin(languages, eq(languages.id, users.languageId))
    .leftJoin(countries, eq(countries.id, users.countryId))
    .where(eq(users.id, id));
  if (!row) throw notFound();
  const [myRoles, myCompanies] = await Promise.all([rolesOf(ctx, id), companiesOf(ctx, id)]);
  const { user, language, country } = row;
  return { ...user, language, country, roles: myRoles, companies: myCompanies, permissions: [...permissions].sort() };
}
