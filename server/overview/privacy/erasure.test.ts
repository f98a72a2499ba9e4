import { eq } from "drizzle-orm";
import { beforeAll, describe, expect, test } from "vitest";
import { auditLog, erasures, roles, sheetActivities, userRoles, users } from "@/db/schema";
import { useDatabase } from "@/db/testing/database";
import { seedBase } from "@/seed/base";
import { makeRole } from "@/server/identity/testing";
import { appRouter } from "@/server/root";
import { makePerson } from "@/server/testing/callers";

import { person, useErasedFile } from "./testing";

const { db } = useDatabase();
beforeAll(() => seedBase(db()));
useErasedFile();

describe("an erasure needs a second person", () => {
  const asked = async () => {
    const target = await makePerson(db(), { type: "Rider" });
    const first = await person(db);
    const one = await first.at();
    const { id } = await one.caller.erasures.request({ email: target.email, reason: "asked" });
    const { hash: planHash } = await one.caller.erasures.plan({ email: target.email });
    return { target, first, id, planHash };
  };
  const isThere = async (id: string) =>
    (await db().select().from(users).where(eq(users.id, id)))[0]?.firstName === "Cal";

  test("who is not the one who asked, nor under switch-to, and has signed in anew", async () => {
    const { target, first, id, planHash } = await asked();
    const confirm = (by: { caller: ReturnType<typeof appRouter.createCaller> }) =>
      by.caller.erasures.confirm({ id, planHash });
    await expect(confirm(await first.at())).rejects.toThrow(/second person/);
    const second = await person(db);
    await expect(confirm(await second.at(undefined, first.id))).rejects.toThrow(/switch-to/);
    await expect(confirm(await second.at(new Date(Date.now() - 60_000).toISOString()))).rejects.toThrow(/sign in anew/);
    expect(await isThere(target.id)).toBe(true);
  });

  test("who is not the person themselves", async () => {
    const one = await (await person(db)).at();
    const target = await person(db);
    const { id } = await one.caller.erasures.request({ email: target.email, reason: "asked" });
    const own = (await target.at()).caller.erasures.confirm({ id, planHash: "0".repeat(64) });
    await expect(own).rejects.toThrow("Nobody confirms their own erasure.");
  });

  test("who has had the right for a day, by the role and in the role", async () => {
    const { target, id, planHash } = await asked();
    const late = await (await person(db, undefined, 23)).at();
    await expect(late.caller.erasures.confirm({ id, planHash })).rejects.toThrow(/24 hours/);
    // The role was given long ago, but got the right just now.
    const user = await person(db, ["privacy.read"]);
    const role = await makeRole(db(), ["privacy.read"]);
    const createdAt = new Date(Date.now() - 90 * 3_600_000).toISOString();
    await db().insert(userRoles).values({ userId: user.id, roleId: role.id, createdAt });
    const changes = { permissions: [["privacy.read"], ["privacy.read", "privacy.erase"]] as [unknown, unknown] };
    await db()
      .update(roles)
      .set({ permissions: ["privacy.read", "privacy.erase"] })
      .where(eq(roles.id, role.id));
    await db().insert(auditLog).values({
      actorType: "user",
      actorLabel: "x",
      objectType: "role",
      objectId: role.id,
      action: "update",
      changes,
      door: "screen",
      requestId: "r",
    });
    const { ctx } = await user.at();
    if (ctx.actor.kind !== "user") throw new Error("no person");
    const caller = appRouter.createCaller({ ...ctx, actor: { ...ctx.actor, permissions: new Set(["privacy.erase"]) } });
    await expect(caller.erasures.confirm({ id, planHash })).rejects.toThrow(/24 hours/);
    expect(await isThere(target.id)).toBe(true);
  });

  test("who saw this plan: when more is known of the person, it is another one", async () => {
    const { target, id, planHash } = await asked();
    await db()
      .insert(sheetActivities)
      .values({ objectId: target.id, modelType: "user", content: "new", authorId: target.id });
    await expect((await (await person(db)).at()).caller.erasures.confirm({ id, planHash })).rejects.toThrow(
      /plan again/,
    );
    expect(await isThere(target.id)).toBe(true);
  });

  test("within a day; a request can be given up, and forgets whom it was about", async () => {
    const { target, id, planHash } = await asked();
    await db()
      .update(erasures)
      .set({ lapsesAt: new Date(Date.now() - 1000).toISOString() })
      .where(eq(erasures.id, id));
    const two = await (await person(db)).at();
    await expect(two.caller.erasures.confirm({ id, planHash })).rejects.toThrow(/lapsed/);
    expect(await two.caller.erasures.get({ id })).toMatchObject({ status: "lapsed", email: null });
    const again = await two.caller.erasures.request({ email: target.email, reason: "again" });
    await expect(two.caller.erasures.request({ email: target.email, reason: "twice" })).rejects.toThrow();
    expect(await two.caller.erasures.cancel({ id: again.id })).toMatchObject({ status: "cancelled", email: null });
    expect(JSON.stringify(await db().select().from(erasures).where(eq(erasures.id, id)))).not.toContain(target.email);
    const trail = await db().select().from(auditLog).where(eq(auditLog.objectType, "erasure"));
    expect(JSON.stringify(trail)).not.toContain(target.email);
  });

  test("and is never of the last administrator", async () => {
    const [admin] = await db().select().from(roles).where(eq(roles.code, "ADMIN"));
    await db()
      .delete(userRoles)
      .where(eq(userRoles.roleId, admin?.id ?? ""));
    const last = await makePerson(db(), { type: "Staff" });
    await db()
      .insert(userRoles)
      .values({ userId: last.id, roleId: admin?.id ?? "" });
    const one = await (await person(db)).at();
    await expect(one.caller.erasures.request({ email: last.email, reason: "no" })).rejects.toThrow(
      /last administrator/,
    );
  });
});
