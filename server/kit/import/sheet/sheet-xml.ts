import { SaxesParser } from "saxes";
import { t } from "@/texts/t";
import { SheetFault } from "./sheet";

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

interface XmlDocument {
  /** the part of a workbook, or "it" of another file */
  part: string;
  /** what people call the whole file */
  file?: string;
  deepest?: number;
}

/** One text of the document is longer than any cell may be. */
export class LongText extends SheetFault {}

const localName = (name: string) => name.slice(name.indexOf(":") + 1);

/**
 * Reads XML piece by piece, such as a part of a workbook as it is inflated. Document types and entities of the file's own
 * are refused.
 * @throws SheetFault where it is no such XML, LongText where a token is too long to be held
 */
export async function readXml(
  { part, file = "workbook", deepest = 64 }: XmlDocument,
  pieces: AsyncIterable<Buffer> | Iterable<Buffer>,
  handlers: XmlHandlers,
): Promise<void> {
  const damaged = (how: string, cause?: unknown) =>
    new SheetFault(t("The {file} is damaged: {part} {how}.", { file: t(file), part, how: t(how) }), { cause });
  const decoder = new TextDecoder("utf-8", { fatal: true });
  const parser = new SaxesParser<{ xmlns: false; position: false }>({ xmlns: false, position: false });
  let depth = 0;
  let quiet = 0;
  parser.on("doctype", () => {
    throw new SheetFault(
      t("The {file} declares a document type, which no such file needs. It was not read.", { file: t(file) }),
    );
  });
  parser.on("opentag", ({ name, attributes }) => {
    quiet = 0;
    if (++depth > deepest) throw damaged("is nested too deeply");
    handlers.open?.(localName(name), attributes);
  });
  parser.on("closetag", ({ name }) => {
    quiet = 0;
    depth--;
    handlers.close?.(localName(name));
  });
  parser.on("text", (text) => handlers.text?.(text));
  parser.on("cdata", (text) => handlers.text?.(text));
  const decoded = (piece: Buffer | undefined) => {
    try {
      return decoder.decode(piece, { stream: piece !== undefined });
    } catch (error) {
      throw damaged("is not UTF-8", error);
    }
  };
  const write = (text: string) => {
    try {
      parser.write(text);
    } catch (error) {
      if (error instanceof SheetFault) throw error;
      throw damaged("is not well-formed XML", error);
    }
  };
  for await (const piece of pieces) {
    quiet += piece.length;
    const text = decoded(piece);
    for (let at = 0; at < text.length; at += sliceSize) {
      write(text.slice(at, at + sliceSize));
      await handlers.pause?.();
    }
    if (quiet > longestToken) throw new LongText(t("A text of the {file} is too long.", { file: t(file) }));
  }
  write(decoded(undefined));
  try {
    parser.close();
  } catch (error) {
    throw damaged("ends too early", error);
  }
}
