import { and, eq } from "drizzle-orm";
import { beforeAll, describe, expect, it } from "vitest";
import { auditLog, companyPersLinks } from "@/db/schema";
import { useDatabase } from "@/db/testing/database";
import { seedBase } from "@/seed/base";
import { importsEnded } from "@/server/kit/import/run-import";
import { sheetOf } from "@/server/kit/import/sheet/testing";
import { failure } from "@/server/kit/testing";
import { addVehicles, makeFitted, makeFleet, makePartners, makeWorkspace, type Workspace } from "./testing";

const { db } = useDatabase();
beforeAll(() => seedBase(db()));

const fault = async (work: Promise<unknown>) => {
  const { status, errors } = await failure(work);
  return [status, errors?.[0]?.path];
};
const persSeen = async ({ call, companyId }: Workspace) =>
  (await call.fleetPers.rows({ companyId, limit: 1000 })).items.map(({ pers }) => pers.nuSerialPersNumber).sort();
const vehiclesSeen = async ({ call, companyId }: Workspace) =>
  (await call.fleetVehicles.rows({ companyId, limit: 1000 })).items
    .map((one) => one.vehicle.vehicleSerialNumber)
    .sort();
const serialsOf = (all: { serial: string }[]) => all.map(({ serial }) => serial).sort();

