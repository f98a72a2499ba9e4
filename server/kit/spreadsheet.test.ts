import ExcelJS from "exceljs";
import fc from "fast-check";
import { parse } from "papaparse";
import { describe, expect, test } from "vitest";
import type { AppError } from "./errors";
import { type Cell, csvStream, type Producer, readCsv, xlsxStream } from "./spreadsheet";
import { storable } from "./text.rules";

const bytes = (text: string) => new TextEncoder().encode(text);
const bytesIn = async (stream: ReadableStream<Uint8Array>) => new Uint8Array(await new Response(stream).arrayBuffer());
const of =
  (...rows: Cell[][]): Producer =>
  (write) =>
    write(rows);
const csv = async (header: string[], produce: Producer) =>
  new TextDecoder("utf-8", { ignoreBOM: true }).decode(await bytesIn(csvStream(header, produce)));
async function sheet(header: string[], produce: Producer) {
  const book = new ExcelJS.Workbook();
  await book.xlsx.load((await bytesIn(xlsxStream(header, produce))).buffer as ArrayBuffer);
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
    expect(cells).toEqual([...nasty.map((cell) => `'${cell}`), "-5", "-1,5", "-5"]);
  });

  test("is read again as it was written, whatever it holds", async () => {
    const cell = fc
      .string({ unit: "grapheme", maxLength: 20 })
      .map((text) => storable(text).replace(/\r\n?|\uFEFF/g, ""));
    await fc.assert(
      fc.asyncProperty(fc.array(fc.tuple(cell, cell), { minLength: 1, maxLength: 5 }), async (rows) => {
        const { rows: read } = readCsv(await bytesIn(csvStream(["a", "b"], of(...rows))));
        const kept = rows.filter((row) => row.some((text) => text.trim() !== ""));
        expect(read.map(({ values }) => [values.a, values.b])).toEqual(kept);
      }),
    );
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
    await expect(bytesIn(csvStream(["A"], failing))).rejects.toThrow("lost");
    await expect(bytesIn(xlsxStream(["A"], failing))).rejects.toThrow("lost");
  });
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

  test("cuts a text that no cell can hold", async () => {
    const [, [cell] = []] = await sheet(["A"], of(["x".repeat(40_000)]));
    expect(String(cell)).toHaveLength(32_767);
  });
});

describe("streaming", () => {
  test.each([
    ["csv", csvStream],
    ["xlsx", xlsxStream],
  ] as const)(
    "100,000 rows as %s wait for their reader, and are never held all at once",
    async (_, stream) => {
      const row = Array.from({ length: 10 }, (_, index) => `cell ${index} ${"x".repeat(40)}`);
      let written = 0;
      const produce: Producer = async (write) => {
        for (let batch = 0; batch < 100; batch++) {
          await write(Array.from({ length: 1000 }, (_, n) => [...row, batch * 1000 + n]));
          written += 1000;
        }
      };
      const reader = stream(["a"], produce).getReader();
      await reader.read();
      await new Promise((resolve) => setTimeout(resolve, 300));
      expect(written).toBeLessThan(40_000);
      let [size, peak] = [0, 0];
      for (let piece = await reader.read(); !piece.done; piece = await reader.read()) {
        size += piece.value.byteLength;
        peak = Math.max(peak, process.memoryUsage().arrayBuffers);
      }
      expect(written).toBe(100_000);
      expect(size).toBeGreaterThan(1_000_000);
      expect(peak).toBeLessThan(100 * 1024 * 1024);
    },
    60_000,
  );

  test.each([
    ["csv", csvStream],
    ["xlsx", xlsxStream],
  ] as const)("%s stops asking for rows when its reader goes away", async (_, stream) => {
    let [written, ended] = [0, false];
    const row = ["x".repeat(10_000)];
    const reader = stream(["a"], async (write) => {
      try {
        for (;;) {
          await write(Array.from({ length: 100 }, () => row));
          written++;
          await new Promise((resolve) => setImmediate(resolve));
        }
      } finally {
        ended = true;
      }
    }).getReader();
    await reader.read();
    await reader.cancel();
    await expect.poll(() => ended).toBe(true);
    expect(written).toBeLessThan(1000);
  });
});

