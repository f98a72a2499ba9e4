import type { Database } from "@/db/client";
import { roles, userRoles, users } from "@/db/schema";
import type { Ctx } from "@/server/kit/call/context";
import { fixedId } from "@/server/kit/record/fixed-id";
import type { Permission } from "@/server/permissions";
import { hashPassword } from "./password.service";

export const testPassword = "Right-horse-2026";
let n = 0;

let hash: Promise<string> | undefined;
/** One hash of `testPassword` for all users of a process: each takes as long as a sign-in. */
export const testPasswordHash = () => {
  hash ??= hashPassword(testPassword);
  return hash;
};

/** An anonymous request from an address of its own, so that tests do not share rate limits. */
export const anonymous = (db: Database): Ctx => ({
  db,
  actor: null,
  door: "rest",
  requestId: "test-request",
  ip: `10.${++n >> 16}.${(n >> 8) & 255}.${n & 255}`,
});

/** A role with these rights; needs `seedIdentityBase`. */
export async function makeRole(
  db: Database,
  permissions: Permission[],
  fields: { name?: string; isSystem?: boolean; groupCode?: string } = {},
) {
  const code = `TEST_${String(++n).padStart(6, "0")}`; // in the order of their making, also as text
  const place = { groupCode: "BACKOFFICE", portalId: fixedId("portal", "backoffice") };
  const [role] = await db
    .insert(roles)
    .values({ code, name: code, ...place, permissions, ...fields })
    .returning();
  if (!role) throw new Error("no role");
  return role;
}

/** A user who can log in with `testPassword`, holding a role of these rights where some are given. */
export async function makeUser(
  db: Database,
  fields: Partial<typeof users.$inferInsert> & { permissions?: Permission[] } = {},
) {
  const { permissions, ...values } = fields;
  const email = `user${++n}@persdesk.test`;
  const passwordHash = await testPasswordHash();
  const [user] = await db
    .insert(users)
    .values({ email, firstName: "Ute", lastName: "Ser", type: "Staff", status: "active", passwordHash, ...values })
    .returning();
  if (!user) throw new Error("no user");
  if (permissions) {
    const role = await makeRole(db, permissions);
    await db.insert(userRoles).values({ userId: user.id, roleId: role.id });
  }
  return user;
}
