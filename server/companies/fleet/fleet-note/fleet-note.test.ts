import { and, eq } from "drizzle-orm";
import { beforeAll, describe, expect, it } from "vitest";
import { auditLog, companyPersLinks, companyVehicleLinks, userCompanies } from "@/db/schema";
import { useDatabase } from "@/db/testing/database";
import { fleetPersService } from "@/server/companies/fleet/fleet-pers/fleet-pers.service";
import { fleetRiderService } from "@/server/companies/fleet/fleet-rider/fleet-rider.service";
import { companyFleetService } from "@/server/companies/fleet/fleet-vehicle/fleet-vehicle.service";
import { makeCompany, makeCompanyRole, makeMembership, memberIn } from "@/server/companies/testing";
import { deviceFactory } from "@/server/devices/pers/testing";
import { makeUser } from "@/server/identity/testing";
import { type CompanyCtx, inTransaction } from "@/server/kit/call/context";
import { failure, staffCtx } from "@/server/kit/testing";
import type { Permission } from "@/server/permissions";
import { sheetActivityService } from "@/server/platform/sheet-activity/sheet-activity.service";
import { fleetNotesOf } from "./fleet-note.service";

const { db } = useDatabase();
const make = deviceFactory(db);
const persNotes = fleetNotesOf(fleetPersService, { modelType: "pers", read: "company-pers.read" });
const vehicleNotes = fleetNotesOf(companyFleetService, { modelType: "vehicle", read: "company-vehicle.read" });
const riderNotes = fleetNotesOf(fleetRiderService, { modelType: "user", read: "company-rider.read" });
const startDate = "2026-01-01T00:00:00.000Z";

const rights: Permission[] = ["company-pers.read", "company-vehicle.read", "company-rider.read"];

async function member(companyId: string, permissions = rights): Promise<CompanyCtx> {
  const { id: companyRoleId } = await makeCompanyRole(db(), companyId, permissions);
  const { user } = await makeMembership(db(), companyId, { companyRoleId });
  return memberIn(db(), user, companyId);
}

