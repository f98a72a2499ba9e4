import { eq } from "drizzle-orm";
import { beforeAll, describe, expect, it } from "vitest";
import { auditLog, companyPersLinks } from "@/db/schema";
import { useDatabase } from "@/db/testing/database";
import { seedBase } from "@/seed/base";
import { deviceFactory } from "@/server/devices/pers/testing";
import { sheetOf } from "@/server/kit/import/sheet/testing";
import { failure, staffCtx } from "@/server/kit/testing";
import type { Permission } from "@/server/permissions";
import { appRouter } from "@/server/root";
import { makeCompany } from "@/server/testing/backoffice";

const { db } = useDatabase();
beforeAll(() => seedBase(db()));

const make = deviceFactory(db);
const titles = ["Serial Number", "Link Type", "Start Date", "End Date", "Comment"];
const linksOf = (rights?: Permission[]) => appRouter.createCaller(staffCtx(db(), rights)).companyPersLinks;
type Row = [serial: string, type: string, start?: string, end?: string, comment?: string];

/** Plans a file of these rows for the company. */
function preview(companyId: string, rows: Row[], kind: "csv" | "xlsx" = "csv") {
  const table = [titles, ...rows.map((row) => titles.map((_, index) => row[index] ?? ""))];
  const csv = table.map((row) => row.map((cell) => JSON.stringify(cell)).join(",")).join("\n");
  const bytes = new Uint8Array(kind === "csv" ? Buffer.from(csv) : sheetOf(table));
  return linksOf().imports.preview({
    companyId,
    fileName: `links.${kind}`,
    file: { name: "", type: "", bytes },
    options: {},
  });
}
type Plan = Awaited<ReturnType<typeof preview>>;

async function confirm(companyId: string, { id, token }: Plan) {
  await linksOf().imports.confirm({ companyId, id, token: token ?? "" });
  return expect
    .poll(() => linksOf().imports.get({ companyId, id }))
    .toMatchObject({ status: "done" })
    .then(() => id);
}
const undo = (companyId: string, id: string) => linksOf().imports.undo({ companyId, id });

const stored = async (companyId: string) =>
  (await linksOf().list({ companyId, sortBy: "pers.nuSerialPersNumber:asc,linkType:asc", limit: 100 })).items.map(
    ({ pers: { nuSerialPersNumber }, linkType, startDate, endDate, comment }) => [
      nuSerialPersNumber,
      linkType,
      startDate,
      endDate,
      comment,
    ],
  );
const day = (text: string) => `${text}T00:00:00.000Z`;

