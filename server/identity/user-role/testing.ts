import { eq } from "drizzle-orm";
import type { Database } from "@/db/client";
import { companies, companyRoles, roleAllowManage, roles, userCompanies, userRoles, users } from "@/db/schema";
import { type CategoryCode, categoryId } from "@/seed/base";
import type { KnownCtx } from "@/server/kit/call/context";
import type { Permission } from "@/server/permissions";
import { actorOf } from "../actor";
import { anonymous, makeUser } from "../testing";

/** The user as a caller, with their rights at this moment, as each request finds them. */
export async function callerOf(db: Database, userId: string): Promise<KnownCtx> {
  const [user] = await db.select().from(users).where(eq(users.id, userId));
  if (!user) throw new Error("no user");
  const held = await db
    .select({ permissions: roles.permissions })
    .from(userRoles)
    .innerJoin(roles, eq(roles.id, userRoles.roleId))
    .where(eq(userRoles.userId, userId));
  return {
    ...anonymous(db),
    actor: { ...actorOf(user), permissions: new Set(held.flatMap((row) => row.permissions)) },
  };
}

/** Gives a role without any check. */
export const hold = (db: Database, userId: string, roleId: string) => db.insert(userRoles).values({ userId, roleId });

/** Lets one role grant another. */
export const manages = (db: Database, roleManagerId: string, roleId: string) =>
  db.insert(roleAllowManage).values({ roleManagerId, roleId, allowed: true });

let n = 0;

/** A member of a company of their own, with a role of these rights in it. */
export async function makeMember(db: Database, category: CategoryCode, permissions: Permission[]) {
  const user = await makeUser(db, { type: "Pro Center Member" });
  const values = { name: `Ltd ${++n}`, registerNumber: `UR-${n}`, companyCategoryId: categoryId(category) };
  const [company] = await db.insert(companies).values(values).returning();
  if (!company) throw new Error("no company");
  const [role] = await db
    .insert(companyRoles)
    .values({ title: `Role ${n}`, companyId: company.id, permissions })
    .returning();
  if (!role) throw new Error("no role");
  const link = { userId: user.id, companyId: company.id, companyRoleId: role.id, status: "active" as const };
  const [membership] = await db.insert(userCompanies).values(link).returning();
  return { user, company, role, id: membership?.id ?? "" };
}
