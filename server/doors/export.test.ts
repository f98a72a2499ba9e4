import ExcelJS from "exceljs";
import { parse } from "papaparse";
import { beforeAll, describe, expect, it } from "vitest";
import { countries } from "@/db/schema";
import { useDemo } from "@/db/testing/demo";
import { handleApi } from "@/server/api";
import { permissionCodes } from "@/server/permissions";
import { credentialsOf, makePerson } from "@/server/testing/callers";

const { db } = useDemo(30, "2026-06-15T12:00:00Z");
let cookie = "";
const newCookie = async () => (await credentialsOf(db(), await makePerson(db(), {}, permissionCodes))).cookie;
beforeAll(async () => {
  cookie = await newCookie();
});

const ask = (path: string, as = cookie) =>
  handleApi(new Request(`http://localhost/api/export/${path}`, { headers: { host: "localhost", cookie: as } }));
const csv = async (path: string) => parse<string[]>((await (await ask(path)).text()).trimEnd()).data;
async function sheet(path: string) {
  const book = new ExcelJS.Workbook();
  await book.xlsx.load(await (await ask(`${path}&format=xlsx`)).arrayBuffer());
  const rows: ExcelJS.CellValue[][] = [];
  book.worksheets[0]?.eachRow((row) => rows.push((row.values as ExcelJS.CellValue[]).slice(1)));
  return rows;
}

describe("a file in words", () => {
  const columns = [
    "nuSerialPersNumber=Serial",
    "status=Status",
    "modelPERS=Model",
    "vehicle=Vehicle",
    "kitDiffers=Kit",
    "updatedAt=Changed",
  ].join(",");

  it("says what a list says: words, names of records, instants as dates", async () => {
    const [head, ...rows] = await csv(`pers?status=stock&columns=${columns}`);
    expect(head).toEqual(["Serial", "Status", "Model", "Vehicle", "Kit", "Changed (UTC)"]);
    expect(rows.length).toBeGreaterThan(0);
    for (const [serial, status, model, vehicle, kit, changed] of rows) {
      expect([serial, model]).toEqual([expect.stringMatching(/^P/), expect.stringMatching(/^[A-Z]/)]);
      expect([status, vehicle]).toEqual(["In stock", ""]);
      expect(kit).toMatch(/^(Changed)?$/);
      expect(changed).toMatch(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/);
    }
  });

  it("has several values in one column, and units in its titles", async () => {
    const [head, ...rows] = await csv(
      "vehicles?rider=1&columns=rider.firstName%20rider.lastName=Rider,persDistance=Distance",
    );
    expect(head).toEqual(["Rider", "Distance (km)"]);
    expect(rows[0]).toEqual([expect.stringMatching(/^\S+ \S+/), expect.stringMatching(/^\d+$/)]);
  });

  it("as XLSX has dates, numbers and texts as such", async () => {
    const rows = await sheet("vehicles?columns=vehicleSerialNumber=Serial,persDistance=Distance,createdAt=Created");
    expect(rows[0]).toEqual(["Serial", "Distance (km)", "Created (UTC)"]);
    for (const row of rows.slice(1)) expect(row).toEqual([expect.any(String), expect.any(Number), expect.any(Date)]);
    const raw = await (await ask("vehicles?format=raw&columns=createdAt=x")).json();
    expect(rows.slice(1).map(([, , at]) => (at as Date).toISOString())).toEqual(
      raw.map(({ createdAt }: { createdAt: string }) => createdAt),
    );
  });

  it("names the languages that a record is missing", async () => {
    await db().insert(countries).values({ code: "XX", name: "Untranslated", phonePrefix: "+999" });
    const all = (await csv("languages?status=true&columns=code=Code")).slice(1).map(([code]) => code);
    const [, [name, missing] = []] = await csv("countries?name=Untrans&columns=name=Name,missingLanguageIds=Missing");
    expect([name, missing?.split(", ").sort()]).toEqual(["Untranslated", all.sort()]);
  });
});

describe("a file for machines", () => {
  it("holds the values of the wire under their paths, or whole rows", async () => {
    const response = await ask(
      "pers?format=raw&sortBy=nuSerialPersNumber:asc&columns=status=S,modelPERS.label=M,none=N",
    );
    expect(response.headers.get("content-type")).toBe("application/json; charset=utf-8");
    expect(response.headers.get("content-disposition")).toMatch(/^attachment; filename="pers-\d{4}-\d\d-\d\d\.json"$/);
    const rows: Record<string, unknown>[] = await response.json();
    const whole: Record<string, unknown>[] = await (await ask("pers?format=raw&sortBy=nuSerialPersNumber:asc")).json();
    expect(rows).toHaveLength(30);
    expect(rows).toEqual(
      whole.map(({ status, modelPERS }) => ({
        status,
        "modelPERS.label": (modelPERS as { label: string }).label,
        none: null,
      })),
    );
    expect(Object.keys(whole[0] ?? {})).not.toContain("activationPinHash");
  });

  it("is refused in a format that there is not", async () => {
    const response = await ask("pers?format=pdf&columns=id=I");
    expect([response.status, (await response.json()).errors[0].path]).toEqual([400, "format"]);
  });
});

describe("exports at once", () => {
  /** Opens a file and reads nothing of it. */
  const open = async (as: string) => {
    const response = await ask("iotMessages?columns=payload=Payload,persSerialNumber=Serial", as);
    return { response, close: () => response.body?.cancel() };
  };

  it("are two of one person, until one of them was read or left", async () => {
    const mine = await newCookie();
    const [first, second, third] = [await open(mine), await open(mine), await open(mine)];
    expect([first, second, third].map(({ response }) => response.status)).toEqual([200, 200, 429]);
    expect(third.response.headers.get("retry-after")).toBe("10");
    expect((await third.response.json()).code).toBe("too_many_requests");
    expect((await open(await newCookie())).close()).toBeDefined();
    await first.close();
    await expect.poll(async () => (await ask("pers?columns=id=I", mine)).status).toBe(200);
    await second.response.text();
    await expect.poll(async () => (await ask("pers?columns=id=I", mine)).status).toBe(200);
  });

  it("are made two at a time of all people together; the others wait for their turn", async () => {
    const people = await Promise.all([1, 2, 3, 4, 5, 6].map(newCookie));
    const files = await Promise.all(people.map(open));
    expect(files.map(({ response }) => response.status)).toEqual(people.map(() => 200));
    for (const { close } of files) await close();
    await expect.poll(async () => (await ask("pers?columns=id=I", people[5])).status).toBe(200);
  });

  it("leave their place where they fail before their first row", async () => {
    const mine = await newCookie();
    for (let n = 0; n < 5; n++) expect((await ask("pers?columns=id=I&sortBy=no:asc", mine)).status).toBe(400);
    expect((await ask("pers?columns=id=I", mine)).status).toBe(200);
  });
});
