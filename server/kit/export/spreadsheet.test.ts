import ExcelJS from "exceljs";
import { parse } from "papaparse";
import { describe, expect, test } from "vitest";
import { asWritten } from "./formula.rules";
import { type Cell, csvStream, jsonStream, type Producer, xlsxStream } from "./spreadsheet";

const whole = async (stream: ReadableStream<Uint8Array>) => new Uint8Array(await new Response(stream).arrayBuffer());
const of =
  (...rows: Cell[][]): Producer =>
  (write) =>
    write(rows);
const csv = async (header: string[], produce: Producer) =>
  new TextDecoder("utf-8", { ignoreBOM: true }).decode(await whole(csvStream(header, produce)));
async function sheet(header: string[], produce: Producer) {
  const book = new ExcelJS.Workbook();
  await book.xlsx.load((await whole(xlsxStream(header, produce))).buffer as ArrayBuffer);
  const rows: unknown[][] = [];
  book.worksheets[0]?.eachRow((row) => rows.push((row.values as unknown[]).slice(1)));
  return rows;
}
const nasty = ["=1+1", "+33 6", "-2+3", "@SUM(A1)", "\t=1", "\r=1"];

describe("a CSV file", () => {
  test("begins with a byte-order mark, quotes what must be quoted, and ends lines with CR LF", async () => {
    const text = await csv(["A", "B, C"], of(["x", 'say "hi"'], ["two\nlines", null], [1.5, true]));
    expect(text).toBe('\uFEFFA,"B, C"\r\nx,"say ""hi"""\r\n"two\nlines",\r\n1.5,true\r\n');
  });

  test("has its first line even without rows", async () => {
    expect(await csv(["A"], async () => undefined)).toBe("\uFEFFA\r\n");
  });

  test("holds no formula; plain numbers stay what they are", async () => {
    const text = await csv(["A"], of(...nasty.map((cell) => [cell]), ["-5"], ["-1,5"], [-5]));
    const cells = parse<string[]>(text.slice(1), { skipEmptyLines: true }).data.flat().slice(1);
    expect(cells.map(asWritten)).toEqual([...nasty, "-5", "-1,5", "-5"]);
    for (const cell of cells.slice(0, nasty.length)) expect(cell).toMatch(/^'/);
  });

  test("is the same in a spreadsheet whose list separator is another", async () => {
    const text = await csv(["A"], of(["x;=cmd|' /C calc'!A0"], ["tab\t=1"], ["a;b"], ["＝1"], ["plain"]));
    expect(text).toBe(`\uFEFFA\r\n"x;'=cmd|' /C calc'!A0"\r\n"tab\t'=1"\r\n"a;b"\r\n"'＝1"\r\nplain\r\n`);
  });

  test("holds no character that XML cannot hold, whatever older rows have", async () => {
    const bad = ["a\ufffeb", "a\uffffb", "a\ud800b", "a\u0001b", `${"x".repeat(32_765)}\u{1f600}${"y".repeat(9)}`];
    const found = /[\ufffe\uffff\p{Cs}]|(?![\r\n])\p{Cc}/u;
    const read = await sheet(["A"], of(...bad.map((cell) => [cell])));
    expect(read.slice(1, 5)).toEqual(Array(4).fill(["a\ufffdb"]));
    expect(read.flat().filter((text) => found.test(String(text)))).toEqual([]);
    expect(await csv(["A"], of(...bad.map((cell) => [cell])))).not.toMatch(found);
  });

  test("breaks off where its rows do", async () => {
    const failing: Producer = async (write) => {
      await write([["x"]]);
      throw new Error("lost");
    };
    await expect(whole(csvStream(["A"], failing))).rejects.toThrow("lost");
    await expect(whole(xlsxStream(["A"], failing))).rejects.toThrow("lost");
  });
});

test("a JSON file is an array, whatever comes in how many pieces", async () => {
  const json = async (...pieces: unknown[][]) => {
    const file = jsonStream(async (write) => {
      for (const piece of pieces) await write(piece);
    });
    return JSON.parse(await new Response(file).text());
  };
  expect(await json()).toEqual([]);
  expect(await json([])).toEqual([]);
  expect(await json([1, { a: "é\n" }], [], [null])).toEqual([1, { a: "é\n" }, null]);
});

describe("an XLSX file", () => {
  test("keeps texts as texts, numbers as numbers, and drops nothing", async () => {
    const rows = await sheet(
      ["A", "B"],
      of(...nasty.map((cell) => [cell, 1]), ["ok é 你", -5], ["-5", true], ["\u0001\u000b", null]),
    );
    expect(rows.slice(0, 5)).toEqual([["A", "B"], ...nasty.slice(0, 4).map((cell) => [cell, 1])]);
    expect(rows.slice(7, 9)).toEqual([
      ["ok é 你", -5],
      ["-5", true],
    ]);
  });

  test("holds instants as dates in UTC, which a spreadsheet shows and sorts as such", async () => {
    const at = new Date("2026-01-31T10:20:30Z");
    const book = new ExcelJS.Workbook();
    const file = await whole(xlsxStream(["At", "Text"], of([at, "2026-01-31"])));
    await book.xlsx.load(file.buffer as ArrayBuffer);
    const row = book.worksheets[0]?.getRow(2);
    expect(row?.getCell(1).value).toEqual(at);
    expect(row?.getCell(1).numFmt).toBe("yyyy-mm-dd hh:mm:ss");
    expect(row?.getCell(2).value).toBe("2026-01-31");
    expect(await csv(["At"], of([at], [null]))).toBe("\uFEFFAt\r\n2026-01-31 10:20:30\r\n\r\n");
  });

  test("cuts a text that no cell can hold", async () => {
    const [, [cell] = []] = await sheet(["A"], of(["x".repeat(40_000)]));
    expect(String(cell)).toHaveLength(32_767);
  });
});
