import { eq, sql } from "drizzle-orm";
import { beforeAll, describe, expect, it } from "vitest";
import { auditLog, listViews, modelPers, userRoles } from "@/db/schema";
import { useDatabase } from "@/db/testing/database";
import { seedBase } from "@/seed/base";
import { makeCompany, makeCompanyRole, makeMembership, memberIn } from "@/server/companies/testing";
import { actorOf } from "@/server/identity/actor";
import { makeRole, makeUser } from "@/server/identity/testing";
import type { Actor } from "@/server/kit/call/context";
import { failure, staffCtx } from "@/server/kit/testing";
import { sweepTexts } from "@/server/overview/privacy/erase-sweep.service";
import type { Permission } from "@/server/permissions";
import { appRouter } from "@/server/root";

const { db } = useDatabase();
beforeAll(() => seedBase(db()));

/** Somebody of staff at their screens. */
async function staff(permissions: Permission[], more: Partial<Extract<Actor, { kind: "user" }>> = {}) {
  const user = await makeUser(db());
  const actor = { ...actorOf(user), permissions: new Set(permissions), ...more };
  const caller = appRouter.createCaller({ ...staffCtx(db()), actor });
  const names = async (list = "pers") => {
    const { views } = await caller.listViews.of({ list });
    return views.filter((view) => !view.isBuiltIn).map(({ name }) => name);
  };
  return { id: user.id, api: caller.listViews, names };
}

/** Somebody of a company at their screens, with a role of their own there. */
async function member(companyId: string, permissions: Permission[]) {
  const { id: companyRoleId } = await makeCompanyRole(db(), companyId, permissions);
  const { user } = await makeMembership(db(), companyId, { companyRoleId });
  const { company: _, ...ctx } = await memberIn(db(), user, companyId);
  const rightsIn = async (id: string) => (id === companyId ? new Set(permissions) : null);
  const caller = appRouter.createCaller({ ...ctx, actor: { ...actorOf(user), rightsIn } });
  const names = async (at = companyId) =>
    (await caller.companyListViews.of({ companyId: at, list: "fleetPers" })).views
      .filter((view) => !view.isBuiltIn)
      .map(({ name }) => name);
  return { api: caller.companyListViews, companyRoleId, names };
}

const reads: Permission[] = ["pers.read"];
const shares: Permission[] = [...reads, "list-view.share"];
const query = { status: "active", sortBy: "createdAt:desc" };

describe("views of staff", () => {
  it("are one's own until somebody who may shares them with everybody", async () => {
    const [ann, bob] = [await staff(shares), await staff(reads)];
    const made = await ann.api.create({ list: "pers", name: "In the field", query });
    expect(made).toMatchObject({ share: "mine", isOwn: true, mayEdit: true, query });
    expect([await ann.names(), await bob.names()]).toEqual([["In the field"], []]);
    await ann.api.update({ id: made.id, share: "everybody" });
    expect(await bob.names()).toEqual(["In the field"]);
    const seen = (await bob.api.of({ list: "pers" })).views.find(({ id }) => id === made.id);
    expect(seen).toMatchObject({ isOwn: false, mayEdit: false });
    expect((await failure(bob.api.update({ id: made.id, name: "Mine" }))).status).toBe(403);
    expect((await failure(bob.api.remove({ id: made.id }))).status).toBe(403);
    await ann.api.update({ id: made.id, share: "mine" });
    expect(await bob.names()).toEqual([]);
    expect((await failure(bob.api.update({ id: made.id, name: "Mine" }))).status).toBe(404);
  });

  it("of a role are seen by those who hold it, and by who made them", async () => {
    const [ann, bob, eve] = [await staff(shares), await staff(reads), await staff(reads)];
    const role = await makeRole(db(), reads);
    await db().insert(userRoles).values({ userId: bob.id, roleId: role.id });
    const { id } = await ann.api.create({ list: "pers", name: "Of the role", query, share: "role", roleId: role.id });
    const seen = [await ann.names(), await bob.names(), await eve.names()];
    expect(seen.map((names) => names.includes("Of the role"))).toEqual([true, true, false]);
    await db().delete(userRoles).where(eq(userRoles.roleId, role.id));
    expect(await bob.names()).not.toContain("Of the role");
    expect((await failure(ann.api.update({ id, share: "role", roleId: null }))).status).toBe(422);
    const company = await makeCompany(db());
    const foreign = await makeCompanyRole(db(), company.id, []);
    expect((await failure(ann.api.update({ id, roleId: foreign.id }))).errors).toMatchObject([{ path: "roleId" }]);
  });

  it("are shared by nobody without the right, and kept by nobody under switch-to", async () => {
    const [bob, acting] = [await staff(reads), await staff(shares, { actingId: crypto.randomUUID() })];
    const share = bob.api.create({ list: "pers", name: "For all", query, share: "everybody" });
    expect((await failure(share)).status).toBe(403);
    expect((await bob.api.roles({})).items).toEqual([]);
    expect((await failure(acting.api.create({ list: "pers", name: "Theirs", query }))).status).toBe(403);
    expect((await failure(acting.api.setSettings({ list: "pers", pinned: [] }))).status).toBe(403);
  });

  it("are of lists that the reader reads, each with those of the product", async () => {
    const bob = await staff(reads);
    expect((await failure(bob.api.of({ list: "staff" }))).status).toBe(403);
    expect((await failure(bob.api.of({ list: "noList" }))).status).toBe(403);
    expect((await failure(bob.api.of({ list: "fleetPers" }))).status).toBe(403);
    expect((await failure(bob.api.create({ list: "mailLogs", name: "Mails", query }))).status).toBe(403);
    const { views } = await bob.api.of({ list: "pers" });
    expect(views.filter((view) => view.isBuiltIn).map(({ name }) => name)).toEqual([
      "Silent for 3 days",
      "Firmware behind",
    ]);
  });

  it("are not saved over what a colleague saved meanwhile, and come back after a removal", async () => {
    const ann = await staff(shares);
    const made = await ann.api.create({ list: "pers", name: "Versioned", query });
    const ifMatch = `"${made.version}"`;
    await ann.api.update({ id: made.id, name: "Renamed", ifMatch });
    expect((await failure(ann.api.update({ id: made.id, name: "Again", ifMatch }))).status).toBe(412);
    await ann.api.remove({ id: made.id });
    expect(await ann.names()).toEqual([]);
    await ann.api.restore({ id: made.id });
    expect(await ann.names()).toEqual(["Renamed"]);
    const rows = await db().select().from(auditLog).where(eq(auditLog.objectId, made.id));
    expect(rows.map(({ action }) => action).sort()).toEqual(["create", "remove", "restore", "update"]);
  });
});

