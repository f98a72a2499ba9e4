import { and, eq } from "drizzle-orm";
import { beforeAll, describe, expect, it } from "vitest";
import { companyPersLinks, firmwareRolloutDevices } from "@/db/schema";
import { useDatabase } from "@/db/testing/database";
import { makeWorkspace, type Workspace } from "@/server/companies/partners/company-partner/testing";
import { makeCompanyRole, makeMembership } from "@/server/companies/testing";
import { rolloutStory } from "@/server/devices/firmware-rollout/testing";
import { actorOf } from "@/server/identity/actor";
import { anonymous } from "@/server/identity/testing";
import { rightsIn } from "@/server/identity/user-role/held-role.service";
import { failure } from "@/server/kit/testing";
import { appRouter } from "@/server/root";

const { db } = useDatabase();
const story = rolloutStory(db);
let [maker, other]: Workspace[] = [];
const both = (): [Workspace, Workspace] => {
  if (!maker || !other) throw new Error("not prepared");
  return [maker, other];
};

beforeAll(async () => {
  await story.prepare();
  [maker, other] = [await makeWorkspace(db(), "MANUFACTURER"), await makeWorkspace(db(), "MANUFACTURER")];
});

const startDate = "2026-01-01T00:00:00.000Z";
const link = ({ companyId }: Workspace, ids: string[]) =>
  db()
    .insert(companyPersLinks)
    .values(ids.map((persId) => ({ persId, companyId, linkType: 1, startDate })));

/** A rollout to six devices: two of the first company, three of the second, one of nobody. */
async function shared(more: object = {}) {
  const [first, second] = both();
  const made = await story.running(6, { name: `Shared ${crypto.randomUUID()}`, ...more });
  const [own, others] = [made.ids.slice(0, 2), made.ids.slice(2, 5)];
  await link(first, own);
  await link(second, others);
  return { ...made, first, second, own, others };
}

const seen = async ({ call, companyId }: Workspace, more: object = {}) =>
  (await call.fleetRollouts.list({ companyId, ...more })).items;

