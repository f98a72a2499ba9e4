import { SheetFault } from "./sheet";
import { isDateFormat } from "./sheet-number";
import { type StringStore, stringStore } from "./sheet-strings";
import { LongText, readXml } from "./sheet-xml";
import type { Zip } from "./sheet-zip";

interface Relation {
  id: string;
  type: string;
  target: string;
}

/** What a workbook says about its first sheet, and what the cells of all its sheets share. */
export interface Book {
  /** the name of the sheet's part */
  sheet: string;
  date1904: boolean;
  /** style of a cell → does it show a date? */
  isDate: (style: number) => boolean;
  strings: StringStore;
  /** the first of the shared texts that is longer than any cell may be; none behind it was read */
  longString?: number;
  close: () => void;
}

/** An honest workbook has fewer of each thing than this; what comes behind is not looked at. */
const most = 4096;

const noWorkbook = () => new SheetFault("This is a zip file, but no Excel workbook (.xlsx).");

/** A target of a relation as the name of a part: "/xl/a.xml" and "a.xml" beside xl/workbook.xml are both "xl/a.xml". */
function partName(folder: string, target: string) {
  const { pathname } = new URL(target, `file:///${folder}`);
  return decodeURIComponent(pathname.slice(1));
}

async function relationsOf(zip: Zip, folder: string, name: string): Promise<Relation[]> {
  const part = `${folder}_rels/${name}.rels`;
  const relations: Relation[] = [];
  if (!zip.has(part)) return relations;
  await readXml({ part }, zip.read(part), {
    open: (tag, { Id = "", Type = "", Target = "", TargetMode }) => {
      if (tag !== "Relationship" || TargetMode === "External" || relations.length >= most) return;
      relations.push({ id: Id, type: Type.split("/").at(-1) ?? "", target: partName(folder, Target) });
    },
  });
  return relations;
}

/** Reads the shared texts, up to one that is longer than any cell may be. */
async function readStrings(zip: Zip, part: string, strings: StringStore): Promise<number | undefined> {
  let text = "";
  let isText = false;
  let phonetic = false;
  try {
    await readXml({ part }, zip.read(part), {
      open: (tag) => {
        if (tag === "si") text = "";
        if (tag === "rPh") phonetic = true;
        if (tag === "t") isText = !phonetic;
      },
      text: (piece) => {
        if (isText) text += piece;
      },
      close: (tag) => {
        if (tag === "t") isText = false;
        if (tag === "rPh") phonetic = false;
        if (tag === "si") strings.add(text);
      },
    });
    return undefined;
  } catch (error) {
    if (error instanceof LongText) return strings.length;
    throw error;
  }
}

/** Which styles show dates: the n-th `xf` of `cellXfs` is style n. */
async function readStyles(zip: Zip, part: string): Promise<boolean[]> {
  const codes = new Map<number, string>();
  const ids: number[] = [];
  let isCell = false;
  await readXml({ part }, zip.read(part), {
    open: (tag, attributes) => {
      if (tag === "numFmt" && codes.size < most) codes.set(Number(attributes.numFmtId), attributes.formatCode ?? "");
      if (tag === "cellXfs") isCell = true;
      if (tag === "xf" && isCell && ids.length < 16 * most) ids.push(Number(attributes.numFmtId ?? 0));
    },
    close: (tag) => {
      if (tag === "cellXfs") isCell = false;
    },
  });
  return ids.map((id) => isDateFormat(id, codes.get(id)));
}

/** Finds the first visible sheet of a workbook and reads what its cells refer to. @throws SheetFault where it is none */
export async function openBook(zip: Zip): Promise<Book> {
  const root = await relationsOf(zip, "", "");
  const main = root.find(({ type }) => type === "officeDocument")?.target;
  if (!main || !zip.has(main) || !/\.xml$/i.test(main)) throw noWorkbook();
  const cut = main.lastIndexOf("/") + 1;
  const relations = await relationsOf(zip, main.slice(0, cut), main.slice(cut));
  const sheets: { id: string; isHidden: boolean }[] = [];
  let isWorkbook = false;
  let date1904 = false;
  await readXml({ part: main }, zip.read(main), {
    open: (tag, attributes) => {
      if (tag === "workbook") isWorkbook = true;
      if (tag === "workbookPr") date1904 = ["1", "true"].includes(attributes.date1904 ?? "");
      const id = Object.entries(attributes).find(([name]) => name === "id" || name.endsWith(":id"))?.[1];
      if (tag === "sheet" && id && sheets.length < most)
        sheets.push({ id, isHidden: ["hidden", "veryHidden"].includes(attributes.state ?? "") });
    },
  });
  if (!isWorkbook) throw noWorkbook();
  const first = sheets.find(({ isHidden }) => !isHidden) ?? sheets[0];
  const sheet = relations.find(({ id }) => id === first?.id);
  if (sheet?.type !== "worksheet") throw new SheetFault("The workbook has no sheet with rows.");
  const targetOf = (type: string) => relations.find((one) => one.type === type)?.target ?? "";
  const [styles, shared] = [targetOf("styles"), targetOf("sharedStrings")];
  const dates = zip.has(styles) ? await readStyles(zip, styles) : [];
  const strings = stringStore();
  try {
    const longString = zip.has(shared) ? await readStrings(zip, shared, strings) : undefined;
    const isDate = (style: number) => dates[style] ?? false;
    return { sheet: sheet.target, date1904, isDate, strings, longString, close: strings.close };
  } catch (error) {
    strings.close();
    throw error;
  }
}
