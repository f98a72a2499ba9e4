import { eq } from "drizzle-orm";
import { beforeAll, describe, expect, it } from "vitest";
import { auditLog, companyLinks, users } from "@/db/schema";
import { useDatabase } from "@/db/testing/database";
import { seedBase } from "@/seed/base";
import { makeCompany, makeCompanyRole, makeMembership, memberIn, staffIn } from "@/server/companies/testing";
import { companyPermissions } from "@/server/company-permissions.rules";
import { actorOf } from "@/server/identity/actor";
import { makeUser } from "@/server/identity/testing";
import type { KnownCtx } from "@/server/kit/call/context";
import { audit, type Entry } from "@/server/kit/record/audit";
import { failure, staffCtx } from "@/server/kit/testing";
import { isPermission, type Permission } from "@/server/permissions";
import { appRouter } from "@/server/root";
import { toldKinds } from "./company-history.rules";
import { auditedKinds } from "./testing";

const { db } = useDatabase();
beforeAll(() => seedBase(db()));

const rights = Object.keys(companyPermissions).filter(isPermission);

/** Somebody of a company, with these rights there. */
async function member(companyId: string, permissions: Permission[] = rights) {
  const { id: companyRoleId } = await makeCompanyRole(db(), companyId, permissions);
  const { user, membership } = await makeMembership(db(), companyId, { companyRoleId });
  const ctx = await memberIn(db(), user, companyId);
  const { company: _, ...outside } = ctx;
  const rightsIn = async (id: string) => (id === companyId ? new Set(permissions) : null);
  const api = appRouter.createCaller({ ...outside, actor: { ...actorOf(user), rightsIn } });
  type Asked = Omit<Parameters<typeof api.companyAudit.rows>[0], "companyId">;
  const rows = async (asked: Asked = {}) => (await api.companyAudit.rows({ companyId, ...asked })).items;
  return { user, membership, ctx, api, rows };
}

const fresh = async (permissions?: Permission[]) => {
  const company = await makeCompany(db(), rights);
  return { company, ann: await member(company.id, permissions) };
};

