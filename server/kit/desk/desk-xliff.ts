import { unitId } from "@/server/kit/import/sheet/desk-file.rules";
import { storable } from "@/server/kit/value/text.rules";
import { type Piece, piecesOf } from "./desk-code.rules";

/** One text of a file, with its fields in their order. */
export interface XliffText {
  kind: string;
  id: string;
  name: string;
  place: string | null;
  isOutdated: boolean;
  fields: { name: string; html: boolean; source: string; target: string }[];
}

const escaped = (text: string) =>
  storable(text).replace(/[&<>"]/g, (sign) => `&${{ "&": "amp", "<": "lt", ">": "gt", '"': "quot" }[sign]};`);

/** The codes of a unit: what each stands for has one id, and a code of the source and of the target share theirs. */
function codes() {
  const data = new Map<string, string>();
  const dataOf = (text: string) => {
    const id = data.get(text) ?? `d${data.size + 1}`;
    data.set(text, id);
    return id;
  };
  let last = 0;
  /** the ids of the source's codes, by what they stand for */
  const ofSource = new Map<string, number[]>();
  function inline(pieces: Piece[], idOf: (key: string) => number): string {
    return pieces
      .map((piece) => {
        if (typeof piece === "string") return escaped(piece);
        if ("data" in piece) {
          const attributes = `equiv="${escaped(piece.data)}" disp="${escaped(piece.data)}" dataRef="${dataOf(piece.data)}"`;
          return `<ph id="${idOf(piece.data)}" ${attributes} canCopy="no" canDelete="no"/>`;
        }
        const id = idOf(`${piece.start} ${piece.end}`);
        const ends = `dataRefStart="${dataOf(piece.start)}" dataRefEnd="${dataOf(piece.end)}"`;
        return `<pc id="${id}" ${ends} canCopy="no" canDelete="no">${inline(piece.within, idOf)}</pc>`;
      })
      .join("");
  }
  return {
    source: (pieces: Piece[]) =>
      inline(pieces, (key) => {
        last++;
        ofSource.set(key, [...(ofSource.get(key) ?? []), last]);
        return last;
      }),
    target: (pieces: Piece[]) => inline(pieces, (key) => ofSource.get(key)?.shift() ?? ++last),
    data: () => [...data].map(([text, id]) => `<data id="${id}">${escaped(text)}</data>`).join(""),
  };
}

function unitOf({ kind, id, isOutdated }: XliffText, { name, html, source, target }: XliffText["fields"][number]) {
  const of = codes();
  const from = of.source(piecesOf(source, html));
  const to = of.target(piecesOf(target, html));
  const data = of.data();
  const state = target === "" || isOutdated ? "initial" : "translated";
  return [
    `<unit id="${unitId(kind, id, name)}" name="${name}">`,
    data && `<originalData>${data}</originalData>`,
    `<segment state="${state}"><source>${from}</source>`,
    target && `<target>${to}</target>`,
    "</segment></unit>\n",
  ].join("");
}

/** One text as a group of units; a field that the source language has not is left out. */
export function xliffGroup(text: XliffText): string {
  const units = text.fields.filter(({ source }) => source.trim() !== "").map((field) => unitOf(text, field));
  if (units.length === 0) return "";
  const note = text.place ? `<notes><note category="place">${escaped(text.place)}</note></notes>` : "";
  return `<group id="${text.kind}.${text.id}" name="${escaped(text.name)}">${note}\n${units.join("")}</group>\n`;
}

/** An XLIFF 2.0 file for agencies: what must not be translated travels as <ph> and <pc>. */
export const xliffFile = (languages: { source: string; target: string }, groups: string) =>
  `<?xml version="1.0" encoding="UTF-8"?>
<xliff xmlns="urn:oasis:names:tc:xliff:document:2.0" version="2.0" srcLang="${escaped(languages.source)}" trgLang="${escaped(languages.target)}">
<file id="persdesk" xml:space="preserve">
${groups}</file>
</xliff>
`;
