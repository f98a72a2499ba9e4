import { PassThrough, Readable, type Writable } from "node:stream";
import { setImmediate as breath } from "node:timers/promises";
import { withoutFormulas } from "./export/formula.rules";
import { storable } from "./text.rules";

/** A Date is an instant: a date cell in XLSX, `2026-01-31 10:00:00` in CSV, both in UTC. */
export type Cell = string | number | boolean | Date | null;
/** Hands over rows batch by batch; each `write` is waited for, so that a slow reader slows the query down. */
export type Producer = (write: (rows: Cell[][]) => Promise<void>) => Promise<void>;

<<<<<<< HEAD
/** What most cells are: nothing in it needs a second look. */
const harmless = /^[A-Za-z0-9][\w .:/()&-]*$/;
=======
// With apostrophes in front of it too, so that reading, which removes one, gives back the same text.
const formula = /^'*[=+\-@\t\r]/;
const plainNumber = /^-\d+(?:[.,]\d+)?$/;
>>>>>>> f88d8d5 (docs: plain English in comments, second part)

/** One CSV cell (RFC 4180), quoted where any list separator could cut it; no text of it is run as a formula. */
function csvCell(cell: Cell): string {
  if (cell === null) return "";
  if (cell instanceof Date) return cell.toISOString().slice(0, 19).replace("T", " ");
  if (typeof cell !== "string") return String(cell);
  if (harmless.test(cell)) return cell;
  const text = storable(cell);
  const safe = withoutFormulas(text);
  return safe !== text || /[",;|\t\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

const csvLines = (rows: Cell[][]) => rows.map((row) => `${row.map(csvCell).join(",")}\r\n`).join("");

/** A text as a stream, handed over piece by piece. */
function textStream(work: (write: (text: string) => Promise<void>) => Promise<void>): ReadableStream<Uint8Array> {
  const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>();
  const writer = writable.getWriter();
  const encoder = new TextEncoder();
  work((text) => writer.write(encoder.encode(text)))
    .then(() => writer.close())
    .catch((error: unknown) => writer.abort(error).catch(() => undefined));
  return readable;
}

/** A CSV file as a stream: UTF-8 with a byte-order mark, which Excel needs to see that it is UTF-8. */
export const csvStream = (header: string[], produce: Producer) =>
  textStream(async (write) => {
    let opening = `\uFEFF${csvLines([header])}`;
    await produce(async (rows) => {
      await write(opening + csvLines(rows));
      opening = "";
    });
    if (opening) await write(opening);
  });

/** A JSON array as a stream, an item a line. */
export const jsonStream = (produce: (write: (items: unknown[]) => Promise<void>) => Promise<void>) =>
  textStream(async (write) => {
    let separator = "[\n";
    await produce(async (items) => {
      if (items.length === 0) return;
      await write(separator + items.map((item) => JSON.stringify(item)).join(",\n"));
      separator = ",\n";
    });
    await write(separator === ",\n" ? "\n]\n" : "[]\n");
  });

const rowsASheet = 1_000_000;
const longestCell = 32_767;
const rowsABreath = 100;
const dateStyle = { numFmt: "yyyy-mm-dd hh:mm:ss" };

/** Cut first, which may leave half of a surrogate pair: XML holds neither that nor what older rows may have. */
const xlsxCell = (cell: Cell) =>
  typeof cell === "string" ? storable(cell.length > longestCell ? `${cell.slice(0, longestCell - 1)}…` : cell) : cell;

/**
 * Waits until what was written to a sheet has gone on into the zip. exceljs does not wait: the stream between the two
 * keeps everything in memory. An empty piece that is written last is through when all before it is.
 */
const passedOn = (sheet: object) =>
  Promise.all(
    (sheet as { stream: { pipes: Writable[] } }).stream.pipes.map(
      (pipe) => new Promise<void>((resolve) => pipe.write(Buffer.alloc(0), () => resolve())),
    ),
  );

/** An XLSX file as a stream; texts are text cells, whatever they begin with, and instants are dates in UTC. */
export function xlsxStream(header: string[], produce: Producer): ReadableStream<Uint8Array> {
  const out = new PassThrough();
  const work = async () => {
    const { default: ExcelJS } = await import("exceljs");
    const book = new ExcelJS.stream.xlsx.WorkbookWriter({ stream: out, useStyles: true, useSharedStrings: false });
    const gone = new Promise<never>((_, reject) =>
      out.once("close", () => reject(new Error("the reader has gone away"))),
    );
    gone.catch(() => undefined);
    const newSheet = () => {
      const sheet = book.addWorksheet(`Sheet ${++sheets}`, { views: [{ state: "frozen", ySplit: 1 }] });
      sheet.addRow(header).commit();
      return sheet;
    };
    let sheets = 0;
    let sheet = newSheet();
    let count = 0;
    await produce(async (rows) => {
      for (const cells of rows) {
        if (count > 0 && count % rowsASheet === 0) {
          sheet.commit();
          sheet = newSheet();
        }
        const row = sheet.addRow(cells.map(xlsxCell));
        for (const [index, cell] of cells.entries()) if (cell instanceof Date) row.getCell(index + 1).style = dateStyle;
        row.commit();
        count++;
        if (count % rowsABreath === 0) await breath(); // others are answered in between
      }
      await Promise.race([gone, passedOn(sheet)]);
    });
    sheet.commit();
    await book.commit();
  };
  work().catch((error: Error) => out.destroy(error));
  return Readable.toWeb(out) as ReadableStream<Uint8Array>;
}
<<<<<<< HEAD
=======

export interface CsvRow {
  /** as an editor shows it; a cell over several lines counts them all */
  line: number;
  /** by column title */
  values: Record<string, string>;
  /** what is wrong with the row; its values cannot be trusted then */
  fault?: string;
}

export interface Csv {
  columns: string[];
  rows: CsvRow[];
}

const unreadable = (message: string) => new AppError("invalid_input", message);
const lineBreak = /\r\n|\r|\n/g;

/** The text of a file that must be UTF-8. @throws AppError 400 that names the first line which is not */
function decodeUtf8(bytes: Uint8Array): string {
  if (bytes[0] === 0x50 && bytes[1] === 0x4b && (bytes[2] ?? 32) < 32)
    throw unreadable("The file is an Excel workbook, or another zip file. Save it as CSV UTF-8.");
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    const [first, second] = bytes;
    if ((first === 0xff && second === 0xfe) || (first === 0xfe && second === 0xff))
      throw unreadable("The file is UTF-16. Save it as CSV UTF-8.");
    throw unreadable(`Line ${badLine(bytes)} is not UTF-8. Save the file as CSV UTF-8.`);
  }
}

/** The first line that does not decode; no byte of a longer UTF-8 character looks like a line break. */
function badLine(bytes: Uint8Array): number {
  const decoder = new TextDecoder("utf-8", { fatal: true });
  for (let line = 1, start = 0; ; line++) {
    const end = bytes.indexOf(0x0a, start);
    try {
      decoder.decode(bytes.subarray(start, end < 0 ? undefined : end));
    } catch {
      return line;
    }
    if (end < 0) return line;
    start = end + 1;
  }
}

/** `,` or `;`: whichever the first line has more of, outside quotes. */
function delimiterOf(text: string): "," | ";" {
  const [head = ""] = text.replace(/"(?:[^"]|"")*"/g, "").split("\n", 1);
  return head.split(";").length > head.split(",").length ? ";" : ",";
}

