import { and, eq } from "drizzle-orm";
import { beforeAll, describe, expect, it } from "vitest";
import { companies, companyEntryRequests, mailLog, vehicleBrands, vehicleModels, vehicles } from "@/db/schema";
import { useDatabase } from "@/db/testing/database";
import { seedBase } from "@/seed/base";
import { makeFleet, makeWorkspace } from "@/server/companies/partners/company-partner/testing";
import { anonymous, makeUser } from "@/server/identity/testing";
import { importsEnded } from "@/server/kit/import/run-import";
import { staffCtx } from "@/server/kit/testing";
import { appRouter } from "@/server/root";

// What a company that means harm once did: it named a register number first, or an address that is somebody else's.

const { db } = useDatabase();
beforeAll(() => seedBase(db()));

const open = () => appRouter.createCaller(anonymous(db()));
const staff = () => appRouter.createCaller(staffCtx(db()));
const mailsTo = (email: string) => db().select().from(mailLog).where(eq(mailLog.recipient, email)).orderBy(mailLog.id);
const accept = async (email: string) => {
  const token = (await mailsTo(email)).at(-1)?.secrets?.link?.split("/partner-invitation/")[1] ?? "";
  await open().partnerInvitations.accept({ token, password: "A-long-pass-2026", firstName: "Ada", lastName: "Rad" });
};

describe("a register number that somebody else named first", () => {
  it("is not theirs: the real partner is written to, the squatter gets nothing, and staff free the number", async () => {
    const [bad, good] = [await makeWorkspace(db(), "MANUFACTURER"), await makeWorkspace(db(), "MANUFACTURER")];
    const [evil, real] = ["evil@squat.test", "real@radhaus.test"];
    const partner = { name: "Radhaus Berlin GmbH", registerNumber: "DE 900-1" };
    await bad.call.dealers.create({ companyId: bad.companyId, ...partner, email: evil });
    await accept(evil);
    const [squatted] = await db().select().from(companies).where(eq(companies.registerKey, "DE9001"));
    const id = squatted?.id ?? "";
    expect(squatted).toMatchObject({ isVerified: false, createdByCompanyId: bad.companyId });

    const other = { ...partner, registerNumber: "de900.1", email: real };
    const { companyId, call } = good;
    const link = await call.dealers.create({ companyId, ...other });
    const { vehicles } = await makeFleet(db(), companyId, 1);
    await call.dealers.handOverVehicles({ companyId, id: link.id, vehicleIds: vehicles.map((one) => one.id) });
    expect(await mailsTo(real)).toHaveLength(1);
    await accept(real);
    const shown = () => call.dealers.get({ companyId, id: link.id });
    expect(await shown()).toMatchObject({ status: "invited", company: { id: null, email: real } });
    const waiting = and(eq(companyEntryRequests.companyId, id), eq(companyEntryRequests.status, "waiting"));
    expect(await db().$count(companyEntryRequests, waiting)).toBe(1);

    expect((await staff().companyQueue.get({ id })).inviters.map((one) => one.email).sort()).toEqual([evil, real]);
    await staff().companyMerges.refuse({ id });
    expect(await db().$count(companyEntryRequests, waiting)).toBe(0);
    expect(await shown()).toMatchObject({ status: "ended" });
    expect((await mailsTo(good.user.email)).map(({ templateCode }) => templateCode)).toContain("PARTNER_REFUSED");
    const again = await call.dealers.create({ companyId, ...partner, email: "again@radhaus.test" });
    await accept("again@radhaus.test");
    const now = await call.dealers.get({ companyId, id: again.id });
    expect(now).toMatchObject({ status: "accepted", company: { isVerified: false } });
    expect(now.company.id).not.toBe(id);
  });
});

describe("a rider whose address a company names as a partner's", () => {
  it("stays a rider in the riders' list, by one invitation, by a file and by its undo", async () => {
    const rider = await makeUser(db(), { type: "Rider" });
    const [brand] = await db().insert(vehicleBrands).values({ name: "Ridden" }).returning();
    const [model] = await db()
      .insert(vehicleModels)
      .values({ vehicleBrandId: brand?.id ?? "", nameVehicleModel: "R", vehicleType: "City" })
      .returning();
    const values = { vehicleModelId: model?.id ?? "", vehicleSerialNumber: "RIDDEN-1", riderId: rider.id };
    await db().insert(vehicles).values(values);
    const listed = async () => (await staff().riders.rows({ limit: 1000 })).items.map((one) => one.id);
    expect(await listed()).toContain(rider.id);

    const { companyId, call } = await makeWorkspace(db(), "MANUFACTURER");
    await call.dealers.create({ companyId, name: "One", registerNumber: "RIDER-1", email: rider.email });
    expect(await listed()).toContain(rider.id);

    const text = `Name,Register Number,E-mail\nTwo,RIDER-2,${rider.email}\n`;
    const file = { name: "dealers.csv", type: "text/csv", bytes: new Uint8Array(Buffer.from(text)) };
    const { imports } = call.dealers;
    const plan = await imports.preview({ companyId, fileName: file.name, file, options: {} });
    await imports.confirm({ companyId, id: plan.id, token: plan.token ?? "" });
    await importsEnded();
    expect(await listed()).toContain(rider.id);
    await imports.undo({ companyId, id: plan.id });
    await importsEnded();
    expect(await listed()).toContain(rider.id);
  });
});
