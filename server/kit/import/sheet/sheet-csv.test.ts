import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { csvStream } from "@/server/kit/export/spreadsheet";
import { storable } from "@/server/kit/value/text.rules";
import { SheetFault, type SheetRow } from "./sheet";
import { delimiterOf, readCsv } from "./sheet-csv";
import { sheetRows } from "./sheet-rows";

const bytesOf = (text: string) => new TextEncoder().encode(text);

async function read(bytes: Uint8Array) {
  const all: SheetRow[] = [];
  const output = {
    head: () => undefined,
    rows: async (rows: SheetRow[]) => {
      all.push(...rows);
    },
  };
  await readCsv(bytes, sheetRows(output, { strict: true }));
  return all;
}

test("empty rows are counted where others follow, and those that a workbook leaves out by their numbers", async () => {
  const counted = async (hasGaps: boolean, ...given: [number, string][]) => {
    const all: SheetRow[] = [];
    const take = async (rows: SheetRow[]) => {
      all.push(...rows);
    };
    const rows = sheetRows({ head: () => undefined, rows: take }, { strict: false, hasGaps });
    for (const [row, text] of given) rows.add(row, [text]);
    await rows.end();
    return all.map(({ row, blank }) => [row, blank]);
  };
  expect(await counted(true, [2, "title"], [3, "a"], [6, "b"], [7, ""], [8, "c"], [20, ""])).toEqual([
    [3, undefined],
    [6, 2],
    [8, 1],
  ]);
  expect(await counted(false, [1, "title"], [4, "a"], [5, " "], [9, "b"])).toEqual([
    [4, undefined],
    [9, 1],
  ]);
});

describe("reading CSV", () => {
  test("gives back what our own export wrote, whatever it holds", async () => {
    const cell = fc
      .string({ unit: "grapheme", maxLength: 20 })
      .map((text) => storable(text).replace(/\r\n?|\uFEFF/g, ""));
    await fc.assert(
      fc.asyncProperty(fc.array(fc.tuple(cell, cell), { minLength: 1, maxLength: 5 }), async (rows) => {
        const stream = csvStream(["a", "b"], (write) => write(rows));
        const written = new Uint8Array(await new Response(stream).arrayBuffer());
        const kept = rows.filter((row) => row.some((text) => text.trim() !== ""));
        expect((await read(written)).map(({ cells }) => cells)).toEqual(kept);
      }),
    );
  });

  test("gives the same rows however the file is cut into pieces", async () => {
    const row = (i: number) => `k${i},"${"é".repeat(i % 7)}\r\n""${i}""${",".repeat(i % 3)}"`;
    const lines = Array.from({ length: 9_000 }, (_, i) => row(i));
    const rows = await read(bytesOf(`k,v\r\n${lines.join("\r\n")}\r\n`));
    expect(rows).toHaveLength(9_000);
    expect(rows.every(({ row, cells: [k, v] }, i) => row === 2 + 2 * i && k === `k${i}` && v?.includes(`"${i}"`))).toBe(
      true,
    );
  });

  test("never fails on garbage with anything but a sentence for people", async () => {
    const pieces = fc.string({ unit: fc.constantFrom('"', ",", ";", "\n", "\r", "a", "=", "\t", "\uFEFF") });
    await fc.assert(
      fc.asyncProperty(fc.oneof(fc.uint8Array(), pieces.map(bytesOf)), async (bytes) => {
        const fault = await read(bytes).then(
          () => undefined,
          (error: unknown) => error,
        );
        if (fault) expect(fault).toBeInstanceOf(SheetFault);
      }),
      { numRuns: 500 },
    );
  });

  test.each([
    ["a,b\n", ","],
    ["a;b,c;d\n", ";"],
    ["a\tb\n1,2,3\n", "\t"],
    ['"a;b;c",d\n', ","],
    ['"a\n;;;;",b\n', ","],
    ["\n\na;b\n", ";"],
    ["a\n", ","],
  ])("finds the delimiter of %j", (text, delimiter) => {
    expect(delimiterOf(text)).toBe(delimiter);
  });
});
