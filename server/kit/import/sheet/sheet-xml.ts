import { SaxesParser } from "saxes";
import { SheetFault } from "./sheet";

const deepest = 64;
/** A text, a tag or a comment that is longer than this is in no honest workbook: a cell has at most 32,767 characters. */
const longestToken = 256 * 1024;
/** So many characters are parsed between two pauses: some hundred cells, which may refer to long texts. */
const sliceSize = 4096;

export interface XmlHandlers {
  open?: (name: string, attributes: Record<string, string>) => void;
  text?: (text: string) => void;
  close?: (name: string) => void;
  /** again and again between two pieces of the file */
  pause?: () => Promise<void> | undefined;
}

/** One text of the document is longer than any cell may be. */
export class LongText extends SheetFault {}

const localName = (name: string) => name.slice(name.indexOf(":") + 1);

/**
 * Reads a part of a workbook as it is inflated. Document types and entities of the file's own are refused.
 * @throws SheetFault where it is no such XML, LongText where a token is too long to be held
 */
export async function readXml(part: string, pieces: AsyncIterable<Buffer>, handlers: XmlHandlers): Promise<void> {
  const decoder = new TextDecoder("utf-8", { fatal: true });
  const parser = new SaxesParser<{ xmlns: false; position: false }>({ xmlns: false, position: false });
  let depth = 0;
  let quiet = 0;
  parser.on("doctype", () => {
    throw new SheetFault(
      "The workbook declares a document type, which no spreadsheet program writes. It was not read.",
    );
  });
  parser.on("opentag", ({ name, attributes }) => {
    quiet = 0;
    if (++depth > deepest) throw new SheetFault(`The workbook is damaged: ${part} is nested too deeply.`);
    handlers.open?.(localName(name), attributes);
  });
  parser.on("closetag", ({ name }) => {
    quiet = 0;
    depth--;
    handlers.close?.(localName(name));
  });
  parser.on("text", (text) => handlers.text?.(text));
  parser.on("cdata", (text) => handlers.text?.(text));
  const write = (text: string) => {
    try {
      parser.write(text);
    } catch (error) {
      if (error instanceof SheetFault) throw error;
      throw new SheetFault(`The workbook is damaged: ${part} is not well-formed XML.`, { cause: error });
    }
  };
  for await (const piece of pieces) {
    quiet += piece.length;
    const text = decoded(decoder, piece, part);
    for (let at = 0; at < text.length; at += sliceSize) {
      write(text.slice(at, at + sliceSize));
      await handlers.pause?.();
    }
    if (quiet > longestToken) throw new LongText("A cell of the workbook is too long.");
  }
  write(decoded(decoder, undefined, part));
  try {
    parser.close();
  } catch (error) {
    throw new SheetFault(`The workbook is damaged: ${part} ends too early.`, { cause: error });
  }
}

function decoded(decoder: TextDecoder, piece: Buffer | undefined, part: string) {
  try {
    return decoder.decode(piece, { stream: piece !== undefined });
  } catch (error) {
    throw new SheetFault(`The workbook is damaged: ${part} is not UTF-8.`, { cause: error });
  }
}
