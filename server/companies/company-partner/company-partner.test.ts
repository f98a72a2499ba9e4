import { and, eq } from "drizzle-orm";
import { beforeAll, describe, expect, it } from "vitest";
import { companies, companyLinks, companyPersLinks, mailLog, userCompanies, users } from "@/db/schema";
import { useDatabase } from "@/db/testing/database";
import { seedBase } from "@/seed/base";
import { importsEnded } from "@/server/kit/import/run-import";
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
const mailsTo = (email: string) => db().select().from(mailLog).where(eq(mailLog.recipient, email));

describe("an invitation", () => {
  it("of a company that nobody knows makes it, with its first admin, who gets a mail", async () => {
    const maker = await makeWorkspace(db(), "MANUFACTURER");
    const { companyId, call } = maker;
    const partner = { name: "Neu Rad GmbH", registerNumber: "HRB 1", email: "chef@neurad.test" };
    const made = await call.dealers.create({ companyId, ...partner });
    expect(made).toMatchObject({
      status: "invited",
      company: { id: null, name: "Neu Rad GmbH", registerNumber: "HRB 1", email: "chef@neurad.test" },
      counts: { vehicles: 0, pers: 0, brands: 0, users: 0 },
    });
    const [stored] = await db().select().from(companies).where(eq(companies.registerNumber, "HRB 1"));
    expect(stored).toMatchObject({ name: "Neu Rad GmbH", createdByCompanyId: companyId });
    const [mail] = await mailsTo("chef@neurad.test");
    expect(mail?.templateCode).toBe("COMPANY_INVITATION");
    const [place] = await db()
      .select()
      .from(userCompanies)
      .where(eq(userCompanies.companyId, stored?.id ?? ""));
    expect(place).toMatchObject({ status: "invited", isAdmin: true });
    expect(await fault(call.dealers.create({ companyId, ...partner }))).toEqual([422, "registerNumber"]);

    await call.dealers.update({ companyId, id: made.id, name: "Neu Rad", email: "chefin@neurad.test" });
    expect((await call.dealers.get({ companyId, id: made.id })).company).toMatchObject({
      name: "Neu Rad",
      email: "chefin@neurad.test",
    });
    expect(await mailsTo("chefin@neurad.test")).toHaveLength(1);
    const people = await db()
      .select({ email: users.email, status: userCompanies.status })
      .from(userCompanies)
      .innerJoin(users, eq(users.id, userCompanies.userId))
      .where(eq(userCompanies.companyId, stored?.id ?? ""));
    expect(people).toEqual(
      expect.arrayContaining([
        { email: "chef@neurad.test", status: "disabled" },
        { email: "chefin@neurad.test", status: "invited" },
      ]),
    );
  });

  it("of a company that is known tells its own admins, never the given address, and shows nothing of it", async () => {
    const [maker, known] = [
      await makeWorkspace(db(), "MANUFACTURER"),
      await makeWorkspace(db(), "DEALER", "Real Name"),
    ];
    const { companyId, call, user } = maker;
    const of = { companyId, registerNumber: known.company.registerNumber };
    const unknown = await call.dealers.create({ companyId, name: "A", registerNumber: "HRB 2", email: "a@given.test" });
    const made = await call.dealers.create({ ...of, name: "Typed", email: "b@given.test" });
    const shapeOf = ({ id, createdAt, updatedAt, invitationDate, company, ...rest }: typeof made) => ({
      ...rest,
      company: Object.keys(company).sort(),
      isSent: invitationDate !== null,
    });
    expect(shapeOf(made)).toEqual(shapeOf(unknown));
    expect(made.company).toMatchObject({ id: null, name: "Typed", email: "b@given.test" });
    expect(await mailsTo("b@given.test")).toEqual([]);
    expect((await mailsTo(known.user.email)).map(({ templateCode }) => templateCode)).toEqual(["PARTNER_INVITATION"]);
    expect(await db().select().from(users).where(eq(users.email, "b@given.test"))).toEqual([]);
    expect(await fault(call.dealers.update({ companyId, id: made.id, name: "Mine" }))).toEqual([422, "id"]);
    expect((await call.dealers.list({ companyId, name: "real" })).items).toEqual([]);

    // Nobody becomes an admin of another company by inviting it with an address of their own.
    const other = await makeWorkspace(db(), "DEALER");
    const own = { companyId, name: "Mine", registerNumber: other.company.registerNumber, email: user.email };
    expect(await fault(call.dealers.create(own))).toEqual([422, "email"]);
    expect(await fault(call.dealers.create({ ...own, registerNumber: "HRB 3" }))).toEqual([422, "email"]);
    expect(await db().select().from(userCompanies).where(eq(userCompanies.userId, user.id))).toHaveLength(1);

    await known.call.manufacturers.answer({ companyId: known.companyId, id: made.id, status: "accepted" });
    const shown = await call.dealers.get({ companyId, id: made.id });
    expect(shown.company).toMatchObject({ id: known.companyId, name: "Real Name" });
    expect(shown.users.map(({ email }) => email)).toEqual([known.user.email]);
  });

  it("is none of oneself, of staff, nor of a partner that there is", async () => {
    const { companyId, call, company } = await makeWorkspace(db(), "MANUFACTURER");
    const partner = { companyId, name: "X", registerNumber: "HRB 4", email: "x@given.test" };
    expect(await fault(call.dealers.create({ ...partner, registerNumber: company.registerNumber }))).toEqual([
      422,
      "registerNumber",
    ]);
    await db().insert(users).values({ email: "staff@persdesk.test", firstName: "S", lastName: "T", type: "Staff" });
    expect(await fault(call.dealers.create({ ...partner, email: "staff@persdesk.test" }))).toEqual([422, "email"]);
    expect((await failure(call.dealers.create({ ...partner, name: "see www.evil.test" }))).status).toBe(400);
  });

  it("is accepted or refused by the invited company alone, once, and can be made again", async () => {
    const [maker, sub, other] = [
      await makeWorkspace(db(), "MANUFACTURER"),
      await makeWorkspace(db(), "SUBCONTRACTOR"),
      await makeWorkspace(db(), "SUBCONTRACTOR"),
    ];
    const partner = { name: "Sub", registerNumber: sub.company.registerNumber, email: "sub@given.test" };
    const { companyId, call } = maker;
    const { id } = await call.subcontractors.create({ companyId, ...partner });
    const answer = (by: Workspace, status: "accepted" | "refused") =>
      by.call.manufacturers.answer({ companyId: by.companyId, id, status });
    expect((await failure(answer(other, "accepted"))).status).toBe(404);
    expect((await failure(answer(maker, "accepted"))).status).toBe(404);
    expect((await failure(call.dealers.get({ companyId, id }))).status).toBe(404);
    expect((await failure(other.call.subcontractors.get({ companyId: other.companyId, id }))).status).toBe(404);
    expect(await answer(sub, "refused")).toMatchObject({ status: "refused", kind: "subcontractor" });
    expect(await fault(answer(sub, "accepted"))).toEqual([422, "status"]);
    expect(await call.subcontractors.create({ companyId, ...partner })).toMatchObject({ id, status: "invited" });
    await answer(sub, "accepted");
    const { items } = await sub.call.manufacturers.list({ companyId: sub.companyId });
    expect(items.map(({ company, status }) => [company.name, status])).toEqual([[maker.company.name, "accepted"]]);
    expect(await sub.call.manufacturers.leave({ companyId: sub.companyId, id })).toMatchObject({ status: "ended" });
    expect((await call.subcontractors.get({ companyId, id })).status).toBe("ended");
  });

  it("waits for staff beyond 200 a day, and is not there for the invited company until then", async () => {
    const [maker, sub] = [await makeWorkspace(db(), "MANUFACTURER"), await makeWorkspace(db(), "SUBCONTRACTOR")];
    const { companyId, call } = maker;
    const rows = Array.from({ length: 200 }, (_, n) => `Dealer ${n},DAY-${n},d${n}@day.test`);
    const file = Buffer.from(["Name,Register Number,E-mail", ...rows].join("\n"));
    const plan = await call.dealers.imports.preview({
      companyId,
      fileName: "d.csv",
      file: { name: "d.csv", type: "", bytes: new Uint8Array(file) },
      options: {},
    });
    expect(plan.counts).toMatchObject({ new: 200, error: 0 });
    await call.dealers.imports.confirm({ companyId, id: plan.id, token: plan.token ?? "" });
    await importsEnded();
    const partner = { name: "Sub", registerNumber: sub.company.registerNumber, email: "late@given.test" };
    const late = await call.subcontractors.create({ companyId, ...partner });
    expect(late).toMatchObject({ status: "invited", invitationDate: null });
    expect((await sub.call.manufacturers.list({ companyId: sub.companyId })).items).toEqual([]);
    expect((await failure(call.subcontractors.resend({ companyId, id: late.id }))).status).toBe(429);
    expect((await call.subcontractors.list({ companyId, isWaiting: true })).items).toHaveLength(1);
  });
});

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
      by.call.subcontractors.managePers({ companyId: by.companyId, id, persIds });
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
      a.call.subcontractors.manageBrands({ companyId: a.companyId, id, vehicleBrandIds });
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
    await a.call.subcontractors.managePers({ companyId: a.companyId, id, persIds: [persId] });
    expect(await persSeen(sub)).toHaveLength(1);
    const now = new Date().toISOString();
    await db()
      .update(companyPersLinks)
      .set({ endDate: now })
      .where(and(eq(companyPersLinks.persId, persId), eq(companyPersLinks.linkType, 1)));
    await db().insert(companyPersLinks).values({ persId, companyId: b.companyId, linkType: 1, startDate: now });
    expect(await persSeen(sub)).toEqual([]);
    const linkB = await makePartners(b, other, "subcontractors");
    await b.call.subcontractors.managePers({ companyId: b.companyId, id: linkB, persIds: [persId] });
    expect(await persSeen(other)).toHaveLength(1);
    expect(await persSeen(sub)).toEqual([]);
  });

  it("needs a partner who has accepted", async () => {
    const maker = await makeWorkspace(db(), "MANUFACTURER");
    const { companyId, call } = maker;
    const [device] = await makeFitted(db(), companyId, 1);
    const partner = { name: "Sub", registerNumber: "HRB 9", email: "sub@nine.test" };
    const { id } = await call.subcontractors.create({ companyId, ...partner });
    const give = call.subcontractors.managePers({ companyId, id, persIds: [device?.id ?? ""] });
    expect(await fault(give)).toEqual([422, "id"]);
    expect((await db().select().from(companyLinks).where(eq(companyLinks.id, id)))[0]?.status).toBe("invited");
  });
});
