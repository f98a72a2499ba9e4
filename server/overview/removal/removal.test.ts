import { setTimeout as sleep } from "node:timers/promises";
import { and, eq, sql } from "drizzle-orm";
import { beforeAll, describe, expect, it } from "vitest";
import { auditLog, files, removals } from "@/db/schema";
import { useDatabase } from "@/db/testing/database";
import { seedBase } from "@/seed/base";
import { makeCompany, makeCompanyRole, makeMembership, memberIn } from "@/server/companies/testing";
import { deviceFactory } from "@/server/devices/pers/testing";
import { proceduresOf } from "@/server/doors/rest-plan";
import { actorOf } from "@/server/identity/actor";
import { systemCtx } from "@/server/kit/call/context";
import type { Meta } from "@/server/kit/call/meta";
import { forgetOldRemovals } from "@/server/kit/record/removal-row";
import { failure, staffCtx } from "@/server/kit/testing";
import { type Permission, permissionCodes } from "@/server/permissions";
import { namedOf } from "@/server/platform/file/named.service";
import { appRouter } from "@/server/root";

const { db } = useDatabase();
beforeAll(() => seedBase(db()));
const make = deviceFactory(db);

const as = (...permissions: Permission[]) => appRouter.createCaller(staffCtx(db(), permissions));
const all = () => as(...permissionCodes);

/** Somebody of a company with these rights there. */
async function member(companyId: string, permissions: Permission[]) {
  const { id: companyRoleId } = await makeCompanyRole(db(), companyId, permissions);
  const { user } = await makeMembership(db(), companyId, { companyRoleId });
  const { company: _, ...ctx } = await memberIn(db(), user, companyId);
  const rightsIn = async (id: string) => (id === companyId ? new Set(permissions) : null);
  return appRouter.createCaller({ ...ctx, actor: { ...actorOf(user), rightsIn } });
}

let made = 0;
/** A model that was made and removed. */
async function removedModel(label = `Removed ${++made}`) {
  const { id } = await all().modelPers.create({ label });
  await all().modelPers.remove({ id });
  const { removal } = await all().removals.of({ list: "modelPers", objectId: id });
  if (!removal) throw new Error("it is not among what was removed");
  return { id, label, removal };
}

const removalRows = (objectId: string) =>
  db()
    .select()
    .from(auditLog)
    .where(and(eq(auditLog.objectId, objectId), eq(auditLog.action, "remove")));

