import { and, eq, inArray, isNull } from "drizzle-orm";
import { beforeAll, describe, expect, it } from "vitest";
import {
  auditLog,
  companies,
  companyLinks,
  companyPersLinks,
  companyVehicleBrandLinks,
  companyVehicleLinks,
  dealerVehicles,
  invitations,
  mailLog,
  userCompanies,
  users,
} from "@/db/schema";
import { useDatabase } from "@/db/testing/database";
import { seedBase } from "@/seed/base";
import { addVehicles, makeFitted, makeFleet, makeWorkspace } from "@/server/companies/partners/company-partner/testing";
import { makeMembership } from "@/server/companies/testing";
import { failure, staffCtx } from "@/server/kit/testing";
import type { Permission } from "@/server/permissions";
import { appRouter } from "@/server/root";

const { db } = useDatabase();
beforeAll(() => seedBase(db()));

const staff = (rights?: Permission[]) => appRouter.createCaller(staffCtx(db(), rights));
let n = 0;

/** A company that another one invited, whose first person accepted, with something handed over to it. */
async function invitedCompany() {
  const maker = await makeWorkspace(db(), "MANUFACTURER");
  const dealer = await makeWorkspace(db(), "DEALER", `Radhaus ${++n}`);
  const set = { isVerified: false, createdByCompanyId: maker.companyId };
  await db().update(companies).set(set).where(eq(companies.id, dealer.companyId));
  const { vehicles } = await makeFleet(db(), maker.companyId, 2);
  const [device] = await makeFitted(db(), maker.companyId, 1);
  const [link] = await db()
    .insert(companyLinks)
    .values({
      companyId: maker.companyId,
      linkedCompanyId: dealer.companyId,
      kind: "dealer",
      status: "accepted",
      name: "Our Radhaus",
      email: dealer.user.email,
      acceptedAt: new Date().toISOString(),
      invitationDate: new Date().toISOString(),
    })
    .returning();
  const granted = { companyId: dealer.companyId, grantedByCompanyId: maker.companyId };
  await db()
    .insert(dealerVehicles)
    .values({ ...granted, vehicleId: vehicles[0]?.id ?? "" });
  await db()
    .insert(companyPersLinks)
    .values({ ...granted, persId: device?.id ?? "", linkType: 2, startDate: "2026-01-01T00:00:00.000Z" });
  return { maker, dealer, id: dealer.companyId, link };
}

const stored = async (id: string) => (await db().select().from(companies).where(eq(companies.id, id)))[0];

describe("the queue", () => {
  it("holds companies that nobody verified and duplicates, with who invited them, and no others", async () => {
    const { maker, dealer, id } = await invitedCompany();
    const [twin] = await db()
      .insert(companies)
      .values({
        name: "Twin",
        registerNumber: dealer.company.registerNumber.toLowerCase(),
        companyCategoryId: dealer.company.companyCategoryId,
        isDuplicate: true,
      })
      .returning();
    const { items } = await staff(["company.read"]).companyQueue.rows({ limit: 1000 });
    const ids = items.map((row) => row.id);
    expect(ids).toEqual(expect.arrayContaining([id, twin?.id]));
    expect(ids).not.toContain(maker.companyId);
    expect(items.find((row) => row.id === id)).toMatchObject({
      isVerified: false,
      isDuplicate: false,
      invitedBy: { id: maker.companyId, name: maker.company.name },
      peopleCount: 1,
    });
    const detail = await staff(["company.read"]).companyQueue.get({ id });
    expect(detail.sameNumber.map((one) => one.id)).toEqual([twin?.id]);
    expect(detail.inviters).toMatchObject([{ company: { id: maker.companyId }, email: dealer.user.email }]);
    expect(await failure(staff().companyQueue.get({ id: maker.companyId }))).toMatchObject({ status: 404 });
    expect(await failure(staff(["pers.read"]).companyQueue.rows({}))).toMatchObject({ status: 403 });
    const duplicates = await staff().companyQueue.rows({ isDuplicate: true, limit: 1000 });
    expect(duplicates.items.map((row) => row.id)).toEqual([twin?.id]);
  });

  it("verifies a company, once", async () => {
    const { id } = await invitedCompany();
    expect(await failure(staff(["company.read"]).companyQueue.verify({ id }))).toMatchObject({ status: 403 });
    expect(await failure(staff().companyQueue.verify({ id, ifMatch: '"99"' }))).toMatchObject({ status: 412 });
    await staff(["company.write"]).companyQueue.verify({ id });
    expect(await stored(id)).toMatchObject({ isVerified: true });
    expect(await failure(staff().companyQueue.verify({ id }))).toMatchObject({ status: 422 });
    const trail = await db().select().from(auditLog).where(eq(auditLog.objectId, id));
    expect(trail.map(({ action }) => action)).toContain("verify");
  });

  it("forgets the mark of a duplicate whose number staff correct", async () => {
    const { dealer } = await invitedCompany();
    const { registerNumber, companyCategoryId } = dealer.company;
    const [twin] = await db()
      .insert(companies)
      .values({ name: "Twin", registerNumber, companyCategoryId, isDuplicate: true })
      .returning();
    const id = twin?.id ?? "";
    await staff().companies.update({ id, registerNumber: `OWN ${++n}` });
    expect(await stored(id)).toMatchObject({ isDuplicate: false });
    await staff().companies.update({ id: dealer.companyId, registerNumber: `OTHER ${++n}` });
    const again = await failure(staff().companies.update({ id, registerNumber: `OTHER ${n}` }));
    expect(again).toMatchObject({ status: 422, errors: [{ path: "registerNumber" }] });
  });
});

