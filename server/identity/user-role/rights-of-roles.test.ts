import { eq, sql } from "drizzle-orm";
import { beforeAll, expect, it } from "vitest";
import { roles, userRoles } from "@/db/schema";
import { useDatabase } from "@/db/testing/database";
import { seedIdentityBase } from "@/seed/identity";
import type { Permission } from "@/server/permissions";
import { bearerActor } from "../authenticate";
import { loginService } from "../login/login.service";
import { anonymous, makeUser, testPassword } from "../testing";

const { db } = useDatabase();
beforeAll(() => seedIdentityBase(db()));

async function signedIn(permissions: Permission[]) {
  const user = await makeUser(db(), { permissions });
  const { accessToken } = await loginService.login(anonymous(db()), { email: user.email, password: testPassword });
  const rights = async () => {
    const actor = await bearerActor(accessToken);
    return actor.kind === "user" ? [...actor.permissions].sort() : [];
  };
  return { user, rights };
}

it("a role that another node changed counts at the next request, though this one knew what it gave", async () => {
  const { user, rights } = await signedIn(["pers.read"]);
  expect(await rights()).toEqual(["pers.read"]);
  const [held] = await db().select().from(userRoles).where(eq(userRoles.userId, user.id));
  const ofRole = eq(roles.id, held?.roleId ?? "");
  const [role] = await db().select().from(roles).where(ofRole);
  // As a script would write it, which raises no version.
  await db().execute(sql`update backoffice.roles set permissions = '{company.read}' where id = ${role?.id}`);
  expect(await rights()).toEqual(["company.read"]);
  await db().update(roles).set({ permissions: [] }).where(ofRole);
  expect(await rights()).toEqual([]);
  await db()
    .update(roles)
    .set({ permissions: ["pers.read"] })
    .where(ofRole);
  expect(await rights()).toEqual(["pers.read"]);
  await db().delete(userRoles).where(eq(userRoles.userId, user.id));
  expect(await rights()).toEqual([]);
});

it("two roles give what both give, and nobody gets what another person's give", async () => {
  const one = await signedIn(["pers.read"]);
  const other = await signedIn(["company.read"]);
  expect([await one.rights(), await other.rights()]).toEqual([["pers.read"], ["company.read"]]);
  const [second] = await db().select().from(userRoles).where(eq(userRoles.userId, other.user.id));
  await db()
    .insert(userRoles)
    .values({ userId: one.user.id, roleId: second?.roleId ?? "" });
  expect([await one.rights(), await other.rights()]).toEqual([["company.read", "pers.read"], ["company.read"]]);
});