describe("what was removed", () => {
  it("is found by who reads such records, with who removed it and until when, and comes back by who writes them", async () => {
    const { id, label, removal } = await removedModel();
    expect(removal).toMatchObject({ kind: "model-pers", title: label, mayRestore: true, company: null });
    const days = (Date.parse(removal.until) - Date.parse(removal.at)) / 86_400_000;
    expect(Math.round(days)).toBe(90);
    expect((await as("pers.read").removals.list({ kind: "model-pers" })).items).toEqual([]);
    expect((await as("pers.read").removals.of({ list: "modelPers", objectId: id })).removal).toBeNull();
    const [seen] = (await as("model-pers.read").removals.list({ title: label })).items;
    expect(seen).toMatchObject({ id: removal.id, mayRestore: false });
    expect((await failure(as("model-pers.read").removals.restore({ id: removal.id }))).status).toBe(403);
    expect((await failure(as("pers.write").removals.restore({ id: removal.id }))).status).toBe(404);
    expect(await all().removals.rehearse({ id: removal.id })).toEqual({ lost: [], obstacle: null });
    expect((await failure(all().modelPers.get({ id }))).status).toBe(404); // a rehearsal brings nothing back
    expect(await all().removals.restore({ id: removal.id })).toEqual({ kind: "model-pers", objectId: id });
    expect(await all().modelPers.get({ id })).toMatchObject({ label });
    expect((await all().removals.list({ title: label })).items).toEqual([]);
    await all().modelPers.remove({ id });
    expect((await all().removals.list({ title: label })).items).toHaveLength(1);
  });

  it("says what does not return, and what is in the way", async () => {
    const modelPERSId = await make.model();
    const { id } = await all().pers.create({ nuSerialPersNumber: "RM-1", modelPERSId });
    await all().pers.remove({ id });
    const { removal } = await all().removals.of({ list: "pers", objectId: id });
    const asked = { id: removal?.id ?? "" };
    expect(await all().removals.rehearse(asked)).toEqual({ lost: ["pin"], obstacle: null });
    await all().pers.create({ nuSerialPersNumber: "RM-1", modelPERSId });
    const { obstacle } = await all().removals.rehearse(asked);
    expect(obstacle).toMatch(/serial/i);
    const refused = await failure(all().removals.restore(asked));
    expect([refused.status, refused.detail]).toEqual([422, obstacle]);
  });

  it("is forgotten at once on demand: the trail keeps that it was removed, and not what it was", async () => {
    const { id, removal } = await removedModel();
    expect((await failure(as("model-pers.read").removals.forget({ id: removal.id }))).status).toBe(403);
    await all().removals.forget({ id: removal.id });
    expect(await removalRows(id)).toMatchObject([{ snapshot: null, changes: {} }]);
    expect((await failure(all().removals.restore({ id: removal.id }))).status).toBe(404);
    expect((await failure(all().modelPers.restore({ id }))).status).toBe(404);
    const { items } = await all().timeLine.of({ objectType: "model-pers", objectId: id, limit: 10 });
    expect(items.map((item) => item.type === "change" && item.action)).toEqual(["remove-for-good", "remove", "create"]);
  });

  it("is forgotten by the worker when its time is over, also where it came back", async () => {
    const [gone, back, young] = [await removedModel(), await removedModel(), await removedModel()];
    await all().removals.restore({ id: back.removal.id });
    const old = sql`now() - interval '1 minute'`;
    for (const { removal } of [gone, back])
      await db().update(removals).set({ until: old }).where(eq(removals.id, removal.id));
    expect((await all().removals.of({ list: "modelPers", objectId: gone.id })).removal).toBeNull();
    const endless = sleep(20_000, "does not end", { ref: false });
    expect(await Promise.race([forgetOldRemovals(systemCtx("worker")), endless])).toBe(2);
    expect(await removalRows(gone.id)).toMatchObject([{ snapshot: null }]);
    expect(await removalRows(back.id)).toMatchObject([{ snapshot: null }]);
    expect((await removalRows(young.id))[0]?.snapshot).not.toBeNull();
    expect(await all().modelPers.get({ id: back.id })).toMatchObject({ label: back.label });
    expect((await failure(all().modelPers.restore({ id: gone.id }))).status).toBe(404);
    await all().removals.restore({ id: young.removal.id });
  });

  it("of a person stays for seven days", async () => {
    const referent = { firstName: "Rita", lastName: "Referent", email: "rita@example.com" };
    const { id } = await all().companyPartnerReferents.create({ ...referent, companyIds: [] });
    await all().companyPartnerReferents.remove({ id });
    const { removal } = await all().removals.of({ list: "companyPartnerReferents", objectId: id });
    const days = (Date.parse(removal?.until ?? "") - Date.parse(removal?.at ?? "")) / 86_400_000;
    expect(Math.round(days)).toBe(7);
  });

  it("holds its files until it is forgotten, and for a day more", async () => {
    const { fileId, id } = await documentWithFile();
    const long = "2020-01-01T00:00:00.000Z";
    await db().update(files).set({ createdAt: long, usedAt: long }).where(eq(files.id, fileId));
    await all().documentations.remove({ id });
    expect(await namedOf(systemCtx("test"), "file", [fileId])).toEqual(new Set([fileId]));
    const { removal } = await all().removals.of({ list: "documentations", objectId: id });
    await all().removals.forget({ id: removal?.id ?? "" });
    expect(await namedOf(systemCtx("test"), "file", [fileId])).toEqual(new Set());
    const [file] = await db().select().from(files).where(eq(files.id, fileId));
    expect(Date.parse(file?.usedAt ?? "")).toBeGreaterThan(Date.now() - 60_000);
  });
});

