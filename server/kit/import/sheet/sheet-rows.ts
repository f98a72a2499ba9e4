import { formatted } from "@/server/kit/value/count.rules";
import { storable } from "@/server/kit/value/text.rules";
import { t } from "@/texts/t";
import { type SheetCaps, SheetFault, type SheetRow, sheetCaps } from "./sheet";

const batchRows = 250;
const batchCharacters = 64 * 1024;

interface Output {
  head: (titles: string[]) => void;
  /** settles when the other side is ready for more */
  rows: (rows: SheetRow[]) => Promise<void>;
}

/** "A", "Z", "AA", … */
export function columnLetter(index: number): string {
  const letter = String.fromCharCode(65 + (index % 26));
  return index < 26 ? letter : columnLetter(Math.floor(index / 26) - 1) + letter;
}

interface Options {
  /** a row must have as many cells as there are titles, as in CSV */
  strict: boolean;
  /** rows that hold nothing are left out of the file, as in a workbook */
  hasGaps?: boolean;
  caps?: SheetCaps;
}

const isBlank = (cells: string[]) => cells.every((cell) => cell.trim() === "");

/** @throws SheetFault where the titles do not name each column once */
function titlesOf(row: number, cells: string[]): string[] {
  const titles = cells.map((title) => storable(title.trim()));
  while (titles.at(-1) === "") titles.pop();
  if (cells.some((title) => title.includes("\0")))
    throw new SheetFault("This is neither a CSV file nor an Excel workbook.");
  const empty = titles.indexOf("");
  if (empty >= 0)
    throw new SheetFault(
      t("Row {row}, column {column}: this column has no title.", { row, column: columnLetter(empty) }),
    );
  const twice = titles.find((title, index) => titles.indexOf(title) !== index);
  if (twice !== undefined)
    throw new SheetFault(t('Row {row}: the column "{column}" appears twice.', { row, column: twice.slice(0, 80) }));
  return titles;
}

/**
 * Takes the rows of a file one after the other, holds them to the caps and hands them on in batches. The first row that
 * is not blank holds the titles.
 */
export function sheetRows(output: Output, { strict, hasGaps = false, caps = sheetCaps }: Options) {
  let last = 0;
  /** blank rows since the last one that is not */
  let between = 0;
  let titles: string[] | undefined;
  let taken = 0;
  let blank = 0;
  let total = 0;
  let characters = 0;
  let batch: SheetRow[] = [];

  const nameOf = (index: number) => titles?.[index]?.slice(0, 80) ?? columnLetter(index);
  const place = (row: number, index: number) => t('Row {row}, column "{column}"', { row, column: nameOf(index) });

  function assertCaps(row: number, cells: string[]) {
    const long = cells.findIndex((cell) => cell.length > caps.cell);
    if (long >= 0)
      throw new SheetFault(
        t("{place}: this cell has {length} characters; at most {most} are taken.", {
          place: place(row, long),
          length: formatted(cells[long]?.length ?? 0),
          most: formatted(caps.cell),
        }),
      );
    if (cells.length > caps.columns && !isBlank(cells.slice(caps.columns)))
      throw new SheetFault(t("Row {row}: more than {most} columns.", { row, most: caps.columns }));
  }

  function faultOf(cells: string[], width: number): SheetRow["fault"] {
    const beyond = cells.findIndex((cell, index) => index >= width && cell.trim() !== "");
    if (strict && (cells.length < width || beyond >= 0)) {
      return {
        column: null,
        message: t("{count, plural, one {This row has # cell} other {This row has # cells}}, the first line {width}.", {
          count: cells.length,
          width,
        }),
      };
    }
    if (beyond < 0) return undefined;
    return {
      column: null,
      message: t("There is a value in column {column}, which has no title.", { column: columnLetter(beyond) }),
    };
  }

  return {
    place,
    /** Are there enough rows to hand on? Then `flush` is due. */
    isFull: () => batch.length >= batchRows || characters >= batchCharacters,
    /** @throws SheetFault over a cap */
    add(row: number, cells: string[], fault?: SheetRow["fault"]) {
      assertCaps(row, cells);
      if (hasGaps) between += Math.max(0, row - last - 1);
      last = row;
      if (isBlank(cells) && !fault) {
        between++;
        if (++blank > caps.blankRows)
          throw new SheetFault(
            t("Row {row}: more than {most} rows are blank.", { row, most: formatted(caps.blankRows) }),
          );
        return;
      }
      if (!titles) {
        titles = titlesOf(row, cells);
        between = 0;
        output.head(titles);
        return;
      }
      if (++taken > caps.rows)
        throw new SheetFault(t("Row {row}: the file has more than {most} rows.", { row, most: formatted(caps.rows) }));
      const size = cells.reduce((sum, cell) => sum + cell.length, 0);
      if (size > caps.row)
        throw new SheetFault(
          t("Row {row}: its cells have more than {most} characters together.", { row, most: formatted(caps.row) }),
        );
      total += size;
      if (total > caps.text)
        throw new SheetFault(
          t("Row {row}: the cells up to here have more than {most} characters together.", {
            row,
            most: formatted(caps.text),
          }),
        );
      const { length: width } = titles;
      const filled = Array.from({ length: width }, (_, index) => cells[index] ?? "");
      batch.push({ row, cells: filled, fault: fault ?? faultOf(cells, width), ...(between > 0 && { blank: between }) });
      between = 0;
      characters += size;
    },
    async flush() {
      if (batch.length === 0) return;
      const rows = batch;
      batch = [];
      characters = 0;
      await output.rows(rows);
    },
    /** @throws SheetFault where the file held no titles */
    async end() {
      if (!titles) throw new SheetFault("The file is empty. Its first line must name the columns.");
      await this.flush();
    },
  };
}

export type SheetRows = ReturnType<typeof sheetRows>;
