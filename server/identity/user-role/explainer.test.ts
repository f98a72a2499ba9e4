import { eq } from "drizzle-orm";
import { beforeAll, describe, expect, it } from "vitest";
import { companies, companyRoles, userCompanies, users } from "@/db/schema";
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

  it("knows who holds a right as a part of a larger one", async () => {
    const [editor, agent, reader] = [await makeUser(db()), await makeUser(db()), await makeUser(db())];
    const rights: Permission[][] = [["pers.write"], ["pers.pin"], ["pers.read"]];
    for (const [index, user] of [editor, agent, reader].entries())
      await hold(db(), user.id, (await makeRole(db(), rights[index] ?? [])).id);
    const ctx = await callerOf(db(), editor.id);
    const of = async (id: string) => (await explainerService.whatCan(ctx, id)).items.map((item) => item.permission);
    expect([await of(editor.id), await of(agent.id)]).toEqual([["pers.pin", "pers.write"], ["pers.pin"]]);
    const holders = await rightHolderService.list(ctx, { permission: "pers.pin", roleId: undefined, limit: 100 });
    const ids = holders.items.map(({ id }) => id);
    expect([editor, agent, reader].map(({ id }) => ids.includes(id))).toEqual([true, true, false]);
    const lacking = (await explainerService.whatCan(ctx, reader.id)).missing.find(
      (one) => one.permission === "pers.pin",
    );
    expect(lacking?.heldBy.length).toBeGreaterThanOrEqual(2);
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

  it("names the rights of staff that no role of theirs gives, with the roles that would", async () => {
    const user = await makeUser(db());
    const [own, other] = [await makeRole(db(), ["pers.read"]), await makeRole(db(), ["pers.read", "iot.read"])];
    await hold(db(), user.id, own.id);
    const { missing } = await explainerService.whatCan(await callerOf(db(), user.id), user.id);
    const codes = missing.map(({ permission }) => permission);
    expect(codes).toContain("staff.write");
    expect(codes).not.toContain("pers.read");
    expect(codes).not.toContain("company-pers.read");
    const iot = missing.find(({ permission }) => permission === "iot.read");
    expect(iot).toMatchObject({ reason: "no-role", company: null, module: "devices" });
    expect(iot?.heldBy.map(({ roleId }) => roleId)).toContain(other.id);
    expect(iot?.heldBy.map(({ roleId }) => roleId)).not.toContain(own.id);
  });

  it("names what a member cannot do in each company, and why", async () => {
    const member = await makeMember(db(), "DEALER", ["company-vehicle.read"]);
    const [more] = await db()
      .insert(companyRoles)
      .values({
        title: "More",
        companyId: member.company.id,
        permissions: ["company-member.read", "company-pers.read"],
      })
      .returning();
    const why = async () =>
      (await explainerService.whatCan(await callerOf(db(), member.user.id), member.user.id)).missing
        .filter(({ permission }) =>
          ["company-pers.read", "company-vehicle.read", "company-member.read"].includes(permission),
        )
        .map(({ permission, company, reason, category, heldBy }) => [
          permission,
          company?.id,
          reason,
          category,
          heldBy.filter(({ isCompanyRole }) => isCompanyRole).map(({ roleId }) => roleId),
        ]);
    const here = member.company.id;
    expect(await why()).toEqual([
      ["company-pers.read", here, "ceiling", "Dealer", []],
      ["company-member.read", here, "no-role", null, [more?.id]],
    ]);
    const reasons = async () => [...new Set((await why()).map(([, , reason]) => reason))];
    for (const [status, reason] of [
      ["invited", "invited"],
      ["disabled", "membership-ended"],
    ] as const) {
      await db().update(userCompanies).set({ status }).where(eq(userCompanies.id, member.id));
      expect(await reasons()).toEqual([reason]);
    }
    await db().update(companies).set({ status: "disabled" }).where(eq(companies.id, here));
    expect(await reasons()).toEqual(["company-disabled"]);
    await db().delete(userCompanies).where(eq(userCompanies.id, member.id));
    expect(await reasons()).toEqual(["no-company"]);
  });
});