describe("a company that is refused", () => {
  it("loses its people, partnerships and what it was handed, and its number is free; all of it in the history", async () => {
    const { maker, dealer, id, link } = await invitedCompany();
    const { user: invited } = await makeMembership(db(), id, { status: "invited" });
    const own = await makeFleet(db(), maker.companyId, 1);
    const [ownVehicle] = await addVehicles(db(), { companyId: id, vehicleBrandId: own.vehicleBrandId, count: 1 });
    await db()
      .insert(companyVehicleBrandLinks)
      .values({ companyId: id, vehicleBrandId: own.vehicleBrandId, linkType: 2, grantedByCompanyId: maker.companyId });
    const [device] = await makeFitted(db(), maker.companyId, 1);
    const [over] = await db()
      .insert(companyPersLinks)
      .values({
        companyId: id,
        persId: device?.id ?? "",
        linkType: 2,
        startDate: "2025-01-01T00:00:00.000Z",
        endDate: "2025-02-01T00:00:00.000Z",
      })
      .returning();
    await staff().companyMerges.refuse({ id });
    expect(await stored(id)).toMatchObject({ status: "disabled", closedAs: "refused", registerKey: null });
    expect(
      await db()
        .select()
        .from(companyPersLinks)
        .where(eq(companyPersLinks.id, over?.id ?? "")),
    ).toEqual([over]);
    const people = await db().select().from(userCompanies).where(eq(userCompanies.companyId, id));
    expect(people.map((row) => row.status)).toEqual(["disabled", "disabled"]);
    const [admin] = await db().select().from(users).where(eq(users.id, dealer.user.id));
    expect(admin?.type).not.toBe("Pro Center Admin");
    expect(await db().$count(invitations, eq(invitations.userId, invited.id))).toBe(0);
    const [after] = await db()
      .select()
      .from(companyLinks)
      .where(eq(companyLinks.id, link?.id ?? ""));
    expect(after?.status).toBe("ended");
    expect(await db().$count(dealerVehicles, eq(dealerVehicles.companyId, id))).toBe(0);
    expect(await db().$count(companyVehicleBrandLinks, eq(companyVehicleBrandLinks.companyId, id))).toBe(0);
    for (const table of [companyPersLinks, companyVehicleLinks])
      expect(await db().$count(table, and(eq(table.companyId, id), isNull(table.endDate)))).toBe(0);
    expect(ownVehicle).toBeDefined();
    const trail = await db()
      .select()
      .from(auditLog)
      .where(inArray(auditLog.objectId, [id, link?.id ?? "", invited.id]));
    expect(trail.map(({ action }) => action)).toEqual(
      expect.arrayContaining(["refuse", "refuse-company", "end-membership"]),
    );
    const made = await staff().companies.create({
      name: "The real one",
      registerNumber: dealer.company.registerNumber,
      companyCategoryId: dealer.company.companyCategoryId,
    });
    expect(made.isVerified).toBe(true);
    const back = staff().companies.update({ id, status: "active" });
    expect(await failure(back)).toMatchObject({ status: 422, errors: [{ path: "status" }] });
  });

  it("is told to who invited it, by the name that they gave it", async () => {
    const { maker, id } = await invitedCompany();
    await staff().companyMerges.refuse({ id });
    const mails = await db().select().from(mailLog).where(eq(mailLog.templateCode, "PARTNER_REFUSED"));
    const mine = mails.filter(({ recipient }) => recipient === maker.user.email);
    expect(mine).toHaveLength(1);
    expect(mine[0]?.subject).toContain("Our Radhaus");
  });

  it("is none that is verified and alone, and takes the rights", async () => {
    const { maker, id } = await invitedCompany();
    const verified = staff().companyMerges.refuse({ id: maker.companyId });
    expect(await failure(verified)).toMatchObject({ status: 422, errors: [{ path: "id" }] });
    expect(await failure(staff(["company.write"]).companyMerges.refuse({ id }))).toMatchObject({ status: 403 });
    expect(await failure(staff(["company-merge.write"]).companyMerges.refuse({ id }))).toMatchObject({ status: 403 });
    expect(await failure(staff().companyMerges.refuse({ id, ifMatch: '"99"' }))).toMatchObject({ status: 412 });
    expect(await stored(id)).toMatchObject({ closedAs: null });
    await staff().companyMerges.refuse({ id });
    expect(await failure(staff().companyMerges.refuse({ id }))).toMatchObject({ status: 422 });
  });
});