const isBlank = (cells: string[]) => cells.every((cell) => cell.trim() === "");
/** Removes the apostrophe that our own export puts before a formula, so that an exported file can be read again. */
const plain = (cell: string) => (/^'+[=+\-@\t\r]/.test(cell) ? cell.slice(1) : cell);

function columnsOf(header: string[]): string[] {
  const columns = header.map((title) => title.trim());
  while (columns.at(-1) === "") columns.pop();
  if (columns.length === 0) throw unreadable("The first line must name the columns.");
  const empty = columns.indexOf("");
  if (empty >= 0) throw unreadable(`Column ${empty + 1} has no name in the first line.`);
  const twice = columns.find((title, index) => columns.indexOf(title) !== index);
  if (twice !== undefined) throw unreadable(`The column "${twice}" is there twice.`);
  return columns;
}

/**
 * Reads a CSV file whose first line names its columns. Blank lines are left out.
 * A cell may hold anything but a byte that is not UTF-8, so each resource checks its own cells.
 * @param maxRows rows without the first line; @param maxBytes of the file
 * @throws AppError 400 for what is no such file, naming the line; 413 where it is too large
 */
export function readCsv(bytes: Uint8Array, { maxRows = 10_000, maxBytes = 10 * 1024 * 1024 } = {}): Csv {
  if (bytes.byteLength > maxBytes)
    throw new AppError("payload_too_large", `The file is larger than ${Math.floor(maxBytes / 1024 / 1024)} MB.`);
  const text = decodeUtf8(bytes).replace(lineBreak, "\n");
  if (text.split("\n", 1)[0]?.includes("\0")) throw unreadable("The file is binary; it is no CSV file.");
  const { data, errors } = papaparse.parse<string[]>(text, { delimiter: delimiterOf(text), newline: "\n" });
  const lines: number[] = [];
  let line = 1;
  for (const cells of data) {
    lines.push(line);
    line += 1 + cells.reduce((breaks, cell) => breaks + cell.split("\n").length - 1, 0);
  }
  const quotes = errors.find(({ type }) => type === "Quotes");
  if (quotes) {
    const at = lines[quotes.row ?? 0] ?? 1;
    const what = quotes.code === "MissingQuotes" ? "a quote that is never closed" : "text after a closing quote";
    throw unreadable(`Line ${at} has ${what}.`);
  }
  const [header = [], ...rest] = data;
  const columns = columnsOf(header);
  const rows = rest.flatMap((cells, index) => (isBlank(cells) ? [] : rowOf(columns, cells, lines[index + 1] ?? 0)));
  if (rows.length > maxRows) throw unreadable(`The file has ${rows.length} rows; at most ${maxRows} are taken.`);
  return { columns, rows };
}

function rowOf(columns: string[], cells: string[], line: number): CsvRow {
  const values = Object.fromEntries(columns.map((title, index) => [title, plain(cells[index] ?? "")]));
  const fits = cells.length >= columns.length && isBlank(cells.slice(columns.length));
  if (fits) return { line, values };
  const cellsHere = `${cells.length} ${cells.length === 1 ? "cell" : "cells"}`;
  return { line, values, fault: `This row has ${cellsHere}, the first line ${columns.length}.` };
}
>>>>>>> f88d8d5 (docs: plain English in comments, second part)