describe("notes of a company", () => {
  let [maker, helper]: { id: string }[] = [];
  let [ann, bob, eve]: CompanyCtx[] = [];
  let persId = "";

  beforeAll(async () => {
    maker = await makeCompany(db(), rights);
    helper = await makeCompany(db(), rights);
    ann = await member(maker.id);
    bob = await member(maker.id);
    eve = await member(helper.id);
    persId = (await make.pers()).id;
    const link = { persId, startDate };
    await db()
      .insert(companyPersLinks)
      .values([
        { ...link, companyId: maker.id, linkType: 1 },
        { ...link, companyId: helper.id, linkType: 2, grantedByCompanyId: maker.id },
      ]);
  });

  const of = (ctx: CompanyCtx | undefined) => {
    if (!ctx) throw new Error("made before all");
    return ctx;
  };
  const seenBy = async (ctx: CompanyCtx | undefined, objectId = persId, notes = persNotes) =>
    (await notes.list(of(ctx), ListOf(objectId))).items.map(({ content }) => content);
  const ListOf = (objectId: string) => ({ objectId, limit: 10, page: 1 });

  it("are its own: neither another company that reaches the device sees them, nor they those of staff", async () => {
    const author = await makeUser(db());
    const staff = { ...staffCtx(db()), actor: { ...staffCtx(db()).actor, id: author.id } as CompanyCtx["actor"] };
    await sheetActivityService.create(staff, { objectId: persId, modelType: "pers", content: "Of staff" });
    const { id } = await persNotes.create(of(ann), { objectId: persId, content: "Of the maker" });
    await persNotes.create(of(eve), { objectId: persId, content: "Of the helper" });
    expect(await seenBy(bob)).toEqual(["Of the maker"]);
    expect(await seenBy(eve)).toEqual(["Of the helper"]);
    for (const work of [
      persNotes.get,
      persNotes.remove,
      (ctx: CompanyCtx, one: string) => persNotes.update(ctx, one, {}),
    ])
      expect((await failure(work(of(eve), id))).status).toBe(404);
    const all = await sheetActivityService.list(staff, ListOf(persId));
    expect(all.items.map(({ content, isProCenterMember }) => [content, isProCenterMember])).toEqual(
      expect.arrayContaining([
        ["Of staff", false],
        ["Of the maker", true],
        ["Of the helper", true],
      ]),
    );
    const [row] = await db().select().from(auditLog).where(eq(auditLog.objectId, id));
    expect(row).toMatchObject({ objectType: "sheet-activity", action: "create", companyId: maker?.id });
  });

  it("are changed by who wrote them, and come back where they were deleted", async () => {
    const note = await persNotes.create(of(ann), { objectId: persId, content: "A brake squeals" });
    const update = (ctx: CompanyCtx | undefined) => persNotes.update(of(ctx), note.id, { content: "It is mended" });
    expect((await failure(update(bob))).status).toBe(403);
    expect((await failure(persNotes.remove(of(bob), note.id))).status).toBe(403);
    expect((await update(ann)).content).toBe("It is mended");
    expect((await failure(persNotes.update(of(ann), note.id, { content: "?" }, '"1.x"'))).status).toBe(412);
    await persNotes.remove(of(ann), note.id);
    expect(await seenBy(ann)).not.toContain("It is mended");
    await inTransaction(of(bob), async (ctx) => {
      expect((await failure(persNotes.restore(ctx, note.id))).status).toBe(403);
      expect((await failure(persNotes.get(ctx, note.id))).status).toBe(404);
    });
    expect((await failure(vehicleNotes.restore(of(ann), note.id))).status).toBe(404);
    await persNotes.restore(of(ann), note.id);
    expect(await seenBy(ann)).toContain("It is mended");
  });

  it("end with the reach: what was taken back is 404 for its notes too, and there again when it returns", async () => {
    const { id } = await persNotes.create(of(eve), { objectId: persId, content: "Seen" });
    const removed = await persNotes.create(of(eve), { objectId: persId, content: "Gone" });
    await persNotes.remove(of(eve), removed.id);
    const its = and(eq(companyPersLinks.companyId, helper?.id ?? ""), eq(companyPersLinks.persId, persId));
    await db().update(companyPersLinks).set({ endDate: "2026-02-01T00:00:00.000Z" }).where(its);
    expect(await seenBy(eve)).toEqual([]);
    expect((await failure(persNotes.get(of(eve), id))).status).toBe(404);
    expect((await failure(persNotes.create(of(eve), { objectId: persId, content: "Still here" }))).status).toBe(404);
    expect((await failure(persNotes.restore(of(eve), removed.id))).status).toBe(404);
    await db().update(companyPersLinks).set({ endDate: null }).where(its);
    expect(await seenBy(eve)).toContain("Seen");
  });

  it("are about vehicles and riders too, and a rider does not read what is noted about them", async () => {
    const rider = await makeUser(db(), { type: "Rider" });
    const { id: vehicleId } = await make.vehicle((await make.pers()).id, { riderId: rider.id });
    await db()
      .insert(companyVehicleLinks)
      .values({ companyId: maker?.id ?? "", vehicleId, startDate });
    await vehicleNotes.create(of(ann), { objectId: vehicleId, content: "A new tyre" });
    await riderNotes.create(of(ann), { objectId: rider.id, content: "Calls back on Monday" });
    expect(await seenBy(bob, vehicleId, vehicleNotes)).toEqual(["A new tyre"]);
    expect(await seenBy(bob, rider.id, riderNotes)).toEqual(["Calls back on Monday"]);
    expect(await seenBy(bob, vehicleId, riderNotes)).toEqual([]);
    const blind = await member(maker?.id ?? "", ["company-pers.read"]);
    expect((await failure(vehicleNotes.create(blind, { objectId: vehicleId, content: "?" }))).status).toBe(403);
    expect((await failure(riderNotes.create(of(eve), { objectId: rider.id, content: "?" }))).status).toBe(404);

    await db()
      .insert(userCompanies)
      .values({ userId: rider.id, companyId: helper?.id ?? "", status: "active" });
    const own = await memberIn(db(), rider, helper?.id ?? "");
    const { items } = await sheetActivityService.listOwn({ ...own, company: undefined }, ListOf(rider.id));
    expect(items).toEqual([]);
  });
});
