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

/**
 * Reads an XLIFF 2 file of the translation desk, a row for each text: codes become what they stood for.
 * @throws SheetFault for what is no such file
 */
export async function readXliff(bytes: Buffer, rows: SheetRows): Promise<void> {
  let languages: { source: string; target: string } | undefined;
  let units = 0;
  let unit: Unit | undefined;
  let segment: Segment | undefined;
  let inline: Inline[] | undefined;
  let dataId: string | undefined;
  /** how many elements deep in one that is passed over */
  let passed = 0;
  const names: string[] = [];
  const ends: (string | undefined)[] = [];
  let text: TextRow | undefined;

  const flush = () => {
    if (!text || !languages) return;
    const { row, kind, id, name, cells, fault } = text;
    const values: Record<string, string> = {
      ...cells,
      kind,
      id,
      name,
      language: languages.target,
      "source language": languages.source,
    };
    rows.add(
      row,
      fileTitles.map((title) => values[title] ?? ""),
      fault,
    );
    text = undefined;
  };

  function endUnit(one: Unit) {
    const of = unitOf(one.id);
    const name = names.at(-1) ?? one.id;
    if (!of) {
      flush();
      const message = t("This unit is not of an export of the translation desk: its id is {id}.", {
        id: one.id.slice(0, 80),
      });
      text = { row: units, kind: "", id: "", name, cells: {}, fault: { column: null, message } };
      return;
    }
    if (text?.kind !== of.kind || text.id !== of.id) flush();
    text ??= { row: units, kind: of.kind, id: of.id, name, cells: {} };
    try {
      const { source, target } = textsOf(one);
      text.cells[sourceColumn(of.field)] = source;
      text.cells[of.field] = target;
    } catch (error) {
      if (!(error instanceof SheetFault)) throw error;
      text.fault = { column: columnOf(of.field), message: error.message };
    }
  }

  function openInline(
    into: Inline[],
    name: string,
    { dataRef, dataRefStart, dataRefEnd, hex }: Record<string, string>,
  ) {
    if (name === "pc") {
      ends.push(dataRefEnd);
      into.push({ ref: dataRefStart ?? "" });
    } else if (name === "cp") into.push(characterOf(hex));
    else if (name === "ph" || name === "sc" || name === "ec") into.push({ ref: dataRef ?? "" });
    else if (!annotations.has(name) && unit)
      unit.fault = t("A text holds {name}, which is not known here.", { name: `<${name.slice(0, 40)}>` });
  }

  function openRoot(name: string, { version = "", srcLang = "", trgLang = "" }: Record<string, string>) {
    if (name !== "xliff") throw new SheetFault("This is an XML file, but not an XLIFF file.");
    if (!/^2\.\d$/.test(version)) throw new SheetFault("This is another version of XLIFF. Save the file as XLIFF 2.0.");
    if (!srcLang || !trgLang) throw new SheetFault("The file does not say its languages (srcLang and trgLang).");
    languages = { source: srcLang, target: trgLang };
    rows.add(0, fileTitles);
  }

  function openInUnit(of: Unit, name: string, attributes: Record<string, string>) {
    if (inline) openInline(inline, name, attributes);
    else if (!partsOfUnit.has(name)) passed = 1;
    else if (name === "data") {
      dataId = attributes.id ?? "";
      of.data.set(dataId, "");
    } else if (name === "segment" || name === "ignorable") {
      segment = { source: [], isIgnorable: name === "ignorable" };
      of.segments.push(segment);
    } else if (segment && name === "source") inline = segment.source;
    else if (segment && name === "target") {
      segment.target = [];
      inline = segment.target;
    }
  }

  const pieces = Array.from({ length: Math.ceil(bytes.length / pieceBytes) }, (_, n) =>
    bytes.subarray(n * pieceBytes, (n + 1) * pieceBytes),
  );
  await readXml({ part: "it", file: "XLIFF file", deepest: xliffCaps.depth }, pieces, {
    open(name, attributes) {
      if (passed > 0) passed++;
      else if (!languages) openRoot(name, attributes);
      else if (unit) openInUnit(unit, name, attributes);
      else if (name === "group" || name === "file") names.push(attributes.name ?? attributes.id ?? "");
      else if (name === "unit") {
        if (++units > xliffCaps.units)
          throw new SheetFault(t("The file has more than {most} units.", { most: formatted(xliffCaps.units) }));
        unit = { id: attributes.id ?? "", data: new Map(), segments: [] };
      } else passed = 1;
    },
    text(words) {
      if (passed > 0 || !unit) return;
      if (inline) inline.push(words);
      else if (dataId !== undefined) unit.data.set(dataId, (unit.data.get(dataId) ?? "") + words);
    },
    close(name) {
      if (passed > 0) passed--;
      else if (inline && name === "pc") inline.push({ ref: ends.pop() ?? "" });
      else if (name === "source" || name === "target") inline = undefined;
      else if (name === "data") dataId = undefined;
      else if (name === "group" || name === "file") names.pop();
      else if (name === "unit" && unit) {
        endUnit(unit);
        unit = undefined;
        segment = undefined;
      }
    },
    pause: () => (rows.isFull() ? rows.flush() : undefined),
  });
  flush();
  if (units === 0) throw new SheetFault("The file has no units.");
  await rows.end();
}
