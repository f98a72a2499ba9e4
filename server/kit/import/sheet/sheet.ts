import type { Catalogue, Manner } from "@/texts/speech";
import { t } from "@/texts/t";

/** What a file to import may hold at the most; counted while reading, so that a larger one costs no more than this. */
export const sheetCaps = {
  /** of the file as it was sent */
  fileBytes: 10 * 1024 * 1024,
  /** of everything that is inflated of a workbook */
  inflatedBytes: 50 * 1024 * 1024,
  /** without the titles and without blank rows */
  rows: 10_000,
  columns: 100,
  /** characters */
  cell: 32_768,
  /** characters of all cells of a row */
  row: 512 * 1024,
  /** characters of all cells: in a workbook any number of them can share one text */
  text: 50 * 1024 * 1024,
  blankRows: 100_000,
};
export type SheetCaps = typeof sheetCaps;

/** The same for an XLIFF file, whose rows are the texts of its units; it may be nested so deeply. */
export const xliffCaps = {
  ...sheetCaps,
  fileBytes: 20 * 1024 * 1024,
  units: 100_000,
  rows: 100_000,
  cell: 250_000,
  depth: 50,
};

/** A row as it stands in the file; what each cell means is for the importer to say. */
export interface SheetRow {
  /** as an editor or a spreadsheet numbers it */
  row: number;
  /** one for each title, "" where there is nothing */
  cells: string[];
  /** so many rows in front of it hold nothing */
  blank?: number;
  /** what is wrong with the row as a row; its cells are then not to be trusted */
  fault?: { column: number | null; message: string };
}

export type SheetKind = "csv" | "xlsx" | "xliff";

/** What the thread that reads is given. */
export interface SheetFile {
  bytes: Uint8Array;
  /** it may be an XLIFF file too */
  takesXliff: boolean;
  /** how the caller is told what is wrong */
  manner: Manner;
  /** the texts of their language */
  catalogue: Catalogue;
}

/** What the thread that reads says, in this order: `head` once, `rows` any number of times, then `end` or `fault`. */
export type SheetMessage =
  | { type: "head"; kind: SheetKind; sha256: string; titles: string[] }
  | { type: "rows"; rows: SheetRow[] }
  | { type: "end" }
  | { type: "fault"; message: string };

/** The file cannot be imported; the message says to a person what is wrong, and where. */
export class SheetFault extends Error {}

const megabytes = (bytes: number) => `${Math.floor(bytes / 1024 / 1024)} MB`;
export const tooLargeFile = ({ fileBytes }: Pick<SheetCaps, "fileBytes"> = sheetCaps) =>
  t("The file is larger than {size}.", { size: megabytes(fileBytes) });
export const tooLargeInside = () =>
  new SheetFault(
    t("The workbook is larger than {size} once it is unpacked.", { size: megabytes(sheetCaps.inflatedBytes) }),
  );