describe("reading a CSV file", () => {
  const fault = (content: string | Uint8Array, options = {}): string => {
    try {
      readCsv(typeof content === "string" ? bytes(content) : content, options);
    } catch (error) {
      return `${(error as AppError).status} ${(error as AppError).detail}`;
    }
    return "none";
  };
  const values = (text: string) => readCsv(bytes(text)).rows.map((row) => Object.values(row.values));

  test("takes commas or semicolons, any line ends, with or without a byte-order mark", () => {
    for (const text of ["a,b\n1,2\n", "\uFEFFa;b\r\n1;2", "a,b\r1,2\r", '"a","b"\n"1","2"', "a;b\n1;2\n"])
      expect([text, values(text)]).toEqual([text, [["1", "2"]]]);
    expect(values('"a;x",b\n1,2')).toEqual([["1", "2"]]);
    expect(values("a\n1;2,3")).toEqual([["1;2"]].map(() => ["1;2"]));
  });

  test("counts lines as an editor does, over cells of several lines and blank lines", () => {
    const { rows } = readCsv(bytes('k,v\n1,"a\nb\r\nc"\n\n2,x\n,\n3,"y"\n'));
    expect(rows.map(({ line, values }) => [line, values.k, values.v])).toEqual([
      [2, "1", "a\nb\nc"],
      [6, "2", "x"],
      [8, "3", "y"],
    ]);
  });

  test("says what is wrong with a row as a row", () => {
    const { rows } = readCsv(bytes("a,b\n1\n1,2,3\n1,2,\n"));
    expect(rows.map(({ fault }) => fault)).toEqual([
      "This row has 1 cell, the first line 2.",
      "This row has 3 cells, the first line 2.",
      undefined,
    ]);
    expect(rows[0]?.values).toEqual({ a: "1", b: "" });
  });

  test("names the line of a byte that is not UTF-8, and of a quote that is not closed", () => {
    expect(fault(new Uint8Array([...bytes("a,b\n1,2\n"), 0xe9, 0x0a]))).toMatch(/^400 Line 3 is not UTF-8/);
    expect(fault(new Uint8Array([0xff, 0xfe, 0x61, 0x00]))).toMatch(/UTF-16/);
    expect(fault('a,b\n1,"x\ny\n2,"z"\n3,"w\n')).toMatch(/^400 Line \d+ has /);
    expect(fault('a,b\n1,2\n3,"open\n4,5\n')).toBe("400 Line 3 has a quote that is never closed.");
    expect(fault('a,b\n1,"x"y\n')).toBe("400 Line 2 has text after a closing quote.");
  });

  test("refuses a first line without names, with one twice, and too much of anything", () => {
    expect(fault("")).toBe("400 The first line must name the columns.");
    expect(fault("a,,b\n1,2,3")).toBe("400 Column 2 has no name in the first line.");
    expect(fault("a,b,a\n")).toBe('400 The column "a" is there twice.');
    expect(fault("a\n1\n2\n3", { maxRows: 2 })).toBe("400 The file has 3 rows; at most 2 are taken.");
    expect(fault("a\n1\n2", { maxRows: 2 })).toBe("none");
    expect(fault("a\n12", { maxBytes: 3 })).toMatch(/^413/);
    expect(fault("a\0\n1")).toMatch(/^400/);
    expect(fault(new Uint8Array([0x50, 0x4b, 3, 4]))).toMatch(/^400 The file is an Excel workbook/);
  });

  test("never fails on garbage with anything but 400", () => {
    fc.assert(
      fc.property(
        fc.oneof(fc.uint8Array(), fc.string({ unit: fc.constantFrom('"', ",", ";", "\n", "\r", "a", "=") }).map(bytes)),
        (content) => {
          expect(fault(content)).toMatch(/^(400|none)/);
        },
      ),
      { numRuns: 500 },
    );
  });

  test("keeps a column called __proto__ a column", () => {
    expect(readCsv(bytes("__proto__\nx")).rows[0]?.values).toHaveProperty(["__proto__"], "x");
  });
});