describe("PERS links of a company from a file", () => {
  it("take the good rows, name the seven bad ones, and go back as a whole", async () => {
    const [company, other] = [await makeCompany(db()), await makeCompany(db(), "MANUFACTURER", "Rival Ltd")];
    const serials = await Promise.all(Array.from({ length: 8 }, async () => (await make.pers()).nuSerialPersNumber));
    const [a = "", b = "", c = "", d = "", e = "", f = "", g = "", h = ""] = serials.sort();
    const idOf = async (serial: string) =>
      (await appRouter.createCaller(staffCtx(db())).pers.list({ nuSerialPersNumber: serial })).items[0]?.id ?? "";
    const link = async (companyId: string, serial: string, values: object = {}) =>
      linksOf().create({ companyId, persId: await idOf(serial), linkType: 1, startDate: "2026-01-01", ...values });
    await link(company.id, c, { comment: "Before" });
    await link(company.id, d, { endDate: "2027-01-01" });
    await link(other.id, e, { endDate: "2026-06-01T00:00:00Z" });
    const before = await stored(company.id);

    const plan = await preview(
      company.id,
      [
        [a, "Manufacturer", "2026-03-01", "", "Fitted"],
        [b, "2", "2026-02-01 12:30", "2026-04-01T00:00:00+02:00"],
        [c, "1", "", "2026-09-01", "After"],
        [d, "manufacturer", "2026-01-01"],
        ["", "1"],
        ["SN nowhere", "1"],
        [f, "3"],
        [g, "1", "01/02/2026"],
        [h, "1", "2026-03-01", "2026-02-01"],
        [e, "1", "2026-05-31"],
        [a, "1", "2020-01-01", "2020-02-01"],
      ],
      "xlsx",
    );
    expect(plan).toMatchObject({ kind: "xlsx", counts: { total: 11, new: 2, changed: 1, same: 1, error: 7 } });
    const { items } = await linksOf().imports.plan({ companyId: company.id, id: plan.id, kind: "error" });
    expect(items.map(({ row, column, message }) => [row, column, message])).toEqual([
      [6, "Serial Number", "The Serial Number is missing."],
      [7, "Serial Number", "There is no PERS device with this serial number."],
      [8, "Link Type", "Give 1 or Manufacturer, 2 or Subcontractor."],
      [9, "Start Date", "Give a date such as 2026-01-31, or a date-time such as 2026-01-31T10:00:00Z."],
      [10, "End Date", "The end must lie after the start."],
      [
        11,
        "Start Date",
        "The PERS device has a link of this type already: Rival Ltd has it from 2026-01-01 00:00 UTC until 2026-06-01 00:00 UTC.",
      ],
      [12, "Serial Number", "Row 2 has this Serial Number already."],
    ]);
    expect(await stored(company.id)).toEqual(before);

    const id = await confirm(company.id, plan);
    expect(await stored(company.id)).toEqual([
      [a, 1, day("2026-03-01"), null, "Fitted"],
      [b, 2, "2026-02-01T12:30:00.000Z", "2026-03-31T22:00:00.000Z", null],
      [c, 1, day("2026-01-01"), day("2026-09-02"), "After"],
      [d, 1, day("2026-01-01"), day("2027-01-02"), null],
    ]);
    const entries = await db().select().from(auditLog).where(eq(auditLog.companyId, company.id));
    expect(entries.map(({ action }) => action).sort()).toEqual([
      "create",
      "create",
      "create",
      "create",
      "import",
      "update",
    ]);

    expect(await undo(company.id, id)).toMatchObject({ status: "undone", left: [] });
    expect(await stored(company.id)).toEqual(before);
  });

  it("begin at the moment of the import where nothing is said, and are the same when sent again", async () => {
    const [company, { nuSerialPersNumber: serial }] = [await makeCompany(db()), await make.pers()];
    const rows: Row[] = [
      [serial, "1"],
      [serial, "2", "", "", "Both"],
    ];
    await confirm(company.id, await preview(company.id, rows));
    const [first, second] = await stored(company.id);
    expect([first?.[3], second?.[4]]).toEqual([null, "Both"]);
    expect(Math.abs(Date.now() - Date.parse(String(first?.[2])))).toBeLessThan(60_000);
    expect(await preview(company.id, rows)).toMatchObject({ counts: { total: 2, same: 2 } });
    // One that has ended stays as it is: the company may have the device again.
    await linksOf().update({
      companyId: company.id,
      id: (await linksOf().list({ companyId: company.id, linkType: 1 })).items[0]?.id ?? "",
      endDate: new Date().toISOString(),
    });
    expect(await preview(company.id, rows)).toMatchObject({ counts: { total: 2, new: 1, same: 1 } });
  });

  it("are planned anew where somebody else links a device meanwhile, and nothing is written", async () => {
    const [company, other, { id: persId, nuSerialPersNumber }] = [
      await makeCompany(db()),
      await makeCompany(db()),
      await make.pers(),
    ];
    const plan = await preview(company.id, [[nuSerialPersNumber, "1", "2026-01-01"]]);
    await linksOf().create({ companyId: other.id, persId, linkType: 1, startDate: "2025-01-01" });
    await linksOf().imports.confirm({ companyId: company.id, id: plan.id, token: plan.token ?? "" });
    await expect
      .poll(() => linksOf().imports.get({ companyId: company.id, id: plan.id }))
      .toMatchObject({ status: "planned", counts: { error: 1 }, moved: [{ row: 2, was: "new", is: "error" }] });
    expect(await stored(company.id)).toEqual([]);
  });

  it("stay where somebody changed them, handed them over or took their place since the import", async () => {
    const [company, other] = [await makeCompany(db()), await makeCompany(db(), "SUBCONTRACTOR", "Service Ltd")];
    const [edited, granted, ended, deleted] = [
      await make.pers(),
      await make.pers(),
      await make.pers(),
      await make.pers(),
    ];
    const at = { companyId: company.id, linkType: 1 as const, startDate: "2026-01-01" };
    await linksOf().create({ ...at, persId: ended.id });
    const rows = [edited, granted, deleted].map(
      ({ nuSerialPersNumber }): Row => [nuSerialPersNumber, "1", "2026-01-01"],
    );
    const id = await confirm(
      company.id,
      await preview(company.id, [...rows, [ended.nuSerialPersNumber, "1", "2026-01-01", "2026-01-31"]]),
    );
    const { items } = await linksOf().list({ companyId: company.id, limit: 100 });
    const linkOf = (persId: string) => items.find(({ pers }) => pers.id === persId)?.id ?? "";
    await linksOf().update({ companyId: company.id, id: linkOf(edited.id), comment: "Mine" });
    await db()
      .delete(companyPersLinks)
      .where(eq(companyPersLinks.id, linkOf(deleted.id)));
    const handed = { persId: granted.id, companyId: other.id, grantedByCompanyId: company.id, linkType: 2 };
    await db()
      .insert(companyPersLinks)
      .values({ ...handed, startDate: day("2026-01-02") });
    await linksOf().create({ companyId: other.id, persId: ended.id, linkType: 1, startDate: "2026-02-01" });
    const { status, left } = await undo(company.id, id);
    expect(status).toBe("undone");
    expect(new Map(left.map(({ label, reason }) => [label, reason]))).toEqual(
      new Map([
        [edited.nuSerialPersNumber, "Changed since by Tess Ter."],
        [deleted.nuSerialPersNumber, "Deleted since by Tess Ter."],
        [granted.nuSerialPersNumber, "Handed over to Service Ltd since."],
        [
          ended.nuSerialPersNumber,
          "Another link has taken its place: Service Ltd has it from 2026-02-01 00:00 UTC without an end.",
        ],
      ]),
    );
    expect(await stored(company.id)).toHaveLength(3);
  });

  it("are imported by whoever may write links, in the company that was entered and in no other", async () => {
    const [company, other, { nuSerialPersNumber }] = [
      await makeCompany(db()),
      await makeCompany(db()),
      await make.pers(),
    ];
    const plan = await preview(company.id, [[nuSerialPersNumber, "1"]]);
    const inOther = { companyId: other.id, id: plan.id };
    expect(await failure(linksOf().imports.get(inOther))).toMatchObject({ status: 404 });
    expect(await failure(linksOf().imports.confirm({ ...inOther, token: plan.token ?? "" }))).toMatchObject({
      status: 404,
    });
    const reader = linksOf(["company-pers-link.read"]).imports;
    const own = { companyId: company.id, id: plan.id };
    expect(await failure(reader.confirm({ ...own, token: plan.token ?? "" }))).toMatchObject({ status: 403 });
    const id = await confirm(company.id, plan);
    expect(await failure(undo(other.id, id))).toMatchObject({ status: 404 });
    expect(await failure(reader.undo(own))).toMatchObject({ status: 403 });
    expect(await stored(company.id)).toHaveLength(1);
  });
});
