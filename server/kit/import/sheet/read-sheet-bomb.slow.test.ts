import { describe, expect, it } from "vitest";
import { patienceMs, scaled } from "@/db/testing/scale";
import { failure } from "@/server/kit/testing";
import { readSheet } from "./read-sheet";
import { rowOf, workbookOf } from "./testing";

// Files that are as large as may be sent, and larger ones once they are unpacked.

const mb = 1024 * 1024;
const refused = async (file: string | Uint8Array) => {
  const bytes = new Uint8Array(Buffer.from(file as string));
  const read = readSheet(bytes, async ({ rows }) => {
    for await (const batch of rows) expect(batch.length).toBeGreaterThan(0);
  });
  const error = await failure(read);
  expect(error.errors?.[0]?.path ?? "file").toBe("file");
  return `${error.status} ${error.detail}`;
};

describe("a CSV file", () => {
  it.each([
    ["9 MB of blank lines", "\n".repeat(9 * mb), "400 Row 100001: more than 100,000 rows are blank."],
    [
      "9 MB of blank lines below its titles",
      `name,value\n${"\n".repeat(9 * mb)}`,
      "400 Row 100002: more than 100,000 rows are blank.",
    ],
    [
      "a cell of 8.4 MB",
      `name,value\nx,"${"a".repeat(8.4 * mb)}"\n`,
      "400 Row 2: it is too long, or a quote in it is never closed.",
    ],
    [
      "a quote open for 9 MB",
      `name,value\nx,"${"a\n".repeat(4.5 * mb)}`,
      "400 Row 2: it is too long, or a quote in it is never closed.",
    ],
    [
      "9 MB of quotes and letters",
      `name,value\nx,${'"a"a'.repeat(2.25 * mb)}\n`,
      "400 Row 2: it is too long, or a quote in it is never closed.",
    ],
    ["9 MB of delimiters", `name,value\n${",".repeat(9 * mb)}\n`, "400 "],
    ["10 MB and a byte", "a".repeat(10 * mb + 1), "413 The file is larger than 10 MB."],
  ])("of %s is refused at once", async (_, file, words) => {
    const begun = performance.now();
    expect(await refused(file)).toContain(words);
    expect(performance.now() - begun).toBeLessThan(scaled(patienceMs, 5_000));
  });
});

describe("an XLSX file", () => {
  const sheetPart = (content: string | Buffer) =>
    workbookOf({ rows: "", more: { "xl/worksheets/sheet1.xml": content } });
  const head = rowOf("name", "value");
  const shared = (n: number) => `<row><c t="inlineStr"><is><t>x</t></is></c><c t="s"><v>${n}</v></c></row>`;

  it.each([
    ["a bomb of 300 MB", sheetPart(Buffer.alloc(300 * mb, " ")), "400 "],
    ["a bomb of 54 MB of blank rows", workbookOf({ rows: `${head}${"<row/>".repeat(9 * mb)}` }), "400 Row"],
    [
      "a bomb of shared texts",
      workbookOf({ rows: head, strings: `<si><t>${"a".repeat(30_000)}</t></si>`.repeat(4000) }),
      "400 The workbook is larger than 50 MB once it is unpacked.",
    ],
    [
      "a cell of 8.4 MB",
      workbookOf({ rows: head + rowOf("x", "a".repeat(8.4 * mb)) }),
      '400 Row 2, column "value": this cell has more than 32,768 characters.',
    ],
    [
      "a shared text of 8.4 MB",
      workbookOf({ rows: head + shared(1), strings: `<si><t>a</t></si><si><t>${"a".repeat(8.4 * mb)}</t></si>` }),
      '400 Row 2, column "value": this cell has more than 32,768 characters.',
    ],
    ["an attribute of 8 MB", sheetPart(`<worksheet a="${"a".repeat(8 * mb)}"/>`), "400 "],
  ])("with %s is refused at once", async (_, file, words) => {
    const begun = performance.now();
    expect(await refused(file)).toContain(words);
    expect(performance.now() - begun).toBeLessThan(scaled(patienceMs, 8_000));
  });
});
