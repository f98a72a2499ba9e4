import { fileTitles, sourceColumn, unitOf } from "@/server/kit/import/sheet/desk-file.rules";
import { formatted } from "@/server/kit/value/count.rules";
import { t } from "@/texts/t";
import { SheetFault, type SheetRow, xliffCaps } from "./sheet";
import type { SheetRows } from "./sheet-rows";
import { readXml } from "./sheet-xml";

const pieceBytes = 64 * 1024;
/** What may stand within a unit and is read; all else, such as matches of a translation memory, is passed over. */
const partsOfUnit = new Set(["originalData", "data", "segment", "ignorable", "source", "target"]);
const annotations = new Set(["mrk", "sm", "em"]);

/** Words, or the code that the unit's data has under this id. */
type Inline = string | { ref: string };

interface Segment {
  source: Inline[];
  target?: Inline[];
  isIgnorable: boolean;
}
interface Unit {
  id: string;
  data: Map<string, string>;
  segments: Segment[];
  fault?: string;
}
/** A text, whose units stand one after the other. */
interface TextRow {
  row: number;
  kind: string;
  id: string;
  name: string;
  cells: Record<string, string>;
  fault?: SheetRow["fault"];
}

const columnOf = (title: string) => fileTitles.indexOf(title);

/** The character of a `cp`. */
function characterOf(hex = "") {
  const code = /^[\da-f]{1,6}$/i.test(hex) ? Number.parseInt(hex, 16) : 0;
  return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : "\ufffd";
}

/** The source and the target of a unit as texts. @throws SheetFault for what makes it a bad row */
function textsOf({ data, segments, fault }: Unit) {
  if (fault) throw new SheetFault(fault);
  const written = (inline: Inline[]) =>
    inline
      .map((one) => {
        if (typeof one === "string") return one;
        const code = data.get(one.ref);
        if (code === undefined)
          throw new SheetFault(t('A code refers to "{name}", which the unit does not have.', { name: one.ref }));
        return code;
      })
      .join("");
  const source = segments.map((one) => written(one.source)).join("");
  const real = segments.filter(({ isIgnorable }) => !isIgnorable);
  const done = real.filter(({ target = [] }) => written(target).trim() !== "");
  if (done.length === 0) return { source, target: "" };
  if (done.length < real.length) throw new SheetFault("Only a part of this text is translated.");
  const target = segments.map((one) => written(one.target ?? one.source)).join("");
  return { source, target };
}

type Attributes = Record<string, string>;

/** Makes rows of units: those of one text, which stand one after the other, are one row. */
class TextRows {
  languages: { source: string; target: string } | undefined;
  /** the groups that the present place is within, by their names */
  readonly groups: string[] = [];
  units = 0;
  private text: TextRow | undefined;

  constructor(private readonly rows: SheetRows) {}

  begin(languages: { source: string; target: string }) {
    this.languages = languages;
    this.rows.add(0, fileTitles);
  }

  /** @throws SheetFault for one too many */
  count() {
    if (++this.units > xliffCaps.units)
      throw new SheetFault(t("The file has more than {most} units.", { most: formatted(xliffCaps.units) }));
  }

  add(unit: Unit) {
    const of = unitOf(unit.id);
    const name = this.groups.at(-1) ?? unit.id;
    if (!of) {
      this.flush();
      const message = t("This unit is not of an export of the translation desk: its id is {id}.", {
        id: unit.id.slice(0, 80),
      });
      this.text = { row: this.units, kind: "", id: "", name, cells: {}, fault: { column: null, message } };
      return;
    }
    if (this.text?.kind !== of.kind || this.text.id !== of.id) this.flush();
    const text: TextRow = this.text ?? { row: this.units, kind: of.kind, id: of.id, name, cells: {} };
    this.text = text;
    try {
      const { source, target } = textsOf(unit);
      text.cells[sourceColumn(of.field)] = source;
      text.cells[of.field] = target;
    } catch (error) {
      if (!(error instanceof SheetFault)) throw error;
      text.fault = { column: columnOf(of.field), message: error.message };
    }
  }

  flush() {
    if (!this.text || !this.languages) return;
    const { row, kind, id, name, cells, fault } = this.text;
    const values: Record<string, string> = {
      ...cells,
      kind,
      id,
      name,
      language: this.languages.target,
      "source language": this.languages.source,
    };
    this.rows.add(
      row,
      fileTitles.map((title) => values[title] ?? ""),
      fault,
    );
    this.text = undefined;
  }
}