describe("views of a company", () => {
  it("are seen in it alone, never by another company or by staff", async () => {
    const rights: Permission[] = ["company-pers.read", "team-preference.write"];
    const [one, other] = [await makeCompany(db(), rights), await makeCompany(db(), rights)];
    const ann = await member(one.id, rights);
    const bob = await member(one.id, ["company-pers.read"]);
    const eve = await member(other.id, rights);
    const values = { companyId: one.id, list: "fleetPers", query };
    await ann.api.create({ ...values, name: "Ours", share: "everybody" });
    await ann.api.create({ ...values, name: "Of Bob's role", share: "role", roleId: bob.companyRoleId });
    await bob.api.create({ ...values, name: "Bob's own" });
    const rows = await db().select().from(auditLog).where(eq(auditLog.companyId, one.id));
    expect(rows.map(({ action, objectType }) => `${action} ${objectType}`)).toEqual(Array(3).fill("create list-view"));
    expect(await ann.names()).toEqual(["Of Bob's role", "Ours"]);
    expect(await bob.names()).toEqual(["Bob's own", "Of Bob's role", "Ours"]);
    expect(await eve.names()).toEqual([]);
    expect((await failure(eve.names(one.id))).status).toBe(403);
    const foreign = eve.api.create({
      ...values,
      companyId: other.id,
      name: "X",
      share: "role",
      roleId: bob.companyRoleId,
    });
    expect((await failure(foreign)).errors).toMatchObject([{ path: "roleId" }]);
    expect((await failure(bob.api.create({ ...values, name: "X", share: "everybody" }))).status).toBe(403);
    const owned = (await bob.api.of(values)).views.find(({ name }) => name === "Ours");
    expect((await failure(bob.api.remove({ companyId: one.id, id: owned?.id ?? "" }))).status).toBe(403);
    expect(await (await staff(shares)).names()).not.toContain("Ours");
  });
});

describe("what is remembered of a person", () => {
  it("is theirs alone, each list by itself, and one part does not forget another", async () => {
    const [ann, bob] = [await staff(reads), await staff(reads)];
    await ann.api.setSettings({ list: "pers", pinned: ["silent-3-days"] });
    await ann.api.setSettings({ list: "pers", layout: { columns: "status", widths: "status:200" } });
    expect((await ann.api.of({ list: "pers" })).settings).toEqual({
      opensOn: null,
      pinned: ["silent-3-days"],
      opened: [],
      layout: { columns: "status", widths: "status:200" },
    });
    expect((await bob.api.of({ list: "pers" })).settings).toEqual({
      opensOn: null,
      pinned: [],
      opened: [],
      layout: {},
    });
  });

  it("has all views that somebody sees, of lists that they read", async () => {
    const [ann, bob] = [await staff(reads), await staff(["vehicle.read"])];
    const { id } = await ann.api.create({ list: "pers", name: "Mine", query });
    expect((await ann.api.every({})).items).toContainEqual({ id, list: "pers", name: "Mine" });
    expect((await ann.api.every({})).items.map(({ list }) => list)).not.toContain("mailLogs");
    expect((await bob.api.every({})).items).toEqual([]);
  });

  it("has favourites with the names of now, without views that are gone", async () => {
    const ann = await staff(reads);
    expect(await ann.api.favourites({})).toEqual({ items: null, recents: [] });
    const { id } = await ann.api.create({ list: "pers", name: "Mine", query });
    await ann.api.setFavourites({ items: [{ at: "/pers" }, { at: "/pers", viewId: id }] });
    await ann.api.update({ id, name: "Renamed" });
    expect(await ann.api.favourites({})).toEqual({
      items: [{ at: "/pers" }, { at: "/pers", viewId: id, name: "Renamed" }],
      recents: [],
    });
    await ann.api.remove({ id });
    expect(await ann.api.favourites({})).toMatchObject({ items: [{ at: "/pers" }] });
    const record = { at: "/pers/0189da2b-0600-79b3-baf0-5c09726363b5", title: "PT1-0001" };
    await ann.api.setFavourites({ items: [record] });
    expect(await ann.api.favourites({})).toMatchObject({ items: [{ ...record, name: "PT1-0001" }] });
  });
});