describe("the history of a company, for its own people", () => {
  it("is found by person, kind, day, record and door, newest first, and one of it is read alone", async () => {
    const { company, ann } = await fresh();
    const bob = await member(company.id);
    const companyId = company.id;
    const team = await ann.api.teams.create({ companyId, name: "North" });
    await bob.api.teams.update({ companyId, id: team.id, name: "North coast", ifMatch: "*" });
    const found = async (asked: Parameters<typeof ann.rows>[0]) => (await ann.rows(asked)).map(({ action }) => action);
    expect(await found({ kind: "company-team" })).toEqual(["update", "create"]);
    expect(await found({ memberId: ann.membership.id })).toEqual(["create"]);
    expect(await found({ objectId: team.id, objectLabel: "coast" })).toEqual(["update"]);
    expect(await found({ kind: "company-team", door: "job" })).toEqual([]);
    expect(await found({ kind: "company-team", endDate: "2020-01-01" })).toEqual([]);
    const [newest] = await ann.rows({ kind: "company-team" });
    const one = await ann.api.companyAudit.get({ companyId, id: newest?.id ?? "" });
    expect(one).toMatchObject({ objectLabel: "North coast", differences: ["name: North → North coast"] });
    expect(await ann.api.companyAudit.count({ companyId, kind: "company-team" })).toEqual({ totalItems: 2 });
  });

  it("calls staff Persdesk, whoever of them it was and also where they acted as somebody of the company", async () => {
    const { company, ann } = await fresh();
    const person = await makeUser(db(), { type: "Staff", firstName: "Secret", lastName: "Canary" });
    const staff = { ...staffIn(db(), company.id), actor: { ...actorOf(person), permissions: new Set(rights) } };
    const row = { objectType: "company-team", action: "create", changes: {} };
    const acting: KnownCtx = {
      ...ann.ctx,
      actor: { ...actorOf(ann.user), actingId: person.id, label: "Secret Canary" },
    };
    const elsewhere = await makeUser(db(), { type: "Pro Center Member", firstName: "Other", lastName: "Canary" });
    const other: KnownCtx = { ...ann.ctx, actor: actorOf(elsewhere) };
    for (const ctx of [staff, acting, other, ann.ctx]) await audit(ctx, { ...row, objectId: company.id });
    const key: KnownCtx["actor"] = { kind: "key", id: company.id, label: "Canary key", permissions: new Set() };
    await audit({ ...staff, actor: key }, { ...row, objectId: company.id });
    // Even staff who are members are no people of the company here.
    await makeMembership(db(), company.id, { userId: person.id });
    const rows = await ann.rows({ kind: "company-team" });
    expect(rows.map(({ actorLabel }) => actorLabel).sort()).toEqual(
      [...Array.from({ length: 4 }, () => "Persdesk"), actorOf(ann.user).label].sort(),
    );
    expect(JSON.stringify(rows)).not.toMatch(/canary/i);
    expect(JSON.stringify(rows)).not.toContain(person.id);
    expect(await ann.rows({ memberId: ann.membership.id })).toHaveLength(1);
  });

  it("calls who acted as somebody of the company Persdesk, also once they are one of its people", async () => {
    const { company, ann } = await fresh();
    const person = await makeUser(db(), { type: "Staff" });
    const acting: KnownCtx = { ...ann.ctx, actor: { ...actorOf(ann.user), actingId: person.id } };
    await audit(acting, { objectType: "company-team", objectId: company.id, action: "create", changes: {} });
    await makeMembership(db(), company.id, { userId: person.id });
    await db().update(users).set({ type: "Pro Center Member" }).where(eq(users.id, person.id));
    const rows = await ann.rows({ kind: "company-team" });
    expect(rows.map(({ actorLabel }) => actorLabel)).toEqual(["Persdesk"]);
  });

  it("tells of every kind only what is named for it: no other field, and no change that has nothing else", async () => {
    const { company, ann } = await fresh();
    const staff = staffIn(db(), company.id);
    const [link] = await db()
      .insert(companyLinks)
      .values({ companyId: company.id, linkedCompanyId: (await makeCompany(db())).id, kind: "dealer", name: "Dealer" })
      .returning();
    const idOf = (kind: string) =>
      kind === "company" ? company.id : kind === "company-link" ? (link?.id ?? "") : staff.requestId;
    const kinds = [...new Set([...auditedKinds(), ...Object.keys(toldKinds)])];
    const secret: Entry["changes"] = {
      comment: ["", "CANARY"],
      erpId: [null, "CANARY"],
      maxUnaccepted: [1, "CANARY"],
      notes: [0, "CANARY"],
    };
    for (const objectType of kinds) {
      const told = toldKinds[objectType as keyof typeof toldKinds] as { fields?: readonly string[] } | undefined;
      const [field = "name"] = told?.fields ?? [];
      const of = { objectType, objectId: /^[0-9a-f-]{36}$/.test(idOf(objectType)) ? idOf(objectType) : company.id };
      await audit(staff, { ...of, action: "update", changes: secret });
      await audit(staff, { ...of, action: "login", changes: { ...secret, [field]: ["old", "new"] } });
      const action = objectType === "user" ? "invite" : "update";
      await audit(staff, { ...of, action, changes: { ...secret, [field]: ["old", "new"] } });
    }
    const rows = await ann.rows({ limit: 1000 } as Parameters<typeof ann.rows>[0]);
    expect(JSON.stringify(rows)).not.toContain("CANARY");
    const seen = new Set(rows.map(({ objectType }) => objectType));
    // An alert that the company does not reach is none of it; each other kind is there.
    expect([...seen].sort()).toEqual(
      Object.keys(toldKinds)
        .filter((kind) => kind !== "company-pers-alert")
        .sort(),
    );
    expect(
      rows.filter(({ objectType, action }) => ["company", "user"].includes(objectType) && action === "login"),
    ).toEqual([]);
    expect(rows.every(({ changes }) => Object.keys(changes).length === 1)).toBe(true);
  });

  it("has no sign-ins, nothing of other companies, and takes the right and that of each kind", async () => {
    const { company, ann } = await fresh();
    const there = await fresh();
    const companyId = company.id;
    await ann.api.teams.create({ companyId, name: "Here" });
    await there.ann.api.teams.create({ companyId: there.company.id, name: "There" });
    const login = { objectType: "session", objectId: companyId, objectLabel: ann.user.email, action: "login" };
    await audit(ann.ctx, login);
    const switched = { objectType: "user", objectId: ann.user.id, objectLabel: "", action: "switch-to", changes: {} };
    await audit(staffIn(db(), companyId), switched);
    expect((await ann.rows()).map(({ objectLabel }) => objectLabel)).toEqual(["Here"]);
    expect(await ann.rows({ memberId: there.ann.membership.id })).toEqual([]);
    expect((await failure(ann.api.companyAudit.rows({ companyId: there.company.id }))).status).toBe(403);
    const [foreign] = await there.ann.rows();
    expect((await failure(ann.api.companyAudit.get({ companyId, id: foreign?.id ?? "" }))).status).toBe(404);
    const without = await member(companyId, ["company-audit.read", "team-role.read"]);
    expect(await without.rows()).toEqual([]);
    const refused = await member(companyId, ["team.read"]);
    expect((await failure(refused.rows())).status).toBe(403);
    const staff = appRouter.createCaller(staffCtx(db(), ["audit.read"]));
    expect((await failure(staff.companyAudit.rows({ companyId }))).status).toBe(403);
  });

  it("tells of a partnership to the company that keeps it, and names people in place of their ids", async () => {
    const { company, ann } = await fresh();
    const partner = await fresh();
    const [link] = await db()
      .insert(companyLinks)
      .values({ companyId: company.id, linkedCompanyId: partner.company.id, kind: "dealer", name: "Called so" })
      .returning();
    const entry = { objectType: "company-link", objectId: link?.id ?? "", objectLabel: "Called so", action: "accept" };
    await audit(ann.ctx, { ...entry, companyId: company.id });
    await audit(partner.ann.ctx, { ...entry, companyId: partner.company.id });
    expect(await ann.rows({ kind: "company-link" })).toHaveLength(1);
    expect(await partner.ann.rows({ kind: "company-link" })).toEqual([]);
    const clerk = await member(company.id, ["company-audit.read", "company-subcontractor.read"]);
    expect(await clerk.rows({ kind: "company-link" })).toEqual([]);
    const role = await makeCompanyRole(db(), company.id, []);
    const changes: Entry["changes"] = { roleManagerId: [role.id, partner.company.id], isActivated: [false, true] };
    await audit(ann.ctx, { objectType: "company-role", objectId: role.id, action: "update", changes });
    const [row] = await ann.rows({ kind: "company-role", objectId: role.id });
    expect(row?.changes).toEqual({ roleManagerId: [role.title, null], isActivated: [false, true] });
    expect(await db().select().from(auditLog).where(eq(auditLog.objectId, role.id))).toHaveLength(1);
  });
});
