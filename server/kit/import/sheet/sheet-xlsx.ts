import { formatted } from "@/server/kit/value/count.rules";
import { t } from "@/texts/t";
import { SheetFault, type SheetRow, sheetCaps } from "./sheet";
import { type Book, openBook } from "./sheet-book";
import { dateText, numberText } from "./sheet-number";
import type { SheetRows } from "./sheet-rows";
import { LongText, readXml } from "./sheet-xml";
import { openZip, type Zip } from "./sheet-zip";

/** "AB12" → 27; undefined where it is no such reference. */
function columnOf(reference: string | undefined): number | undefined {
  const letters = /^([A-Z]{1,3})\d*$/.exec(reference ?? "")?.[1];
  if (!letters) return undefined;
  return [...letters].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0) - 1;
}

/** Control characters stand in a workbook as `_x000D_`; line breaks are \n here. */
const unescaped = (text: string) =>
  text
    .replace(/_x([0-9A-Fa-f]{4})_/g, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))
    .replace(/\r\n?/g, "\n");

interface RawCell {
  column: number;
  type: string;
  style: number;
  value: string;
}

/** Reads the rows of a sheet as its cells come; a formula stands for the value it had when the file was saved. */
async function readRows(zip: Zip, book: Book, rows: SheetRows): Promise<void> {
  let row = 0;
  let cells: string[] = [];
  let fault: SheetRow["fault"];
  let cell: RawCell | undefined;
  let next = 0;
  let isValue = false;
  let phonetic = false;

  const tooLong = (column: number) =>
    new SheetFault(
      t("{place}: this cell has more than {most} characters.", {
        place: rows.place(row, column),
        most: formatted(sheetCaps.cell),
      }),
    );

  function sharedText({ column, value }: RawCell) {
    const index = Number(value);
    if (book.longString !== undefined && index === book.longString) throw tooLong(column);
    const text = book.strings.get(index);
    if (text !== undefined) return unescaped(text);
    if (book.longString === undefined)
      throw new SheetFault(
        t("{place}: the workbook is damaged, this text is missing.", { place: rows.place(row, column) }),
      );
    return ""; // it stands behind the long one, with which the reading will end
  }

  function textOf(raw: RawCell): string {
    if (raw.type === "s") return sharedText(raw);
    if (raw.type === "b") return raw.value === "1" ? "true" : "false";
    if (raw.type === "inlineStr" || raw.type === "str") return unescaped(raw.value);
    if (raw.type === "e") {
      fault ??= {
        column: raw.column,
        message: t("This cell holds the error {error}.", { error: raw.value.slice(0, 20) }),
      };
      return raw.value;
    }
    if (raw.type === "d") return raw.value;
    return (book.isDate(raw.style) ? dateText(Number(raw.value), book) : undefined) ?? numberText(raw.value);
  }

  function take(raw: RawCell) {
    const text = raw.value === "" && raw.type !== "inlineStr" ? "" : textOf(raw);
    if (text === "") return;
    if (raw.column >= sheetCaps.columns && text.trim() !== "")
      throw new SheetFault(t("Row {row}: more than {most} columns.", { row, most: sheetCaps.columns }));
    while (cells.length < raw.column) cells.push("");
    cells[raw.column] = text;
  }

  try {
    await readXml({ part: book.sheet }, zip.read(book.sheet), {
      open: (tag, attributes) => {
        if (tag === "row") {
          const said = Number(attributes.r);
          row = Number.isInteger(said) && said > row ? said : row + 1;
          cells = [];
          fault = undefined;
          next = 0;
        } else if (tag === "c") {
          const column = columnOf(attributes.r) ?? next;
          next = column + 1;
          cell = { column, type: attributes.t ?? "n", style: Number(attributes.s ?? 0), value: "" };
        } else if (tag === "rPh") phonetic = true;
        else if (tag === "v" || tag === "t") isValue = cell !== undefined && !phonetic;
      },
      text: (text) => {
        if (isValue && cell) cell.value += text;
      },
      close: (tag) => {
        if (tag === "v" || tag === "t") isValue = false;
        else if (tag === "rPh") phonetic = false;
        else if (tag === "c" && cell) {
          take(cell);
          cell = undefined;
        } else if (tag === "row") rows.add(row, cells, fault);
      },
      pause: () => (rows.isFull() ? rows.flush() : undefined),
    });
  } catch (error) {
    if (error instanceof LongText && cell) throw tooLong(cell.column);
    throw error;
  }
  if (book.longString !== undefined) throw new LongText("A cell of the workbook is too long.");
  await rows.end();
}

/** Reads the first visible sheet of an XLSX file while it is inflated. @throws SheetFault naming what is wrong, and where */
export async function readXlsx(bytes: Buffer, rows: SheetRows): Promise<void> {
  const zip = await openZip(bytes);
  const book = await openBook(zip);
  try {
    await readRows(zip, book, rows);
  } finally {
    book.close();
  }
}