describe("the records that somebody opened last", () => {
  const recent = (n: number, title = `Device ${n}`) => ({ at: `/pers/${n}`, title, one: "PERS device" });

  it("are kept once each, the newest first, eight at most, beside the favourites, and are nobody else's", async () => {
    const [ann, bob] = [await staff(reads), await staff(reads)];
    await ann.api.setFavourites({ items: [{ at: "/pers" }] });
    for (let n = 1; n <= 9; n++) await ann.api.noteRecent(recent(n));
    await ann.api.noteRecent(recent(4, "Renamed"));
    const { items, recents } = await ann.api.favourites({});
    expect(recents.map(({ title }) => title)).toEqual(["Renamed", ...[9, 8, 7, 6, 5, 3, 2].map((n) => `Device ${n}`)]);
    expect(items).toHaveLength(1);
    expect((await bob.api.favourites({})).recents).toEqual([]);
    await Promise.all([20, 21, 22].map((n) => ann.api.noteRecent(recent(n))));
    const opened = (await ann.api.favourites({})).recents.map(({ at }) => at);
    expect(opened).toEqual(expect.arrayContaining(["/pers/20", "/pers/21", "/pers/22"]));
    expect(opened).toHaveLength(8);
  });

  it("are not shown to who acts as them, and an erasure takes people out of them", async () => {
    const ann = await staff(reads);
    await ann.api.noteRecent(recent(1, "zoe@recent.test"));
    const { actor, ...ctx } = staffCtx(db(), reads);
    const acting = { ...ctx, actor: { ...actor, id: ann.id, actingId: crypto.randomUUID() } as typeof actor };
    expect((await appRouter.createCaller(acting).listViews.favourites({})).recents).toEqual([]);
    await sweepTexts(staffCtx(db()), { emails: ["zoe@recent.test"] });
    expect(JSON.stringify((await ann.api.favourites({})).recents)).not.toContain("zoe@");
  });
});

it("an erasure takes a person out of names of views and of what they search for", async () => {
  const ann = await staff(reads);
  const made = await ann.api.create({
    list: "pers",
    name: "Devices of zoe@erased.test",
    query: { nameVehicle: "zoe@erased.test" },
  });
  await sweepTexts(staffCtx(db()), { emails: ["zoe@erased.test"] });
  const [row] = await db().select().from(listViews).where(eq(listViews.id, made.id));
  expect(JSON.stringify(row)).not.toContain("zoe@erased.test");
  expect(row?.name).toContain("Devices of");
});

it("views are counted as their list does, up to a thousand, for who reads them", async () => {
  const [ann, bob] = [await staff(reads), await staff(["vehicle.read"])];
  const view = { list: "pers", query: { nuSerialPersNumber: "COUNTED-" } };
  const { id } = await ann.api.create({ ...view, name: "Counted" });
  const { id: broken } = await ann.api.create({ list: "pers", name: "Broken", query: { modelPERSId: "no id" } });
  const [model] = await db().insert(modelPers).values({ label: "Counted" }).returning();
  await db().execute(sql`insert into backoffice.pers (id, nu_serial_pers_number, model_pers_id, status, created_at, updated_at)
    select gen_random_uuid(), 'COUNTED-' || n, ${model?.id}::uuid, 'stock', now(), now() from generate_series(1, 1002) n`);
  const ids = [id, broken, "0188a52d-7600-7a45-a3d6-8ace0b8a2ec5"];
  expect(await ann.api.counts({ list: "pers", ids })).toEqual({ upTo: 1000, items: [{ id, count: 1001 }] });
  await ann.api.update({ id, query: { nuSerialPersNumber: "COUNTED-100" } });
  expect((await ann.api.counts({ list: "pers", ids })).items).toEqual([{ id, count: 4 }]);
  expect((await failure(bob.api.counts({ list: "pers", ids }))).status).toBe(403);
});
