import { describe, expect, it } from "vitest";
import { type ImageFault, readBinary, readIntelHex } from "./firmware-image.rules";
import { maxFirmwareBytes } from "./firmware-segment.rules";
import { linesOf, readRecord } from "./intel-hex.rules";
import { end, hexFile, record } from "./testing";

const runsOf = (...lines: string[]) => {
  const { runs, faults } = readIntelHex(hexFile(...lines));
  expect(faults).toEqual([]);
  return runs.map(({ startAddress, bytes }) => [startAddress, bytes.toString("latin1")]);
};
const faultsOf = (...lines: string[]) => {
  const { runs, faults } = readIntelHex(hexFile(...lines));
  expect(runs).toEqual([]);
  return faults;
};
const text = (words: string) => Buffer.from(words);

describe("an Intel HEX file", () => {
  it("is read as the format's own example", () => {
    const lines = [
      ":10010000214601360121470136007EFE09D2190140",
      ":100110002146017E17C20001FF5F16002148011928",
      ":10012000194E79234623965778239EDA3F01B2CAA7",
      ":100130003F0156702B5E712B722B732146013421C7",
    ];
    const { runs, faults } = readIntelHex(hexFile(...lines, end));
    expect(faults).toEqual([]);
    expect(runs.map(({ startAddress, bytes }) => [startAddress, bytes.length])).toEqual([[0x100, 64]]);
    expect(runs[0]?.bytes.subarray(60).toString("hex")).toBe("46013421");
  });

  it("is joined where it touches and parted where it has gaps, in any order, with any line ends", () => {
    expect(runsOf(record(0, 4, text("efgh")), record(0, 0, text("abcd")), "", record(0, 9, text("j")), end)).toEqual([
      [0, "abcdefgh"],
      [9, "j"],
    ]);
    const lines = [record(0, 0, text("ab")), record(0, 2, text("cd")), end];
    for (const eol of ["\n", "\r", "\r\n", " \n"])
      expect(readIntelHex(Buffer.from(lines.join(eol))).runs[0]?.bytes.toString()).toBe("abcd");
    expect(readIntelHex(Buffer.from(lines.join("\n").toLowerCase())).faults).toEqual([]);
  });

  it("goes where its linear address (04) says, over the 64 KiB border too", () => {
    expect(
      runsOf(
        record(4, 0, [0x08, 0x00]),
        record(0, 0xfffe, text("abcd")),
        record(4, 0, [0x08, 0x01]),
        record(0, 2, text("ef")),
        end,
      ),
    ).toEqual([[0x0800_fffe, "abcdef"]]);
    expect(runsOf(record(4, 0, [0xff, 0xff]), record(0, 0xffff, text("z")), end)).toEqual([[0xffff_ffff, "z"]]);
  });

  it("goes where its segment address (02) says, and wraps inside the segment", () => {
    expect(runsOf(record(2, 0, [0x10, 0x00]), record(0, 0xffff, text("ab")), end)).toEqual([
      [0x10000, "b"],
      [0x1ffff, "a"],
    ]);
  });

  it("says where the program begins", () => {
    const start = (...lines: string[]) => readIntelHex(hexFile(record(0, 0, [1]), ...lines, end)).entryPoint;
    expect(start()).toBeNull();
    expect(start(record(5, 0, [0x08, 0, 0x01, 0x95]))).toBe(0x0800_0195);
    expect(start(record(3, 0, [0x12, 0x34, 0x00, 0x08]))).toBe(0x12348);
  });

  it.each([
    ["a broken checksum", [`${record(0, 4, [1]).slice(0, -2)}00`], "Its checksum is 00, its bytes give FA."],
    ["an odd number of digits", [":0000000"], "It has 7 hex digits; each byte takes two."],
    ["a letter beyond F", [":0000000G"], '"G" is not a hex digit.'],
    ["no colon", ["00000001FF"], "A record begins with a colon."],
    ["a record cut short", [":00"], "It is too short for a record."],
    ["a wrong length", [":02000400FA00"], "It says 2 bytes of data and holds 1."],
    ["an unknown record type", [record(6, 0)], "06 is not a record type; there are 00 to 05."],
    ["a linear address of 3 bytes", [record(4, 0, [1, 2, 3])], "A record of type 04 holds 2 bytes, not 3."],
    ["an end that holds data", [record(1, 0, [1])], "A record of type 01 holds 0 bytes, not 1."],
    [
      "an end beyond 32 bits",
      [record(4, 0, [0xff, 0xff]), record(0, 0xffff, [1, 2])],
      "Its data ends beyond the 32-bit address space.",
    ],
  ])("is refused for %s, by its line", (_, lines, message) => {
    const faults = faultsOf(record(0, 0, text("good")), ...lines, end);
    expect(faults).toEqual([{ line: lines.length + 1, message }]);
  });

  it("is refused for an overlap, which names both lines, even of equal bytes", () => {
    const lines = [record(0, 0, text("abcdefgh")), record(0, 20, text("x")), record(0, 2, text("cd"))];
    const message = "Its data overlaps that of line 1 at 0x00000002.";
    expect(faultsOf(...lines, end)).toEqual([{ line: 3, message }]);
    const [first, , second] = lines as [string, string, string];
    expect(faultsOf(second, first, end)).toMatchObject([{ line: 2 }]);
  });

  it("ends with its end-of-file record, and nothing stands after it", () => {
    expect(faultsOf(record(0, 0, [1]))).toMatchObject([{ line: null, message: expect.stringContaining("missing") }]);
    expect(faultsOf(record(0, 0, [1]), end, record(0, 1, [2]))).toMatchObject([{ line: 3 }]);
  });

  it("is refused empty, too large, or in too many parts", () => {
    expect(faultsOf(end)).toEqual([{ line: null, message: "It holds no data." }]);
    expect(readIntelHex(Buffer.alloc(0)).faults).toHaveLength(1);
    const full = Array.from({ length: 255 }, () => 7);
    const lines: string[] = [];
    for (let at = 0; at <= maxFirmwareBytes; at += 255) {
      lines.push(record(4, 0, [at >>> 24, (at >>> 16) & 0xff]), record(0, at & 0xffff, full));
    }
    const { faults } = readIntelHex(Buffer.from([...lines, end].join("\n")));
    expect(faults).toMatchObject([{ message: expect.stringMatching(/^It holds 838.* at most 8388608/) }]);
    const parts = Array.from({ length: 4097 }, (_, n) => record(0, n * 2, [n & 0xff]));
    expect(faultsOf(...parts, end)).toMatchObject([{ message: expect.stringMatching(/^It has 4097 parts/) }]);
  });

  it("has at most 50 faults named", () => {
    expect(faultsOf(...Array.from({ length: 80 }, () => "nonsense"))).toHaveLength(50);
  });
});

