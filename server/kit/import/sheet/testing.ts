import { crc32, deflateRawSync } from "node:zlib";

type Parts = Record<string, string | Buffer>;

/** A zip file of these parts, deflated; `size` says another inflated size than there is. */
export function zipOf(parts: Parts, { size }: { size?: number } = {}): Buffer {
  const bodies: Buffer[] = [];
  const directory: Buffer[] = [];
  let at = 0;
  for (const [name, content] of Object.entries(parts)) {
    const raw = Buffer.from(content as string);
    const packed = deflateRawSync(raw, { level: 9 });
    const title = Buffer.from(name);
    const facts = Buffer.alloc(22);
    facts.writeUInt16LE(8, 4);
    facts.writeUInt32LE(crc32(raw), 10);
    facts.writeUInt32LE(packed.length, 14);
    facts.writeUInt32LE(size ?? raw.length, 18);
    const common = Buffer.concat([Buffer.from([20, 0]), facts.subarray(2), u16(title.length), u16(0)]);
    const local = Buffer.concat([Buffer.from("PK\x03\x04", "latin1"), common, title, packed]);
    const tail = Buffer.alloc(14);
    tail.writeUInt32LE(at, 10);
    directory.push(Buffer.concat([Buffer.from("PK\x01\x02", "latin1"), Buffer.from([20, 0]), common, tail, title]));
    bodies.push(local);
    at += local.length;
  }
  const central = Buffer.concat(directory);
  const end = Buffer.alloc(18);
  end.writeUInt16LE(directory.length, 4);
  end.writeUInt16LE(directory.length, 6);
  end.writeUInt32LE(central.length, 8);
  end.writeUInt32LE(at, 12);
  return Buffer.concat([...bodies, central, Buffer.from("PK\x05\x06", "latin1"), end]);
}

function u16(value: number) {
  const bytes = Buffer.alloc(2);
  bytes.writeUInt16LE(value);
  return bytes;
}

const office = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";
const relation = (id: string, type: string, target: string) =>
  `<Relationship Id="${id}" Type="${office}/${type}" Target="${target}"/>`;
const relations = (...all: string[]) => `<Relationships>${all.join("")}</Relationships>`;
const xml = '<?xml version="1.0" encoding="UTF-8"?>';

interface Workbook {
  /** the rows, such as `<row><c t="inlineStr"><is><t>name</t></is></c></row>` */
  rows: string;
  /** the `si` elements of the shared texts */
  strings?: string;
  styles?: string;
  /** attributes of workbookPr */
  properties?: string;
  more?: Parts;
}

/** A workbook written by hand, for what no program would write. */
export const workbookOf = ({ rows, strings = "", styles = "", properties = "", more }: Workbook): Buffer =>
  zipOf({
    "[Content_Types].xml": `${xml}<Types/>`,
    "_rels/.rels": xml + relations(relation("rId1", "officeDocument", "xl/workbook.xml")),
    "xl/workbook.xml": `${xml}<workbook xmlns:r="r"><workbookPr ${properties}/><sheets><sheet name="S" sheetId="1" r:id="rId1"/></sheets></workbook>`,
    "xl/_rels/workbook.xml.rels":
      xml +
      relations(
        relation("rId1", "worksheet", "worksheets/sheet1.xml"),
        relation("rId2", "sharedStrings", "/xl/sharedStrings.xml"),
        relation("rId3", "styles", "styles.xml"),
      ),
    "xl/sharedStrings.xml": `${xml}<sst>${strings}</sst>`,
    "xl/styles.xml": `${xml}<styleSheet>${styles}</styleSheet>`,
    "xl/worksheets/sheet1.xml": `${xml}<worksheet><sheetData>${rows}</sheetData></worksheet>`,
    ...more,
  });

const escaped = (text: string) => text.replace(/[<&]/g, (one) => (one === "<" ? "&lt;" : "&amp;"));

/** A row of texts that stand in their cells. */
export const rowOf = (...cells: string[]) =>
  `<row>${cells.map((cell) => `<c t="inlineStr"><is><t>${escaped(cell)}</t></is></c>`).join("")}</row>`;

/** The texts as a workbook, one row each. */
export const sheetOf = (rows: string[][]) => workbookOf({ rows: rows.map((cells) => rowOf(...cells)).join("") });
