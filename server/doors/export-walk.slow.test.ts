import ExcelJS from "exceljs";
import { parse } from "papaparse";
import { beforeAll, describe, expect, it } from "vitest";
import type { z } from "zod";
import { companies, faqs } from "@/db/schema";
import { useDemo } from "@/db/testing/demo";
import { sample } from "@/db/testing/sample";
import { handleApi } from "@/server/api";
import { said } from "@/server/kit/value/words.rules";
import { permissionCodes } from "@/server/permissions";
import { appRouter } from "@/server/root";
import { credentialsOf, makePerson } from "@/server/testing/callers";
import { proceduresOf } from "./rest-plan";

// Every list in every format: what a column's words, cells and values are, for each type.

const { db } = useDemo(60, "2026-11-01T12:00:00Z");
let cookie = "";
let userId = "";
let companyId = "";
let faqId = "";
beforeAll(async () => {
  cookie = (await credentialsOf(db(), await makePerson(db(), {}, permissionCodes))).cookie;
  userId = (await makePerson(db(), { type: "Rider" })).id;
  const [company] = await db().select().from(companies).limit(1);
  companyId = company?.id ?? "";
  const [faq] = await db().insert(faqs).values({ name: "One", topic: "One" }).returning();
  faqId = faq?.id ?? "";
});

const ask = (path: string) =>
  handleApi(new Request(`http://localhost/api/export/${path}`, { headers: { host: "localhost", cookie } }));
const csv = async (path: string) => parse<string[]>((await (await ask(path)).text()).trimEnd()).data;
async function sheet(path: string) {
  const book = new ExcelJS.Workbook();
  await book.xlsx.load(await (await ask(`${path}&format=xlsx`)).arrayBuffer());
  const rows: ExcelJS.CellValue[][] = [];
  book.worksheets[0]?.eachRow((row) => rows.push((row.values as ExcelJS.CellValue[]).slice(1)));
  return rows;
}

// Lists of what belongs to one thing, which they must be told.
const needed: Record<string, () => Record<string, string>> = {
  faqContents: () => ({ faqId }),
  inAppNotifications: () => ({ email: "rider@persdesk.demo" }),
  pushNotifications: () => ({ email: "rider@persdesk.demo" }),
  sheetActivities: () => ({ modelType: "pers", objectId: crypto.randomUUID() }),
  userVehicles: () => ({ userId }),
};

describe("every list", () => {
  const lists = proceduresOf(appRouter).flatMap(([name, { _def }]) => {
    const output = _def.output as z.ZodObject<{ items: z.ZodArray<z.ZodObject> }> | undefined;
    const list = name.replace(/\.rows$/, ""); // other lists of a router are exported by their whole names
    if (_def.meta?.company) needed[list] = () => ({ companyId });
    return _def.meta?.list && output ? [[list, output.shape.items.element.shape] as const] : [];
  });

  it("is walked", () => expect(lists.length).toBeGreaterThan(20));

  const tried = sample(lists, 8, "lists that are exported in each format");
  it.each(tried)("%s is exported in each format, with all its columns", async (name, shape) => {
    const keys = Object.keys(shape);
    const path = `${name}?columns=${keys.map((key) => `${key}=${key}`).join(",")}&${new URLSearchParams(needed[name]?.())}`;
    const raw: Record<string, unknown>[] = await (await ask(`${path}&format=raw`)).json();
    const words = (await csv(path)).slice(1);
    const cells = (await sheet(path)).slice(1);
    expect([words.length, cells.length]).toEqual([raw.length, raw.length]);
    const wrong = raw.flatMap((row, n) =>
      keys.filter((key, index) => {
        const [value, word = "", cell] = [row[key], words[n]?.[index], cells[n]?.[index]];
        if (typeof value === "boolean") return /true|false/.test(word);
        const isShare = shape[key] && said.get(shape[key])?.isShare;
        if (typeof value === "number")
          return cell !== (isShare ? Math.round(value * 100) : value) && !/^[A-Z]/.test(word);
        const isInstant = typeof value === "string" && /^\d{4}-\d\d-\d\dT.*Z$/.test(value);
        return isInstant && !(cell instanceof Date && cell.getTime() === Date.parse(value));
      }),
    );
    expect([...new Set(wrong)]).toEqual([]);
  });
});
