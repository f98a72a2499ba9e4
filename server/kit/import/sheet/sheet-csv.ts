import { isUtf8 } from "node:buffer";
import papaparse from "papaparse";
import { asWritten } from "@/server/kit/export/formula.rules";
import { t } from "@/texts/t";
import { SheetFault } from "./sheet";
import type { SheetRows } from "./sheet-rows";

const rowsAtOnce = 250;
const pieceBytes = 64 * 1024;
/** Characters that are looked at together; a row that is longer is refused, so that no file makes more of them. */
const windowSize = 512 * 1024;

const nothingOfOurs = () => new SheetFault("This is neither a CSV file nor an Excel workbook.");

/** The first line that is not UTF-8; no byte of a longer UTF-8 character looks like a line break. */
function badLine(bytes: Uint8Array): number {
  for (let line = 1, start = 0; ; line++) {
    const end = bytes.indexOf(0x0a, start);
    if (!isUtf8(bytes.subarray(start, end < 0 ? undefined : end)) || end < 0) return line;
    start = end + 1;
  }
}

function encodingOf([first, second]: Uint8Array) {
  if (first === 0xff && second === 0xfe) return "utf-16le";
  if (first === 0xfe && second === 0xff) return "utf-16be";
  return "utf-8";
}

/** The text of a UTF-8 file, or of a UTF-16 one that says so, in pieces; every line break as \n. */
function* decoded(bytes: Uint8Array): Generator<string> {
  const encoding = encodingOf(bytes);
  const decoder = new TextDecoder(encoding, { fatal: true });
  let held = "";
  for (let at = 0; at < bytes.length; at += pieceBytes) {
    const isLast = at + pieceBytes >= bytes.length;
    let text: string;
    try {
      text = held + decoder.decode(bytes.subarray(at, at + pieceBytes), { stream: !isLast });
    } catch {
      if (encoding !== "utf-8") throw new SheetFault("The file is not readable as UTF-16. Save it as CSV UTF-8.");
      if (bytes.subarray(0, 4096).includes(0)) throw nothingOfOurs();
      throw new SheetFault(t("Line {line} is not UTF-8. Save the file as CSV UTF-8.", { line: badLine(bytes) }));
    }
    // Half of a \r\n waits for the other half.
    held = !isLast && text.endsWith("\r") ? "\r" : "";
    yield (held ? text.slice(0, -1) : text).replace(/\r\n?/g, "\n");
  }
}

/** `,`, `;` or tab: whichever the first line has most of, outside quotes. */
export function delimiterOf(text: string): "," | ";" | "\t" {
  const counts = { ",": 0, ";": 0, "\t": 0 };
  let isQuoted = false;
  for (const character of text.trimStart()) {
    if (character === '"') isQuoted = !isQuoted;
    else if (character === "\n" && !isQuoted) break;
    else if (!isQuoted && Object.hasOwn(counts, character)) counts[character as keyof typeof counts]++; // hasOwn says so
  }
  if (counts[";"] > counts[","] && counts[";"] >= counts["\t"]) return ";";
  return counts["\t"] > counts[","] ? "\t" : ",";
}

function breaksIn(cells: string[]) {
  let breaks = 0;
  for (const cell of cells) for (let at = cell.indexOf("\n"); at >= 0; at = cell.indexOf("\n", at + 1)) breaks++;
  return breaks;
}

/** Some rows from the beginning of a text, and how much of the text they were; a last row that is cut off is left for later. */
function rowsOf(text: string, delimiter: string, isLast: boolean) {
  // Without `fastMode: false` papaparse would split all of a text that has no quotes.
  const options = { delimiter, newline: "\n", preview: rowsAtOnce, fastMode: false } as const;
  const all = papaparse.parse<string[]>(text, options);
  if (isLast || all.data.length === rowsAtOnce) return all;
  const complete = all.data.length - 1;
  return complete > 0 ? papaparse.parse<string[]>(text, { ...options, preview: complete }) : undefined;
}

function badQuotes(place: string, code: string | undefined) {
  return new SheetFault(
    code === "MissingQuotes"
      ? t("{place}: a quote is opened here and never closed.", { place })
      : t("{place}: there is text after a closing quote.", { place }),
  );
}

/**
 * Reads a CSV file some rows at a time: `,`, `;` or tab, quotes as in RFC 4180, quoted line breaks.
 * @throws SheetFault for what is no such file, naming the row
 */
export async function readCsv(bytes: Uint8Array, rows: SheetRows): Promise<void> {
  const pieces = decoded(bytes);
  let text = "";
  let isLast = false;
  let delimiter: string | undefined;
  let line = 1;
  for (;;) {
    while (!isLast && text.length < windowSize) {
      const { value, done } = pieces.next();
      text += value ?? "";
      isLast = done ?? false;
    }
    // papaparse drops a byte-order mark wherever its input begins, without counting it.
    while (text.startsWith("\uFEFF")) text = text.slice(1);
    if (text === "") break;
    delimiter ??= delimiterOf(text);
    const read = rowsOf(text, delimiter, isLast);
    if (!read) throw new SheetFault(t("Row {row}: it is too long, or a quote in it is never closed.", { row: line }));
    const fault = read.errors.find(({ type }) => type === "Quotes");
    for (const [index, cells] of read.data.entries()) {
      const last = Math.max(0, cells.length - 1);
      if (fault && (fault.row ?? 0) === index) throw badQuotes(rows.place(line, last), fault.code);
      rows.add(line, cells.map(asWritten));
      line += 1 + breaksIn(cells);
    }
    text = text.slice(read.meta.cursor);
    if (rows.isFull()) await rows.flush();
  }
  await rows.end();
}