/** The languages that the root names. @throws SheetFault for a root of another kind or version */
function languagesOf(name: string, { version = "", srcLang = "", trgLang = "" }: Attributes) {
  if (name !== "xliff") throw new SheetFault("This is an XML file, but not an XLIFF file.");
  if (!/^2\.\d$/.test(version)) throw new SheetFault("This is another version of XLIFF. Save the file as XLIFF 2.0.");
  if (!srcLang || !trgLang) throw new SheetFault("The file does not say its languages (srcLang and trgLang).");
  return { source: srcLang, target: trgLang };
}

/** Reads what stands within one unit, element by element. */
class UnitReader {
  readonly unit: Unit;
  private segment: Segment | undefined;
  /** the source or target that is read */
  private inline: Inline[] | undefined;
  private dataId: string | undefined;
  /** the codes with which the open `pc` end */
  private readonly ends: (string | undefined)[] = [];

  constructor({ id = "" }: Attributes) {
    this.unit = { id, data: new Map(), segments: [] };
  }

  /** @returns whether the element is passed over */
  open(name: string, attributes: Attributes): boolean {
    if (this.inline) this.openInline(this.inline, name, attributes);
    else if (!partsOfUnit.has(name)) return true;
    else if (name === "data") {
      this.dataId = attributes.id ?? "";
      this.unit.data.set(this.dataId, "");
    } else if (name === "segment" || name === "ignorable") {
      this.segment = { source: [], isIgnorable: name === "ignorable" };
      this.unit.segments.push(this.segment);
    } else if (this.segment && name === "source") this.inline = this.segment.source;
    else if (this.segment && name === "target") {
      this.segment.target = [];
      this.inline = this.segment.target;
    }
    return false;
  }

  private openInline(into: Inline[], name: string, { dataRef, dataRefStart, dataRefEnd, hex }: Attributes) {
    if (name === "pc") {
      this.ends.push(dataRefEnd);
      into.push({ ref: dataRefStart ?? "" });
    } else if (name === "cp") into.push(characterOf(hex));
    else if (name === "ph" || name === "sc" || name === "ec") into.push({ ref: dataRef ?? "" });
    else if (!annotations.has(name))
      this.unit.fault = t("A text holds {name}, which is not known here.", { name: `<${name.slice(0, 40)}>` });
  }

  text(words: string) {
    const { data } = this.unit;
    if (this.inline) this.inline.push(words);
    else if (this.dataId !== undefined) data.set(this.dataId, (data.get(this.dataId) ?? "") + words);
  }

  close(name: string) {
    if (this.inline && name === "pc") this.inline.push({ ref: this.ends.pop() ?? "" });
    else if (name === "source" || name === "target") this.inline = undefined;
    else if (name === "data") this.dataId = undefined;
  }
}

/**
 * Reads an XLIFF 2 file of the translation desk, a row for each text: codes become what they stood for.
 * @throws SheetFault for what is no such file
 */
export async function readXliff(bytes: Buffer, rows: SheetRows): Promise<void> {
  const texts = new TextRows(rows);
  let unit: UnitReader | undefined;
  /** how many elements deep in one that is passed over */
  let passed = 0;
  const pieces = Array.from({ length: Math.ceil(bytes.length / pieceBytes) }, (_, n) =>
    bytes.subarray(n * pieceBytes, (n + 1) * pieceBytes),
  );
  await readXml({ part: "it", file: "XLIFF file", deepest: xliffCaps.depth }, pieces, {
    open(name, attributes) {
      if (passed > 0) passed++;
      else if (!texts.languages) texts.begin(languagesOf(name, attributes));
      else if (unit) passed = unit.open(name, attributes) ? 1 : 0;
      else if (name === "group" || name === "file") texts.groups.push(attributes.name ?? attributes.id ?? "");
      else if (name === "unit") {
        texts.count();
        unit = new UnitReader(attributes);
      } else passed = 1;
    },
    text(words) {
      if (passed === 0) unit?.text(words);
    },
    close(name) {
      if (passed > 0) passed--;
      else if (name === "group" || name === "file") texts.groups.pop();
      else if (name === "unit" && unit) {
        texts.add(unit.unit);
        unit = undefined;
      } else unit?.close(name);
    },
    pause: () => (rows.isFull() ? rows.flush() : undefined),
  });
  texts.flush();
  if (texts.units === 0) throw new SheetFault("The file has no units.");
  await rows.end();
}
