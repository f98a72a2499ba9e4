import { eq } from "drizzle-orm";
import type { Database } from "@/db/client";
import { companies, companyCategories, companyRoles, userCompanies } from "@/db/schema";
import { actorOf } from "@/server/identity/actor";
import { anonymous, makeUser } from "@/server/identity/testing";
import { rightsIn } from "@/server/identity/user-role/held-role.service";
import type { CompanyCtx } from "@/server/kit/call/context";
import { staffCtx } from "@/server/kit/testing";
import { type Permission, permissionCodes } from "@/server/permissions";

export const companyRights: Permission[] = ["company-pers.read", "company-vehicle.read", "company-member.read"];

let n = 0;

/** A company in a category of its own with this ceiling. */
export async function makeCompany(db: Database, ceiling: Permission[] = companyRights) {
  const code = `C_${++n}_${crypto.randomUUID()}`;
  const [category] = await db.insert(companyCategories).values({ code, label: code, permissions: ceiling }).returning();
  if (!category) throw new Error("no category");
  const [company] = await db
    .insert(companies)
    .values({ name: `Company ${n}`, registerNumber: code, companyCategoryId: category.id })
    .returning();
  if (!company) throw new Error("no company");
  return company;
}

export const setCeiling = (db: Database, company: { companyCategoryId: string }, permissions: Permission[]) =>
  db.update(companyCategories).set({ permissions }).where(eq(companyCategories.id, company.companyCategoryId));

/** A role of a company, stored without any check. */
export async function makeCompanyRole(
  db: Database,
  companyId: string,
  permissions: Permission[] = [],
  fields: Partial<typeof companyRoles.$inferInsert> = {},
) {
  const [role] = await db
    .insert(companyRoles)
    .values({ companyId, title: `Role ${++n}`, permissions, ...fields })
    .returning();
  if (!role) throw new Error("no role");
  return role;
}

/** A member of the company, stored without any check. */
export async function makeMembership(
  db: Database,
  companyId: string,
  fields: Partial<typeof userCompanies.$inferInsert> = {},
) {
  const user = await makeUser(db, { type: fields.isAdmin ? "Pro Center Admin" : "Pro Center Member" });
  const [membership] = await db
    .insert(userCompanies)
    .values({ userId: user.id, companyId, status: "active", ...fields })
    .returning();
  if (!membership) throw new Error("no membership");
  return { user, membership };
}

/** Staff with these rights inside a company, as the backoffice's door lets them in. */
export const staffIn = (db: Database, companyId: string, rights: Permission[] = permissionCodes): CompanyCtx => ({
  ...staffCtx(db, rights),
  company: { id: companyId, rights: new Set(rights) },
});

/** A member inside their company, with their rights at this moment, as the company's door lets them in. */
export async function memberIn(
  db: Database,
  user: Awaited<ReturnType<typeof makeUser>>,
  companyId: string,
): Promise<CompanyCtx> {
  const rights = (await rightsIn({ db }, user.id, companyId)) ?? new Set<Permission>();
  return { ...anonymous(db), actor: actorOf(user), company: { id: companyId, rights } };
}