describe("a binary", () => {
  it("is one run from its address", () => {
    expect(readBinary(text("abc"), 0x0800_0000).runs).toEqual([{ startAddress: 0x0800_0000, bytes: text("abc") }]);
    expect(readBinary(text("abc"), 2 ** 32 - 3).faults).toEqual([]);
  });

  it("is refused empty, too large, or beyond 32 bits", () => {
    expect(readBinary(Buffer.alloc(0), 0).faults).toHaveLength(1);
    expect(readBinary(Buffer.alloc(maxFirmwareBytes + 1), 0).faults).toHaveLength(1);
    expect(readBinary(text("abc"), 2 ** 32 - 2).faults).toHaveLength(1);
  });
});

describe("the lines of a file", () => {
  const lines = (file: string) => [...linesOf(Buffer.from(file))].map(({ line, text }) => [line, text.toString()]);

  it("are those that hold something, whatever ends them, and count from 1", () => {
    expect(lines("a\nb\r\nc\rd")).toEqual([
      [1, "a"],
      [2, "b"],
      [3, "c"],
      [4, "d"],
    ]);
    expect(lines("\n\n a \t\n \n\r\r\nb\n")).toEqual([
      [3, " a"],
      [7, "b"],
    ]);
    expect(lines("")).toEqual([]);
    expect(lines("a\r")).toEqual([[1, "a"]]);
  });
});