describe("what is handed over", () => {
  it("two manufacturers with one subcontractor: neither touches the other's grants nor sees the other's fleet", async () => {
    const [a, b, sub] = [
      await makeWorkspace(db(), "MANUFACTURER"),
      await makeWorkspace(db(), "MANUFACTURER"),
      await makeWorkspace(db(), "SUBCONTRACTOR"),
    ];
    const [ofA, ofB] = [await makeFitted(db(), a.companyId, 4), await makeFitted(db(), b.companyId, 4)];
    const linkA = await makePartners(a, sub, "subcontractors");
    const linkB = await makePartners(b, sub, "subcontractors");
    const give = (by: Workspace, id: string, persIds: string[]) =>
      by.call.subcontractors.managePers({ companyId: by.companyId, id, persIds, ifMatch: "*" });
    await give(
      a,
      linkA,
      ofA.slice(0, 3).map(({ id }) => id),
    );
    await give(
      b,
      linkB,
      ofB.slice(0, 2).map(({ id }) => id),
    );
    const both = serialsOf([...ofA.slice(0, 3), ...ofB.slice(0, 2)]);
    expect(await persSeen(sub)).toEqual(both);
    expect(await persSeen(a)).toEqual(serialsOf(ofA));
    expect(await persSeen(b)).toEqual(serialsOf(ofB));

    // A whole set is what this company granted: saving none takes its own back and nobody else's.
    await give(a, linkA, []);
    expect(await persSeen(sub)).toEqual(serialsOf(ofB.slice(0, 2)));
    const first = ofA[0]?.id ?? "";
    const get = () => sub.call.fleetPers.get({ companyId: sub.companyId, id: first });
    expect((await failure(get())).status).toBe(404);
    expect((await failure(sub.call.fleetPers.currentData({ companyId: sub.companyId, id: first }))).status).toBe(404);
    const bySerial = sub.call.fleetPers.bySerial({ companyId: sub.companyId, persSerialNumber: ofA[0]?.serial ?? "" });
    expect((await failure(bySerial)).status).toBe(404);
    await give(a, linkA, [first]);
    expect((await get()).linkType).toBe(2);

    // Nobody hands over what another one fits, nor through another one's partnership.
    expect(await fault(give(a, linkA, [first, ofB[3]?.id ?? ""]))).toEqual([422, "persIds.1"]);
    expect((await failure(give(a, linkB, [first]))).status).toBe(404);
    expect(await fault(give(b, linkB, [first]))).toEqual([422, "persIds.0"]);
    expect(await persSeen(sub)).toEqual(serialsOf([...ofA.slice(0, 1), ...ofB.slice(0, 2)]));

    // The end of one partnership ends its grants, and leaves those of the other.
    await b.call.subcontractors.remove({ companyId: b.companyId, id: linkB });
    expect(await persSeen(sub)).toEqual(serialsOf(ofA.slice(0, 1)));
    await sub.call.manufacturers.leave({ companyId: sub.companyId, id: linkA });
    expect(await persSeen(sub)).toEqual([]);
  });

  it("a brand opens the grantor's vehicles and devices of it, and no others of the brand", async () => {
    const [a, b, sub] = [
      await makeWorkspace(db(), "MANUFACTURER"),
      await makeWorkspace(db(), "MANUFACTURER"),
      await makeWorkspace(db(), "SUBCONTRACTOR"),
    ];
    const [onA] = await makeFitted(db(), a.companyId, 1);
    const { vehicleBrandId, vehicles } = await makeFleet(db(), a.companyId, 2, [onA?.id ?? ""]);
    const foreign = await addVehicles(db(), { companyId: b.companyId, vehicleBrandId, count: 2 });
    const id = await makePartners(a, sub, "subcontractors");
    const set = (vehicleBrandIds: string[]) =>
      a.call.subcontractors.manageBrands({ companyId: a.companyId, id, vehicleBrandIds, ifMatch: "*" });
    await set([vehicleBrandId]);
    expect(await vehiclesSeen(sub)).toEqual(serialsOf(vehicles));
    expect(await persSeen(sub)).toEqual([onA?.serial]);
    expect(await vehiclesSeen(a)).toEqual(serialsOf([...vehicles, ...foreign]));
    const detail = await a.call.subcontractors.get({ companyId: a.companyId, id });
    expect(detail.brands.map((brand) => brand.id)).toEqual([vehicleBrandId]);
    expect(detail.models).toHaveLength(2);
    const otherBrand = (await makeFleet(db(), b.companyId, 1)).vehicleBrandId;
    expect(await fault(set([vehicleBrandId, otherBrand]))).toEqual([422, "vehicleBrandIds.1"]);
    await set([]);
    expect([await vehiclesSeen(sub), await persSeen(sub)]).toEqual([[], []]);
  });

  it("vehicles go to one dealer, until they are taken back or are not the company's any more", async () => {
    const [maker, dealer, second] = [
      await makeWorkspace(db(), "MANUFACTURER"),
      await makeWorkspace(db(), "DEALER"),
      await makeWorkspace(db(), "DEALER"),
    ];
    const { companyId, call } = maker;
    const { vehicles } = await makeFleet(db(), companyId, 3);
    const [one, two, three] = vehicles.map((vehicle) => vehicle.id) as [string, string, string];
    const id = await makePartners(maker, dealer, "dealers");
    const other = await makePartners(maker, second, "dealers");
    await call.dealers.handOverVehicles({ companyId, id, vehicleIds: [one, two] });
    expect(await vehiclesSeen(dealer)).toEqual(serialsOf(vehicles.slice(0, 2)));
    expect(await vehiclesSeen(second)).toEqual([]);
    expect(await fault(call.dealers.handOverVehicles({ companyId, id: other, vehicleIds: [three, one] }))).toEqual([
      422,
      "vehicleIds.1",
    ]);
    expect((await call.dealers.get({ companyId, id })).vehicles).toHaveLength(2);
    await call.dealerVehicles.unlink({ companyId, id, vehicleId: two });
    expect((await failure(call.dealerVehicles.unlink({ companyId, id, vehicleId: two }))).status).toBe(404);
    expect(await vehiclesSeen(dealer)).toEqual(serialsOf(vehicles.slice(0, 1)));
    const gone = dealer.call.fleetVehicles.get({ companyId: dealer.companyId, id: two });
    expect((await failure(gone)).status).toBe(404);
    await call.dealers.remove({ companyId, id });
    expect(await vehiclesSeen(dealer)).toEqual([]);
  });

  it("two colleagues add and take back at once: nothing of either is lost, and each is one change", async () => {
    const [maker, sub] = [await makeWorkspace(db(), "MANUFACTURER"), await makeWorkspace(db(), "SUBCONTRACTOR")];
    const { companyId, call } = maker;
    const devices = (await makeFitted(db(), companyId, 5)).map((device) => device.id);
    const id = await makePartners(maker, sub, "subcontractors");
    const to = { companyId, id };
    expect(await call.subcontractors.handOverPers({ ...to, persIds: devices.slice(0, 2) })).toEqual({ changed: 2 });
    const { version } = await call.subcontractors.get(to);
    await Promise.all([
      call.subcontractors.handOverPers({ ...to, persIds: devices.slice(1, 3) }),
      call.subcontractors.handOverPers({ ...to, persIds: devices.slice(3) }),
      call.subcontractors.takeBackPers({ ...to, persIds: devices.slice(0, 1) }),
    ]);
    const held = async () => (await call.subcontractors.get(to)).pers.map((device) => device.id).sort();
    expect(await held()).toEqual(devices.slice(1).sort());
    expect(await call.subcontractors.takeBackPers({ ...to, persIds: devices.slice(0, 2) })).toEqual({ changed: 1 });
    const whole = call.subcontractors.managePers({ ...to, persIds: devices, ifMatch: `"${version}"` });
    expect((await failure(whole)).status).toBe(412);
    expect(await held()).toEqual(devices.slice(2).sort());
    const trail = await db().select().from(auditLog).where(eq(auditLog.objectId, id));
    expect(trail.map(({ action }) => action).filter((action) => /pers$/.test(action))).toHaveLength(5);
    const foreign = await makeFitted(db(), sub.companyId, 1);
    const wrong = { ...to, persIds: [devices[0] ?? "", foreign[0]?.id ?? ""] };
    expect(await fault(call.subcontractors.handOverPers(wrong))).toEqual([422, "persIds.1"]);
    expect(await held()).toEqual(devices.slice(2).sort());
  });

  it("brands are added and taken back beside each other; vehicles go back as one change", async () => {
    const [maker, sub, dealer] = [
      await makeWorkspace(db(), "MANUFACTURER"),
      await makeWorkspace(db(), "SUBCONTRACTOR"),
      await makeWorkspace(db(), "DEALER"),
    ];
    const { companyId, call } = maker;
    const fleets = [await makeFleet(db(), companyId, 2), await makeFleet(db(), companyId, 1)];
    const brands = fleets.map(({ vehicleBrandId }) => vehicleBrandId);
    const id = await makePartners(maker, sub, "subcontractors");
    const give = (vehicleBrandIds: string[]) => call.subcontractors.handOverBrands({ companyId, id, vehicleBrandIds });
    await Promise.all(brands.map((brand) => give([brand])));
    expect(await give(brands)).toEqual({ changed: 0 });
    const held = async () => (await call.subcontractors.get({ companyId, id })).brands.map((brand) => brand.id).sort();
    expect(await held()).toEqual([...brands].sort());
    await call.subcontractors.takeBackBrands({ companyId, id, vehicleBrandIds: brands.slice(0, 1) });
    expect(await held()).toEqual(brands.slice(1));
    const vehicleIds = fleets[0]?.vehicles.map((vehicle) => vehicle.id) ?? [];
    const ofDealer = { companyId, id: await makePartners(maker, dealer, "dealers"), vehicleIds };
    expect(await call.dealers.handOverVehicles(ofDealer)).toEqual({ changed: 2 });
    expect(await call.dealers.takeBackVehicles(ofDealer)).toEqual({ changed: 2 });
    expect(await call.dealers.takeBackVehicles(ofDealer)).toEqual({ changed: 0 });
    expect(await vehiclesSeen(dealer)).toEqual([]);
    const trail = await db().select().from(auditLog).where(eq(auditLog.objectId, ofDealer.id));
    expect(trail.filter(({ action }) => action === "take-back-vehicles")).toHaveLength(1);
  });

  it("what a former manufacturer handed over counts no more, and stands in nobody's way", async () => {
    const [a, b, sub, other] = [
      await makeWorkspace(db(), "MANUFACTURER"),
      await makeWorkspace(db(), "MANUFACTURER"),
      await makeWorkspace(db(), "SUBCONTRACTOR"),
      await makeWorkspace(db(), "SUBCONTRACTOR"),
    ];
    const [device] = await makeFitted(db(), a.companyId, 1);
    const persId = device?.id ?? "";
    const id = await makePartners(a, sub, "subcontractors");
    await a.call.subcontractors.managePers({ companyId: a.companyId, id, persIds: [persId], ifMatch: "*" });
    expect(await persSeen(sub)).toHaveLength(1);
    const now = new Date().toISOString();
    await db()
      .update(companyPersLinks)
      .set({ endDate: now })
      .where(and(eq(companyPersLinks.persId, persId), eq(companyPersLinks.linkType, 1)));
    await db().insert(companyPersLinks).values({ persId, companyId: b.companyId, linkType: 1, startDate: now });
    expect(await persSeen(sub)).toEqual([]);
    const linkB = await makePartners(b, other, "subcontractors");
    await b.call.subcontractors.managePers({ companyId: b.companyId, id: linkB, persIds: [persId], ifMatch: "*" });
    expect(await persSeen(other)).toHaveLength(1);
    expect(await persSeen(sub)).toEqual([]);
  });

  it("is prepared for a partner who has not accepted, and happens when it does", async () => {
    const [maker, dealer, sub, other] = [
      await makeWorkspace(db(), "MANUFACTURER"),
      await makeWorkspace(db(), "DEALER"),
      await makeWorkspace(db(), "SUBCONTRACTOR"),
      await makeWorkspace(db(), "DEALER"),
    ];
    const { companyId, call } = maker;
    const [first, second] = await makeFitted(db(), companyId, 2);
    const { vehicles, vehicleBrandId } = await makeFleet(db(), companyId, 3);
    const [one, two, three] = vehicles.map((vehicle) => vehicle.id) as [string, string, string];
    const invite = (kind: "dealers" | "subcontractors", { company, user }: Workspace) =>
      call[kind].create({
        companyId,
        name: "P",
        registerNumber: company.registerNumber,
        email: user.email,
      });
    const [d, s] = [await invite("dealers", dealer), await invite("subcontractors", sub)];
    await call.dealers.handOverVehicles({ companyId, id: d.id, vehicleIds: [one, two, three] });
    await call.dealerVehicles.unlink({ companyId, id: d.id, vehicleId: three });
    await call.subcontractors.handOverPers({ companyId, id: s.id, persIds: [first?.id ?? "", second?.id ?? ""] });
    await call.subcontractors.managePers({ companyId, id: s.id, persIds: [first?.id ?? ""], ifMatch: "*" });
    await call.subcontractors.handOverBrands({ companyId, id: s.id, vehicleBrandIds: [vehicleBrandId] });
    expect([await vehiclesSeen(dealer), await persSeen(sub)]).toEqual([[], []]);
    const detail = await call.dealers.get({ companyId, id: d.id });
    expect([detail.vehicles, detail.prepared.vehicles.map(({ id }) => id)]).toEqual([[], [one, two]]);

    // What is prepared for one is not for another, and only what is the company's own can be.
    const elsewhere = await invite("dealers", other);
    const give = (vehicleIds: string[]) => call.dealers.handOverVehicles({ companyId, id: elsewhere.id, vehicleIds });
    expect(await fault(give([one]))).toEqual([422, "vehicleIds.0"]);
    expect(await fault(give([crypto.randomUUID()]))).toEqual([422, "vehicleIds.0"]);

    // By acceptance it is handed over, except what went to somebody else meanwhile.
    const direct = await makePartners(maker, await makeWorkspace(db(), "DEALER"), "dealers");
    await call.dealers.handOverVehicles({ companyId, id: direct, vehicleIds: [two] });
    const answer = (by: Workspace, id: string) =>
      by.call.manufacturers.answer({ companyId: by.companyId, id, status: "accepted" });
    await answer(dealer, d.id);
    await answer(sub, s.id);
    expect(await vehiclesSeen(dealer)).toEqual([vehicles[0]?.serial]);
    expect(await persSeen(sub)).toContain(first?.serial);
    expect(await vehiclesSeen(sub)).toHaveLength(3);
    const [trail] = await db()
      .select()
      .from(auditLog)
      .where(and(eq(auditLog.objectId, d.id), eq(auditLog.action, "hand-over-prepared")));
    expect(trail?.changes).toEqual({ "prepared vehicle": [2, 1] });

    // Who ends the invitation forgets what was prepared.
    await give([three]);
    await call.dealers.remove({ companyId, id: elsewhere.id });
    expect((await call.dealers.get({ companyId, id: elsewhere.id })).prepared.vehicles).toEqual([]);
    expect(await fault(give([three]))).toEqual([422, "id"]);
  });

  it("by a file is prepared too, and its undo takes back what it became, and nothing that another dealer got", async () => {
    const [maker, dealer] = [await makeWorkspace(db(), "MANUFACTURER"), await makeWorkspace(db(), "DEALER")];
    const { companyId, call } = maker;
    const { vehicles } = await makeFleet(db(), companyId, 3);
    const partner = { name: "P", registerNumber: dealer.company.registerNumber, email: dealer.user.email };
    const { id } = await call.dealers.create({ companyId, ...partner });
    const rows = [["Vehicle Serial Number"], ...vehicles.map(({ serial }) => [serial])];
    const file = { name: "v.xlsx", type: "", bytes: new Uint8Array(sheetOf(rows)) };
    const plan = await call.dealerVehicles.imports.preview({
      companyId,
      fileName: "v",
      file,
      options: { partnerId: id },
    });
    await call.dealerVehicles.imports.confirm({ companyId, id: plan.id, token: plan.token ?? "" });
    await importsEnded();
    expect((await call.dealers.get({ companyId, id })).prepared.vehicles).toHaveLength(3);
    const other = await makeWorkspace(db(), "DEALER");
    const direct = await makePartners(maker, other, "dealers");
    await call.dealers.handOverVehicles({ companyId, id: direct, vehicleIds: [vehicles[2]?.id ?? ""] });
    await dealer.call.manufacturers.answer({ companyId: dealer.companyId, id, status: "accepted" });
    expect(await vehiclesSeen(dealer)).toHaveLength(2);
    const undone = await call.dealerVehicles.imports.undo({ companyId, id: plan.id });
    expect(undone.left.map(({ label }) => label)).toEqual([vehicles[2]?.serial]);
    expect([await vehiclesSeen(dealer), await vehiclesSeen(other)]).toEqual([[], [vehicles[2]?.serial]]);
  });
});