/** A documentation whose content has a file. */
async function documentWithFile() {
  const pdf = { name: "a.pdf", type: "application/pdf", bytes: new Uint8Array(Buffer.from("%PDF-1.7\n")) };
  const { fileId } = await all().files.upload({ file: pdf });
  const [language] = (await all().languages.list({})).items;
  const { id } = await all().documentations.create({ name: "Manual" });
  const content = await all().documentations.addContent({ id });
  const contentId = content.contents[0]?.id ?? "";
  const languageId = language?.id ?? "";
  await all().documentations.translateContent({ id, contentId, languageId, title: "Manual", fileId });
  return { fileId, id };
}

describe("what was removed in a company", () => {
  it("is seen and brought back by its own people with the right, and by nobody of another company", async () => {
    const rights: Permission[] = ["team.read", "team.write"];
    const [one, other] = [await makeCompany(db(), rights), await makeCompany(db(), rights)];
    const [ann, bob] = [await member(one.id, rights), await member(other.id, rights)];
    const reader = await member(one.id, ["team.read"]);
    const { id } = await ann.teams.create({ companyId: one.id, name: "North" });
    await ann.teams.remove({ companyId: one.id, id });
    const [seen] = (await ann.companyRemovals.list({ companyId: one.id })).items;
    expect(seen).toMatchObject({ kind: "company-team", title: "North", mayRestore: true });
    expect((await reader.companyRemovals.list({ companyId: one.id })).items).toMatchObject([{ mayRestore: false }]);
    expect((await bob.companyRemovals.list({ companyId: other.id })).items).toEqual([]);
    const asked = { id: seen?.id ?? "" };
    expect((await failure(bob.companyRemovals.restore({ companyId: other.id, ...asked }))).status).toBe(404);
    expect((await failure(bob.companyRemovals.list({ companyId: one.id }))).status).toBe(403);
    expect((await failure(reader.companyRemovals.forget({ companyId: one.id, ...asked }))).status).toBe(403);
    await ann.companyRemovals.restore({ companyId: one.id, ...asked });
    expect(await ann.teams.get({ companyId: one.id, id })).toMatchObject({ name: "North" });
  });
});

describe("what was removed of a part", () => {
  it("is found by the record that it belonged to", async () => {
    const company = await makeCompany(db());
    const other = await makeCompany(db());
    const team = async (companyId: string) => {
      const { id } = await all().companyTeams.create({ companyId, name: "Gone" });
      await all().companyTeams.remove({ id });
      return id;
    };
    const [here] = [await team(company.id), await team(other.id)];
    const asked = { kind: "company-team", partOf: company.id };
    expect((await all().removals.list(asked)).items.map(({ objectId }) => objectId)).toEqual([here]);
    expect((await all().removals.kinds({})).lists).toMatchObject({ companyTeams: "company-team", pers: "pers" });
    expect((await as("pers.read").removals.kinds({})).lists).toEqual({ pers: "pers" });
  });
});

describe("every list whose records can be removed and brought back", () => {
  const procedures = new Map(proceduresOf(appRouter));
  const lists = [...procedures.keys()]
    .filter((path) => path.split(".").length === 2 && path.endsWith(".restore"))
    .map((path) => path.slice(0, -".restore".length))
    .filter((list) => procedures.has(`${list}.rows`));
  const metaOf = (path: string) => procedures.get(path)?._def.meta as Meta | undefined;

  it("says so, to who may read it", async () => {
    expect(lists.length).toBeGreaterThan(30);
    const company = await makeCompany(db(), permissionCodes);
    const person = await member(company.id, permissionCodes);
    const without: string[] = [];
    for (const list of lists) {
      const meta = metaOf(`${list}.restore`);
      if (!meta?.returns) without.push(list);
      else if (!meta.company)
        expect([list, (await all().listViews.of({ list })).removed]).toEqual([list, meta.returns.kind]);
      else if (!meta.staffOnly) {
        const { removed } = await person.companyListViews.of({ companyId: company.id, list });
        expect([list, removed]).toEqual([list, meta.returns.kind]);
      }
    }
    expect(without).toEqual([]);
    expect((await as("pers.read").listViews.of({ list: "pers" })).removed).toBe("pers");
  });
});
