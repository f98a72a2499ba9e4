import { eq } from "drizzle-orm";
import { beforeAll, describe, expect, it } from "vitest";
import { companies, userCompanies, users } from "@/db/schema";
import { useDatabase } from "@/db/testing/database";
import { seedBase } from "@/seed/base";
import type { Permission } from "@/server/permissions";
import { makeRole, makeUser } from "../testing";
import { explainerService } from "./explainer.service";
import { rightHolderService } from "./right-holder.service";
import { callerOf, hold, makeMember } from "./testing";

const { db } = useDatabase();
beforeAll(() => seedBase(db()));

describe("the explainer", () => {
  it("says what a person can do and who can do it, each through its roles", async () => {
    const user = await makeUser(db());
    const [one, two] = [await makeRole(db(), ["pers.read", "iot.read"]), await makeRole(db(), ["pers.read"])];
    for (const role of [one, two]) await hold(db(), user.id, role.id);
    const ctx = await callerOf(db(), user.id);
    const { items } = await explainerService.whatCan(ctx, user.id);
    expect(items.map((item) => [item.permission, item.module, item.through.map((role) => role.roleId).sort()])).toEqual(
      [
        ["iot.read", "devices", [one.id]],
        ["pers.read", "devices", [one.id, two.id]],
      ],
    );
    const asked = async () =>
      (await rightHolderService.list(ctx, { permission: "iot.read", roleId: undefined })).items.filter(
        (person) => person.id === user.id,
      );
    expect(await asked()).toMatchObject([{ through: [{ roleId: one.id }], roles: one.name }]);
    const ofRole = await rightHolderService.list(ctx, { permission: undefined, roleId: two.id });
    expect(ofRole.items.map((person) => [person.id, person.roles])).toEqual([[user.id, two.name]]);
    await db().update(users).set({ status: "disabled" }).where(eq(users.id, user.id));
    expect(await asked()).toEqual([]);
  });

  it("cuts a company's role at the ceiling of its category, and counts active memberships alone", async () => {
    const member = await makeMember(db(), "DEALER", ["company-pers.read", "company-vehicle.read"]);
    const ctx = await callerOf(db(), member.user.id);
    const of = async () => (await explainerService.whatCan(ctx, member.user.id)).items;
    expect((await of()).map((item) => [item.permission, item.company?.id, item.cutBy])).toEqual([
      ["company-pers.read", member.company.id, "Dealer"],
      ["company-vehicle.read", member.company.id, null],
    ]);
    const holds = async (permission: Permission) =>
      (await rightHolderService.rows(ctx, { permission, roleId: undefined })).items.find(
        (one) => one.id === member.user.id,
      )?.roles;
    expect(await holds("company-vehicle.read")).toBe(`${member.role.title} in ${member.company.name}`);
    expect(await holds("company-pers.read")).toBeUndefined();
    await db().update(userCompanies).set({ status: "disabled" }).where(eq(userCompanies.id, member.id));
    expect([await of(), await holds("company-vehicle.read")]).toEqual([[], undefined]);
  });

  it("counts a role of the Pro Center in each company of its holder, under each ceiling, and nowhere else", async () => {
    const member = await makeMember(db(), "DEALER", []);
    const role = await makeRole(db(), ["company-pers.read", "company-member.read"], { groupCode: "PRO_CENTER" });
    await hold(db(), member.user.id, role.id);
    const ctx = await callerOf(db(), member.user.id);
    const { items } = await explainerService.whatCan(ctx, member.user.id);
    expect(items.map((item) => [item.permission, item.company?.id, item.cutBy])).toEqual([
      ["company-member.read", member.company.id, null],
      ["company-pers.read", member.company.id, "Dealer"],
    ]);
    const holders = async (permission: Permission) =>
      (await rightHolderService.list(ctx, { permission, roleId: undefined, limit: 1000 })).items.map((one) => one.id);
    expect(await holders("company-member.read")).toContain(member.user.id);
    expect(await holders("company-pers.read")).not.toContain(member.user.id);
    await db().update(companies).set({ status: "disabled" }).where(eq(companies.id, member.company.id));
    expect((await explainerService.whatCan(ctx, member.user.id)).items).toEqual([]);
    expect(await holders("company-member.read")).not.toContain(member.user.id);
  });
});
