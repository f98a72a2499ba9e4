import { eq, inArray } from "drizzle-orm";
import { beforeAll, describe, expect, it } from "vitest";
import { companies, companyLinks, userCompanies } from "@/db/schema";
import { useDatabase } from "@/db/testing/database";
import { seedBase } from "@/seed/base";
import { systemCtx } from "@/server/kit/call/context";
import { importsEnded } from "@/server/kit/import/run-import";
import { sheetOf } from "@/server/kit/import/sheet/testing";
import { failure } from "@/server/kit/testing";
import { forgetPartners } from "./partner-forget.service";
import { makeFitted, makeFleet, makePartners, makeWorkspace, type Workspace } from "./testing";

const { db } = useDatabase();
beforeAll(() => seedBase(db()));

const header = ["Name", "Register Number", "E-mail"];
const fileOf = (...rows: string[][]) => ({ name: "rows.xlsx", type: "", bytes: new Uint8Array(sheetOf(rows)) });
const dealerRows = (name: string, count: number) =>
  Array.from({ length: count }, (_, n) => [`${name} ${n}`, `${name}-${n}`, `${name}-${n}@dealers.test`.toLowerCase()]);

type Kind = "dealers" | "subcontractors" | "dealerVehicles" | "subcontractorPers";

/** Plans, confirms and runs a file to its end. */
async function bringIn(
  { call, companyId }: Workspace,
  kind: Kind,
  file: ReturnType<typeof fileOf>,
  options: object = {},
) {
  const { imports } = call[kind];
  // Each kind takes its own options; these are the ones of this kind.
  const plan = await imports.preview({
    companyId,
    fileName: file.name,
    file,
    options: options as { partnerId: string },
  });
  await imports.confirm({ companyId, id: plan.id, token: plan.token ?? "" });
  await importsEnded();
  return imports.get({ companyId, id: plan.id });
}

describe("an import of dealers", () => {
  it("says what is wrong with each row, invites the others, and is undone but for those who accepted", async () => {
    const [maker, known] = [await makeWorkspace(db(), "MANUFACTURER"), await makeWorkspace(db(), "DEALER")];
    const { companyId, call, company, user } = maker;
    const rows = dealerRows("Rad", 4);
    const bad = [
      ["No Address", "Bad-1", "nowhere"],
      ["Myself", company.registerNumber, "me@dealers.test"],
      ["Own Address", "Bad-3", user.email],
      ["Twice", "Rad-0", "twice@dealers.test"],
      ["", "Bad-5", "five@dealers.test"],
    ];
    const there = ["Known Ltd", known.company.registerNumber, "given@dealers.test"];
    const file = fileOf(header, ...rows, ...bad, there);

    const tried = await call.dealers.upload({ companyId, file, dryRun: true });
    expect(tried).toMatchObject({ total: 10, created: 5, updated: 0, skipped: 0 });
    expect(tried.errors.map(({ row, column }) => [row, column])).toEqual([
      [6, "E-mail"],
      [7, "Register Number"],
      [8, "E-mail"],
      [9, "Register Number"],
      [10, "Name"],
    ]);
    expect(await db().select().from(companyLinks).where(eq(companyLinks.companyId, companyId))).toEqual([]);

    const done = await bringIn(maker, "dealers", file);
    expect(done).toMatchObject({ status: "done", counts: { total: 10, new: 5, error: 5 } });
    const { items } = await call.dealers.list({ companyId });
    expect(items.map(({ company: { name }, status }) => `${name} ${status}`).sort()).toEqual(
      [...rows, there].map(([name]) => `${name} invited`).sort(),
    );

    // Again it changes nothing; a company that is known is planned as any other.
    expect(await call.dealers.upload({ companyId, file, dryRun: true })).toMatchObject({ created: 0, skipped: 5 });

    const accepted = items.find(({ company: { name } }) => name === "Known Ltd");
    await known.call.manufacturers.answer({ companyId: known.companyId, id: accepted?.id ?? "", status: "accepted" });
    const undone = await call.dealers.imports.undo({ companyId, id: done.id });
    expect(undone.status).toBe("undone");
    expect(undone.left.map(({ label, reason }) => `${label}: ${reason}`)).toEqual([
      "Known Ltd: Accepted by the partner under another address.",
      ...rows.map(
        ([name, , email]) =>
          `${name}: Taken back, but the invitation to ${email} has been mailed; its link no longer works.`,
      ),
    ]);
    expect((await call.dealers.list({ companyId })).items.map(({ status }) => status)).toEqual(["to_confirm"]);
    const numbers = rows.map(([, number]) => number ?? "");
    const made = await db().select().from(companies).where(inArray(companies.registerNumber, numbers));
    expect(made).toHaveLength(rows.length);
    await forgetPartners(systemCtx("test"), {
      createdByCompanyId: companyId,
      companyIds: [...made.map(({ id }) => id), known.companyId],
    });
    expect(await db().select().from(companies).where(inArray(companies.registerNumber, numbers))).toEqual([]);
    expect(await db().select().from(companies).where(eq(companies.id, known.companyId))).toHaveLength(1);
    expect(await db().select().from(userCompanies).where(eq(userCompanies.companyId, known.companyId))).toHaveLength(1);
  });

  it("invites who refused again, and undone leaves the partnership as it was", async () => {
    const [maker, dealer] = [await makeWorkspace(db(), "MANUFACTURER"), await makeWorkspace(db(), "DEALER")];
    const { companyId, call } = maker;
    const { registerNumber } = dealer.company;
    const { id } = await call.dealers.create({ companyId, name: "Before", registerNumber, email: dealer.user.email });
    await dealer.call.manufacturers.answer({ companyId: dealer.companyId, id, status: "refused" });
    const { company } = await call.dealers.get({ companyId, id });
    const done = await bringIn(maker, "dealers", fileOf(header, ["After", registerNumber, "after@dealers.test"]));
    expect(done.counts).toMatchObject({ new: 0, changed: 1 });
    const invited = { status: "invited", company: { name: "After", email: "after@dealers.test" } };
    expect(await call.dealers.get({ companyId, id })).toMatchObject(invited);
    expect((await call.dealers.imports.undo({ companyId, id: done.id })).left).toEqual([]);
    expect(await call.dealers.get({ companyId, id })).toMatchObject({ status: "refused", company });
  });

  it("leaves a company that somebody entered, though the partnership was never answered", async () => {
    const maker = await makeWorkspace(db(), "MANUFACTURER");
    const done = await bringIn(maker, "dealers", fileOf(header, ...dealerRows("Entered", 1)));
    const [entered] = await db().select().from(companies).where(eq(companies.registerNumber, "Entered-0"));
    const companyId = entered?.id ?? "";
    await db().update(userCompanies).set({ status: "active" }).where(eq(userCompanies.companyId, companyId));
    await maker.call.dealers.imports.undo({ companyId: maker.companyId, id: done.id });
    expect((await maker.call.dealers.list({ companyId: maker.companyId })).items).toEqual([]);
    expect(await db().select().from(companies).where(eq(companies.id, companyId))).toHaveLength(1);
  });

  it("takes a workbook by its content, and gives a template", async () => {
    const { companyId, call } = await makeWorkspace(db(), "MANUFACTURER");
    const csv = { name: "rows.xlsx", type: "", bytes: new Uint8Array(Buffer.from(header.join(","))) };
    for (const kind of ["dealers", "subcontractors"] as const) {
      expect((await failure(call[kind].upload({ companyId, file: csv }))).status).toBe(400);
      const template = await call[kind].template({ companyId });
      expect(template.fileName).toBe(`company-${kind.slice(0, -1)}-import.xlsx`);
      expect(Buffer.from(template.file, "base64").subarray(0, 2).toString()).toBe("PK");
    }
  });
});

