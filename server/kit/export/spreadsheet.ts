import { PassThrough, Readable, type Writable } from "node:stream";
import { setImmediate as breath } from "node:timers/promises";
import { storable } from "@/server/kit/value/text.rules";
import { withoutFormulas } from "./formula.rules";

/** A Date is an instant: a date cell in XLSX, `2026-01-31 10:00:00` in CSV, both in UTC. */
export type Cell = string | number | boolean | Date | null;
/** Hands over rows batch by batch; each `write` is waited for, so that a slow reader slows the query down. */
export type Producer = (write: (rows: Cell[][]) => Promise<void>) => Promise<void>;

/** What most cells are: nothing in it needs a second look. */
const harmless = /^[A-Za-z0-9][\w .:/()&-]*$/;

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
export function textStream(
  work: (write: (text: string) => Promise<void>) => Promise<void>,
): ReadableStream<Uint8Array> {
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

/** An XLSX file as a stream; texts are text cells, even those that begin with =, and instants are dates in UTC. */
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
