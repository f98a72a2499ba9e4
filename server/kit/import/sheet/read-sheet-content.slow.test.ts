import ExcelJS from "exceljs";
import { describe, expect, it } from "vitest";
import { patienceMs, scaled } from "@/db/testing/scale";
import { failure } from "@/server/kit/testing";
import { readSheet } from "./read-sheet";
import type { SheetRow } from "./sheet";
import { rowOf, sheetOf, workbookOf, zipOf } from "./testing";

const mb = 1024 * 1024;

async function read(file: string | Uint8Array) {
  const bytes = new Uint8Array(Buffer.from(file as string));
  return readSheet(bytes, async ({ kind, titles, rows }) => {
    const all: SheetRow[] = [];
    for await (const batch of rows) all.push(...batch);
    return { kind, titles, rows: all };
  });
}
const cells = async (file: string | Uint8Array) => (await read(file)).rows.map((row) => row.cells);
const refused = async (file: string | Uint8Array) => {
  const error = await failure(read(file));
  expect(error.errors?.[0]?.path ?? "file").toBe("file");
  return `${error.status} ${error.detail}`;
};

describe("a CSV file", () => {
  it.each([
    ["commas", 'a,b\n1,"x, y"\n'],
    ["semicolons", 'a;b\r\n1;"x, y"\r\n'],
    ["tabs", "a\tb\n1\tx, y\n"],
    ["a byte-order mark", '\uFEFFa,b\n1,"x, y"'],
    ["old Mac line breaks", 'a,b\r1,"x, y"\r'],
    ["UTF-16", Buffer.from('\uFEFFa,b\n1,"x, y"\n', "utf16le")],
    ["UTF-16, the other way round", Buffer.from('\uFEFFa,b\n1,"x, y"\n', "utf16le").swap16()],
  ])("is read with %s", async (_, file) => {
    expect(await read(file)).toEqual({
      kind: "csv",
      titles: ["a", "b"],
      rows: [{ row: 2, cells: ["1", "x, y"], fault: undefined }],
    });
  });

  it("numbers rows as an editor does, and leaves out blank ones", async () => {
    const { rows } = await read('\nk,v\n1,"a\nb\r\nc"\n\n2,x\n,\n3,"y"\n');
    expect(rows.map(({ row, cells }) => [row, cells])).toEqual([
      [3, ["1", "a\nb\nc"]],
      [7, ["2", "x"]],
      [9, ["3", "y"]],
    ]);
  });

  it("takes back the apostrophe of our own export, and no other", async () => {
    expect(await cells("a\n'=1\n''=1\n'x\n")).toEqual([["=1"], ["'=1"], ["'x"]]);
  });

  it("tells rows with too few or too many cells, and reads the others", async () => {
    const { rows } = await read("a,b\n1\n1,2,3\n1,2,\n");
    expect(rows.map(({ fault }) => fault?.message)).toEqual([
      "This row has 1 cell, the first line 2.",
      "This row has 3 cells, the first line 2.",
      undefined,
    ]);
  });

  it("reads 10,000 rows in their order, and names the one that is over", async () => {
    const lines = Array.from({ length: 10_000 }, (_, i) => `k${i},"v ${i}"`);
    const { rows } = await read(`k,v\n${lines.join("\n")}\n`);
    expect(rows).toHaveLength(10_000);
    expect(rows.every(({ row, cells }, i) => row === i + 2 && cells[0] === `k${i}`)).toBe(true);
    expect(await refused(`k,v\n${lines.join("\n")}\nmore,x\n`)).toBe(
      "400 Row 10002: the file has more than 10,000 rows.",
    );
  });

  it.each([
    ["nothing", "", "400 The file is empty."],
    ["only blank lines", "\n \n", "400 The file is empty. Its first line must name the columns."],
    ["a column without a title", "a,,c\n", "400 Row 1, column B: this column has no title."],
    ["a column twice", "a,b,a\n", '400 Row 1: the column "a" appears twice.'],
    [
      "Latin-1",
      Buffer.from("name,value\nsave,d\xe9j\xe0\n", "latin1"),
      "400 Line 2 is not UTF-8. Save the file as CSV UTF-8.",
    ],
    [
      "an old workbook",
      Buffer.from("d0cf11e0a1b11ae1", "hex"),
      "400 This is an old (.xls) or a protected Excel file. Save it as .xlsx without a password.",
    ],
    ["a PDF", "%PDF-1.7", "400 This is a PDF. Give a CSV file or an .xlsx file."],
    [
      "a picture",
      Buffer.from("89504e470d0a1a0a0000000d49484452", "hex"),
      "400 This is neither a CSV file nor an Excel workbook.",
    ],
    [
      "a quote that is never closed",
      'name,value\nsave,"open\nx,y\n',
      '400 Row 2, column "value": a quote is opened here and never closed.',
    ],
    [
      "a text behind a quote",
      'name,value\nsave,"a"b,c\n',
      '400 Row 2, column "value": there is text after a closing quote.',
    ],
    ["101 columns", `${"a,".repeat(101)}b\n`, "400 Row 1: more than 100 columns."],
  ])("is refused with %s", async (_, file, words) => {
    expect(await refused(file)).toBe(words);
  });
});

