import { t } from "@/texts/t";

/** A line of an Intel HEX file. */
export interface HexRecord {
  /** 0 data, 1 end of file, 2 segment address, 3 segment start, 4 linear address, 5 linear start */
  type: number;
  offset: number;
  data: Buffer;
}

/** How many bytes a record of each type holds; data holds any number. */
const sizes: Record<number, number> = { 1: 0, 2: 2, 3: 4, 4: 2, 5: 4 };
/** ASCII code → value of the hex digit; -1 for what is none. */
const values = Int8Array.from({ length: 256 }, (_, code) =>
  "0123456789abcdef".indexOf(String.fromCharCode(code).toLowerCase()),
);
const [colon, newLine, carriage, space] = [0x3a, 0x0a, 0x0d, 0x20];

const byte = (value: number) => value.toString(16).toUpperCase().padStart(2, "0");

/** The lines of a text file that hold something, with any line ends, without white space at their end; they count from 1. */
export function* linesOf(file: Buffer): Generator<{ line: number; text: Buffer }> {
  let start = 0;
  for (let line = 1; start < file.length; line++) {
    let end = start;
    while (end < file.length && file[end] !== newLine && file[end] !== carriage) end++;
    const next = file[end] === carriage && file[end + 1] === newLine ? end + 2 : end + 1;
    while (end > start && (file[end - 1] ?? 0) <= space) end--;
    if (end > start) yield { line, text: file.subarray(start, end) };
    start = next;
  }
}

/** Reads ":LLAAAATT…CC": length, offset, type, data, checksum; a sentence that says what is wrong where it cannot. */
export function readRecord(text: Buffer): HexRecord | string {
  if (text[0] !== colon) return "A record begins with a colon.";
  const digits = text.length - 1;
  const all = Buffer.allocUnsafe(digits >> 1);
  let sum = 0;
  // Parsed by hand, because Buffer's own hex parser is slower and a file has hundreds of thousands of lines.
  for (let at = 1; at <= digits; at += 2) {
    const high = values[text[at] ?? 0] ?? -1;
    const low = at === digits ? 0 : (values[text[at + 1] ?? 0] ?? -1);
    if (high < 0 || low < 0) {
      const stray = String.fromCharCode(text[high < 0 ? at : at + 1] ?? 0);
      return t("{sign} is not a hex digit.", { sign: JSON.stringify(stray) });
    }
    if (at < digits) sum += all[at >> 1] = high * 16 + low;
  }
  if (digits % 2 === 1) return t("It has {count} hex digits; each byte takes two.", { count: digits });
  if (all.length < 5) return "It is too short for a record.";
  const [length = 0, , , type = 0] = all;
  const written = all[all.length - 1] ?? 0;
  const checksum = (written - sum) & 0xff;
  if (all.length !== length + 5)
    return t("It says {count, plural, one {# byte} other {# bytes}} of data and holds {found}.", {
      count: length,
      found: all.length - 5,
    });
  if (written !== checksum)
    return t("Its checksum is {written}, its bytes give {sum}.", { written: byte(written), sum: byte(checksum) });
  if (type > 5) return t("{type} is not a record type; there are 00 to 05.", { type: byte(type) });
  const size = sizes[type];
  if (size !== undefined && length !== size)
    return t("A record of type {type} holds {count, plural, one {# byte} other {# bytes}}, not {found}.", {
      type: byte(type),
      count: size,
      found: length,
    });
  return { type, offset: all.readUInt16BE(1), data: all.subarray(4, -1) };
}