describe("an import of what is handed over", () => {
  it("gives a dealer vehicles of the company, and takes back what is still there", async () => {
    const [maker, dealer, other] = [
      await makeWorkspace(db(), "MANUFACTURER"),
      await makeWorkspace(db(), "DEALER"),
      await makeWorkspace(db(), "DEALER"),
    ];
    const { companyId, call } = maker;
    const { vehicles } = await makeFleet(db(), companyId, 4);
    const foreign = await makeFleet(db(), dealer.companyId, 1);
    const [id, second] = [await makePartners(maker, dealer, "dealers"), await makePartners(maker, other, "dealers")];
    const [first, ...others] = vehicles.map(({ serial }) => [serial]);
    await call.dealers.handOverVehicles({ companyId, id: second, vehicleIds: [vehicles[0]?.id ?? ""] });
    const rows = [first ?? [], ...others, [foreign.vehicles[0]?.serial ?? ""], ["V-NOBODY"], ["V".repeat(61)]];
    const file = fileOf(["Vehicle Serial Number"], ...rows);
    const tried = await call.dealerVehicles.upload({ companyId, id, file, dryRun: true });
    expect(tried).toMatchObject({ total: 7, created: 3 });
    expect(tried.errors.map(({ row, message }) => [row, message])).toEqual([
      [2, `It is with ${other.company.name}.`],
      [6, "You have no vehicle with this serial number."],
      [7, "You have no vehicle with this serial number."],
      [8, "At most 60 characters."],
    ]);
    const done = await bringIn(maker, "dealerVehicles", file, { partnerId: id });
    const seen = async () => (await dealer.call.fleetVehicles.rows({ companyId: dealer.companyId })).items.length;
    expect(await seen()).toBe(4); // three, and its own
    await call.dealerVehicles.unlink({ companyId, id, vehicleId: vehicles[1]?.id ?? "" });
    const undone = await call.dealerVehicles.imports.undo({ companyId, id: done.id });
    expect(undone.left.map(({ label }) => label)).toEqual([vehicles[1]?.serial]);
    expect(await seen()).toBe(1);
    const foreignFile = call.dealerVehicles.upload({ companyId, id: crypto.randomUUID(), file });
    expect((await failure(foreignFile)).status).toBe(404);
  });

  it("gives a subcontractor devices that the company fits", async () => {
    const [maker, other, sub] = [
      await makeWorkspace(db(), "MANUFACTURER"),
      await makeWorkspace(db(), "MANUFACTURER"),
      await makeWorkspace(db(), "SUBCONTRACTOR"),
    ];
    const { companyId, call } = maker;
    const [own, foreign] = [await makeFitted(db(), companyId, 2), await makeFitted(db(), other.companyId, 1)];
    const id = await makePartners(maker, sub, "subcontractors");
    const file = fileOf(["Serial Number"], ...[...own, ...foreign].map(({ serial }) => [serial]));
    const done = await bringIn(maker, "subcontractorPers", file, { partnerId: id });
    expect(done.counts).toMatchObject({ new: 2, error: 1 });
    const seen = async () => (await sub.call.fleetPers.rows({ companyId: sub.companyId })).items.length;
    expect(await seen()).toBe(2);
    expect(await call.subcontractorPers.upload({ companyId, id, file })).toMatchObject({ created: 0, skipped: 2 });
    await call.subcontractorPers.imports.undo({ companyId, id: done.id });
    expect(await seen()).toBe(0);
  });
});