describe("an XLSX file", () => {
  it("is read as spreadsheet programs write it: texts, numbers, dates, formulas, whatever its name", async () => {
    const book = new ExcelJS.Workbook();
    const sheet = book.addWorksheet("First");
    sheet.addRow(["name", "value", "rich", "when", "at", "sum", "yes", "price"]);
    sheet.addRow([
      "save",
      12.5,
      { richText: [{ text: "a" }, { text: "b", font: { bold: true } }] },
      new Date("2026-01-31"),
      new Date("2026-01-31T10:15:30Z"),
      { formula: "1+1", result: 2 },
      true,
      0.1 + 0.2,
    ]);
    sheet.addRow(["two\nlines", null, "=1+1"]);
    sheet.addRow([]);
    sheet.addRow([" last ", 1234567890123]);
    sheet.getColumn(4).numFmt = "dd/mm/yyyy";
    sheet.getColumn(5).numFmt = "yyyy-mm-dd hh:mm";
    book.addWorksheet("Second").addRow(["other"]);
    const file = Buffer.from(await book.xlsx.writeBuffer());
    expect(await read(file)).toMatchObject({
      kind: "xlsx",
      titles: ["name", "value", "rich", "when", "at", "sum", "yes", "price"],
      rows: [
        { row: 2, cells: ["save", "12.5", "ab", "2026-01-31", "2026-01-31T10:15:30Z", "2", "true", "0.3"] },
        { row: 3, cells: ["two\nlines", "", "=1+1", "", "", "", "", ""] },
        { row: 5, cells: [" last ", "1234567890123", "", "", "", "", "", ""] },
      ],
    });
  });

  it("is read with inline and shared texts, prefixes, gaps, errors and the calendar of 1904", async () => {
    const file = workbookOf({
      properties: 'date1904="1"',
      strings:
        "<si><t>shared</t></si><si><r><t>ri</t></r><r><t>ch</t></r><rPh><t>no</t></rPh></si><si><t>a_x000D__x000A_b</t></si>",
      styles:
        '<numFmts><numFmt numFmtId="200" formatCode="[$-409]d\\-mmm\\-yy;@"/></numFmts><cellXfs><xf numFmtId="0"/><xf numFmtId="200"/></cellXfs>',
      rows: `${rowOf("a", "b", "c", "d")}
        <x:row r="5" xmlns:x="x"><x:c r="D5" t="s"><x:v>1</x:v></x:c></x:row>
        <row><c t="s"><v>0</v></c><c><v>0</v></c><c s="1"><v>1</v></c><c t="e"><v>#N/A</v></c></row>
        <row r="9"><c t="s"><v>2</v></c><c t="str"><f>A1</f><v><![CDATA[x<y]]></v></c></row>
        ${rowOf("1", "2", "3", "4", "5")}`,
    });
    expect((await read(file)).rows).toEqual([
      { row: 5, cells: ["", "", "", "rich"], blank: 3 },
      {
        row: 6,
        cells: ["shared", "0", "1904-01-02", "#N/A"],
        fault: { column: 3, message: "This cell holds the error #N/A." },
      },
      { row: 9, cells: ["a\nb", "x<y", "", ""], blank: 2 },
      {
        row: 10,
        cells: ["1", "2", "3", "4"],
        fault: { column: null, message: "There is a value in column E, which has no title." },
      },
    ]);
  });

  it("is read with 10,000 rows, and refused with one more", async () => {
    const rows = Array.from({ length: 10_000 }, (_, i) => [`k${i}`, `v ${i}`]);
    const { rows: read10k } = await read(sheetOf([["k", "v"], ...rows]));
    expect(read10k).toHaveLength(10_000);
    expect(read10k[9_999]).toEqual({ row: 10_001, cells: ["k9999", "v 9999"] });
    expect(await refused(sheetOf([["k", "v"], ...rows, ["x", "y"]]))).toBe(
      "400 Row 10002: the file has more than 10,000 rows.",
    );
  });

  const doctype = '<!DOCTYPE x [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;&a;">]>';
  const sheetPart = (content: string | Buffer) =>
    workbookOf({ rows: "", more: { "xl/worksheets/sheet1.xml": content } });
  const head = rowOf("name", "value");
  const shared = (n: number) => `<row><c t="inlineStr"><is><t>x</t></is></c><c t="s"><v>${n}</v></c></row>`;

  it.each([
    [
      "a bomb of one shared text in every cell",
      workbookOf({
        rows: head + `<row>${'<c t="s"><v>0</v></c>'.repeat(2)}</row>`.repeat(9000),
        strings: `<si><t>${"a".repeat(32_000)}</t></si>`,
      }),
      "400 Row 821: the cells up to here have more than 52,428,800 characters together.",
    ],
    [
      "a row of one shared text",
      workbookOf({
        rows: `<row>${Array.from({ length: 100 }, (_, i) => `<c t="inlineStr"><is><t>c${i}</t></is></c>`).join("")}</row><row>${'<c t="s"><v>0</v></c>'.repeat(100)}</row>`,
        strings: `<si><t>${"ä".repeat(32_000)}</t></si>`,
      }),
      "400 Row 2: its cells have more than 524,288 characters together.",
    ],
    [
      "a bomb that says it is small",
      zipOf({ "_rels/.rels": Buffer.alloc(60 * mb, " ") }, { size: 100 }),
      "400 The workbook is damaged: it cannot be unpacked.",
    ],
    [
      "a shared text of 40,000 characters",
      workbookOf({ rows: head + shared(0), strings: `<si><t>${"a".repeat(40_000)}</t></si>` }),
      '400 Row 2, column "value": this cell has 40,000 characters; at most 32,768 are taken.',
    ],
    [
      "a shared text that is not there",
      workbookOf({ rows: head + shared(7) }),
      '400 Row 2, column "value": the workbook is damaged, this text is missing.',
    ],
    [
      "entities",
      sheetPart(`${doctype}<worksheet>&b;</worksheet>`),
      "400 The workbook declares a document type, which no such file needs. It was not read.",
    ],
    [
      "an unknown entity",
      sheetPart("<worksheet>&b;</worksheet>"),
      "400 The workbook is damaged: xl/worksheets/sheet1.xml is not well-formed XML.",
    ],
    [
      "tags nested a million deep",
      sheetPart("<a>".repeat(mb)),
      "400 The workbook is damaged: xl/worksheets/sheet1.xml is nested too deeply.",
    ],
    [
      "XML that breaks off",
      sheetPart("<worksheet><sheetData><row>"),
      "400 The workbook is damaged: xl/worksheets/sheet1.xml ends too early.",
    ],
    [
      "a file that breaks off",
      sheetOf([["a"], ["b"]]).subarray(0, 600),
      "400 The workbook is damaged: it cannot be unpacked.",
    ],
    [
      "a zip of something else",
      zipOf({ "hello.txt": "hello" }),
      "400 This is a zip file, but no Excel workbook (.xlsx).",
    ],
    [
      "5,000 parts",
      zipOf(Object.fromEntries(Array.from({ length: 5000 }, (_, i) => [`p${i}`, "x"]))),
      "400 The workbook is damaged: it has too many parts.",
    ],
    [
      "a sheet outside",
      workbookOf({
        rows: "",
        more: {
          "xl/_rels/workbook.xml.rels":
            '<Relationships><Relationship Id="rId1" Type="x/worksheet" Target="../../../etc/passwd"/></Relationships>',
        },
      }),
      "400 The workbook is damaged: its part etc/passwd is missing.",
    ],
    [
      "101 columns",
      workbookOf({ rows: rowOf(...Array.from({ length: 101 }, String)) }),
      "400 Row 1: more than 100 columns.",
    ],
    ["no rows", workbookOf({ rows: "" }), "400 The file is empty. Its first line must name the columns."],
  ])("with %s is refused at once", async (_, file, words) => {
    const begun = performance.now();
    expect(await refused(file)).toContain(words);
    expect(performance.now() - begun).toBeLessThan(scaled(patienceMs, 8_000));
  });
});

it("is decided by content: CSV under any name, a workbook under any name", async () => {
  expect((await read("name,value\na,b\n")).kind).toBe("csv");
  expect((await read(sheetOf([["name"], ["x"]]))).kind).toBe("xlsx");
});

it("lets no file wait behind one whose rows nobody takes to the end", async () => {
  const many = `k\n${"x\n".repeat(9_000)}`;
  const first = await readSheet(
    new Uint8Array(Buffer.from(many)),
    async ({ rows }) => (await rows.next()).value?.length,
  );
  expect(first).toBeLessThan(1000);
  expect((await read("k\nx\n")).rows).toHaveLength(1);
});