describe("a record", () => {
  const read = (text: string) => readRecord(Buffer.from(text));

  it("is its type, offset and bytes, in any case", () => {
    for (const line of [":0312ab000aFFc077", ":0312AB000AFFC077"])
      expect(read(line)).toEqual({ type: 0, offset: 0x12ab, data: Buffer.from([0x0a, 0xff, 0xc0]) });
    expect(read(":00000001FF")).toEqual({ type: 1, offset: 0, data: Buffer.alloc(0) });
    for (const [type, size] of Object.entries({ 0: 0, 1: 0, 2: 2, 3: 4, 4: 2, 5: 4 }))
      expect(read(record(Number(type), 0, new Array(size).fill(0)))).toMatchObject({ type: Number(type) });
  });

  it("is refused by its first fault", () => {
    expect(read("00000001FF")).toBe("A record begins with a colon.");
    expect(read(":")).toBe("It is too short for a record.");
    expect(read(":00000000")).toBe("It is too short for a record.");
    expect(read(":0000000")).toBe("It has 7 hex digits; each byte takes two.");
    for (const [line, sign] of [
      [":g0", "g"],
      [":0g", "g"],
      [":00000001F G", " "],
      [":00\u0000", "\u0000"],
    ] as const)
      expect(read(line)).toBe(`${JSON.stringify(sign)} is not a hex digit.`);
    expect(read(":0000000100")).toBe("Its checksum is 00, its bytes give FF.");
    expect(read(":0000000105")).toBe("Its checksum is 05, its bytes give FF.");
    expect(read(":01000000FF")).toBe("It says 1 byte of data and holds 0.");
    expect(read(":00000000AA56")).toBe("It says 0 bytes of data and holds 1.");
    expect(read(record(6, 0))).toBe("06 is not a record type; there are 00 to 05.");
    for (const [type, size] of Object.entries({ 1: 0, 2: 2, 3: 4, 4: 2, 5: 4 }))
      expect(read(record(Number(type), 0, new Array(size + 1).fill(0)))).toBe(
        `A record of type 0${type} holds ${size} bytes, not ${size + 1}.`,
      );
  });
});

it("faults come by their lines, those of no line last", () => {
  const lines = [record(0, 4, text("abcd")), "x", record(0, 0, text("ab"))];
  const found = (faults: ImageFault[]) => faults.map(({ line }) => line);
  expect(found(readIntelHex(hexFile(...lines)).faults)).toEqual([2, null]);
  // The fiftieth fault ends the reading: what is missing at the end is not known then.
  const many = Array.from({ length: 50 }, () => "x");
  expect(found(readIntelHex(hexFile(...many)).faults)).toEqual(many.map((_, index) => index + 1));
  expect(found(readIntelHex(hexFile(...many.slice(1))).faults)).toEqual([
    ...many.slice(1).map((_, index) => index + 1),
    null,
  ]);
  expect(faultsOf(record(0, 0, [1]), end, "x", "y")).toHaveLength(1);
});

it("pieces of a segment wrap at its end, and overlap there as anywhere", () => {
  expect(runsOf(record(2, 0, [0x10, 0x00]), record(0, 0xfffe, text("ab")), end)).toEqual([[0x1fffe, "ab"]]);
  const lines = [record(2, 0, [0x10, 0x00]), record(0, 0, text("x")), record(0, 0xffff, text("ab")), end];
  expect(faultsOf(...lines)).toEqual([{ line: 3, message: "Its data overlaps that of line 2 at 0x00010000." }]);
  expect(runsOf(record(2, 0, [0xff, 0xff]), record(0, 0, text("x")), end)).toEqual([[0xffff0, "x"]]);
  // After a linear address nothing wraps any more.
  expect(runsOf(record(2, 0, [0, 1]), record(4, 0, [0, 1]), record(0, 0xffff, text("ab")), end)).toEqual([
    [0x1ffff, "ab"],
  ]);
});

it("a run that lies within another one overlaps it, and so does what comes behind that", () => {
  const faults = faultsOf(record(0, 0, text("abcdefgh")), record(0, 2, text("c")), record(0, 4, text("e")), end);
  expect(faults.map(({ line, message }) => [line, message])).toEqual([
    [2, "Its data overlaps that of line 1 at 0x00000002."],
    [3, "Its data overlaps that of line 1 at 0x00000004."],
  ]);
  expect(runsOf(record(0, 8, text("b")), record(0, 0, text("abcdefgh")), end)).toEqual([[0, "abcdefghb"]]);
});

it("overlaps come by their lines, whatever their addresses, and a record without data overlaps nothing", () => {
  const lines = [record(0, 0, text("abcdefgh")), record(0, 4, text("e")), record(0, 2, text("c"))];
  expect(faultsOf(...lines, end).map(({ line }) => line)).toEqual([2, 3]);
  expect(runsOf(record(0, 0, text("abcd")), record(0, 2, []), end)).toEqual([[0, "abcd"]]);
});

it("as much as there is room for is taken", () => {
  expect(readBinary(Buffer.alloc(maxFirmwareBytes), 0).faults).toEqual([]);
  const parts = Array.from({ length: 4096 }, (_, n) => record(0, n * 2, [n & 0xff]));
  expect(runsOf(...parts, end)).toHaveLength(4096);
  expect(readBinary(text("abc"), 2 ** 32 - 2).faults).toEqual([
    { line: null, message: "From 0xFFFFFFFE it ends beyond the 32-bit address space." },
  ]);
});