describe("rollouts of a company", () => {
  it("have its own figures only, and nothing of how they are planned, of people or of others", async () => {
    const { id, first, second, own, others, rollout } = await shared();
    const [mine = ""] = await story.offerIdsOf(own);
    const [theirs = ""] = await story.offerIdsOf(others);
    await story.report([mine], "installed");
    await story.report([theirs], "failed", "E_THEIRS");
    const { companyId, call } = first;
    const part = await call.fleetRollouts.get({ companyId, id });
    expect(part).toMatchObject({ id, name: rollout.name, status: "running", devices: 2, pauseReason: null });
    const counts = { waiting: 0, offered: 1, downloading: 0, installed: 1, failed: 0, silent: 0 };
    expect(part.counts).toEqual({ ...counts, superseded: 0, cancelled: 0 });
    expect(part.waves).toEqual([{ index: 0, status: "running", devices: 2, counts: part.counts }]);
    const shown = "id,name,firmwareVersion,status,pauseReason,devices,counts,waves,startAt,startedAt,endedAt";
    expect(Object.keys(part).sort()).toEqual([...shown.split(","), "createdAt", "updatedAt", "version"].sort());
    expect(await second.call.fleetRollouts.get({ companyId: second.companyId, id })).toMatchObject({
      devices: 3,
      counts: { failed: 1, installed: 0, offered: 2 },
    });
    const { items } = await call.fleetRolloutDevices.list({ companyId, rolloutId: id });
    expect(items.map(({ pers }) => pers.id).sort()).toEqual([...own].sort());
    expect(JSON.stringify([part, items])).not.toMatch(/E_THEIRS|Pia|Sam/);
  });

  it("say that a gate or a person paused them, and neither its figures nor what the person wrote", async () => {
    const { id, first } = await shared();
    await story.call().firmwareRollouts.pause({ id, reason: "Because of Velora" });
    const { pauseReason } = await first.call.fleetRollouts.get({ companyId: first.companyId, id });
    expect(Object.keys(pauseReason ?? {}).sort()).toEqual(["at", "code"]);
    expect(pauseReason?.code).toBe("person");
  });

  it("are found by status, version and name, and a page says how many there are", async () => {
    const { id, first, rollout } = await shared();
    const version = { firmwareVersionId: rollout.firmwareVersion.id };
    for (const filters of [version, { search: rollout.name }, { ...version, status: "running" }])
      expect((await seen(first, filters)).map((row) => row.id)).toEqual([id]);
    expect(await seen(first, { ...version, status: "paused" })).toEqual([]);
    const { companyId, call } = first;
    expect(await call.fleetRollouts.count({ companyId, ...version })).toEqual({ totalItems: 1 });
  });

  it("go with the company's reach, at once: rollout, figures and devices", async () => {
    const { id, first, second, own } = await shared();
    const { companyId, call } = first;
    const [gone = "", left = ""] = own;
    const end = (persId: string) =>
      db()
        .update(companyPersLinks)
        .set({ endDate: new Date(Date.now() - 1000).toISOString() })
        .where(and(eq(companyPersLinks.persId, persId), eq(companyPersLinks.companyId, companyId)));
    await end(gone);
    expect((await call.fleetRollouts.get({ companyId, id })).devices).toBe(1);
    const of = { companyId, rolloutId: id };
    expect((await call.fleetRolloutDevices.list(of)).items.map(({ pers }) => pers.id)).toEqual([left]);
    await end(left);
    expect(await seen(first, { search: (await story.call().firmwareRollouts.get({ id })).name })).toEqual([]);
    expect((await failure(call.fleetRollouts.get({ companyId, id }))).status).toBe(404);
    expect((await failure(call.fleetRolloutDevices.list(of))).status).toBe(404);
    expect((await call.fleetRolloutDevices.rows(of)).items).toEqual([]);
    expect((await second.call.fleetRollouts.get({ companyId: second.companyId, id })).devices).toBe(3);
  });

  it("are none where all of its devices are left out", async () => {
    const { id, first, own } = await shared();
    const { companyId, call } = first;
    const [out = "", kept = ""] = own;
    const leaveOut = (persId: string) =>
      db()
        .update(firmwareRolloutDevices)
        .set({ status: "excluded", reason: "in_another_rollout", isHeld: false })
        .where(and(eq(firmwareRolloutDevices.rolloutId, id), eq(firmwareRolloutDevices.persId, persId)));
    await leaveOut(out);
    expect((await call.fleetRollouts.get({ companyId, id })).devices).toBe(1);
    const { items } = await call.fleetRolloutDevices.list({ companyId, rolloutId: id });
    expect(items.map(({ pers }) => pers.id)).toEqual([kept]);
    await leaveOut(kept);
    expect((await failure(call.fleetRollouts.get({ companyId, id }))).status).toBe(404);
  });

  it("say of a device what it runs, what it is offered and why it waits, and nothing of one that is not reached", async () => {
    const { id, first, second, own, others, versions } = await shared({ waves: [{}] });
    const { companyId, call } = first;
    const [mine = "", waiting = ""] = own;
    const of = (persId: string) => call.fleetRolloutDevices.ofPers({ companyId, id: persId });
    expect((await of(waiting)).held).toMatchObject([{ status: "waiting", waits: "ask", rollout: { id } }]);
    const [offer = ""] = await story.offerIdsOf([mine]);
    const { runs, held, earlier } = await of(mine);
    expect(held).toMatchObject([{ status: "offered", waits: null, firmwareVersion: { firmwareVersion: "2.0.0" } }]);
    expect([runs.map(({ firmwareVersion }) => firmwareVersion.id), earlier]).toEqual([[versions[0]], []]);
    await story.report([offer], "installed");
    expect((await of(mine)).runs).toMatchObject([{ by: "report", firmwareVersion: { id: versions[1] } }]);
    await story.call().firmwareRollouts.pause({ id, reason: "Because of Velora" });
    const paused = await of(waiting);
    expect([paused.held[0]?.waits, JSON.stringify(paused).includes("Velora")]).toEqual(["rollout", false]);
    expect((await failure(of(others[0] ?? ""))).status).toBe(404);
    const foreign = { companyId: second.companyId, id: mine };
    expect((await failure(second.call.fleetRolloutDevices.ofPers(foreign))).status).toBe(404);
    await db()
      .update(firmwareRolloutDevices)
      .set({ status: "excluded" })
      .where(eq(firmwareRolloutDevices.persId, waiting));
    expect((await of(waiting)).held).toEqual([]);
  });

  it("are no drafts, and are read with a right inside the company only", async () => {
    const { first, second, model, versions, id } = await shared();
    const { companyId } = first;
    const draft = { name: "Later", firmwareVersionId: versions[1] ?? "", filters: { modelPERSId: model } };
    await story.call().firmwareRollouts.create(draft);
    expect(await seen(first, { search: "Later" })).toEqual([]);
    const withRights = async (rights: Parameters<typeof makeCompanyRole>[2]) => {
      const role = await makeCompanyRole(db(), companyId, rights);
      const { user } = await makeMembership(db(), companyId, { companyRoleId: role.id });
      const inCompany = (company: string) => rightsIn({ db: db() }, user.id, company);
      const ctx = { ...anonymous(db()), actor: { ...actorOf(user), rightsIn: inCompany } };
      return appRouter.createCaller(ctx).fleetRollouts;
    };
    const reader = await withRights(["company-firmware-rollout.read"]);
    expect((await reader.get({ companyId, id })).devices).toBe(2);
    expect((await failure(reader.list({ companyId: second.companyId }))).status).toBe(403);
    const fleetOnly = await withRights(["company-pers.read"]);
    expect((await failure(fleetOnly.list({ companyId }))).status).toBe(403);
    expect((await failure(reader.get({ companyId, id: crypto.randomUUID() }))).status).toBe(404);
  });
});
