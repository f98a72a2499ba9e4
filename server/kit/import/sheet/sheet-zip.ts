import { type Entry, fromBufferPromise } from "yauzl";
import { t } from "@/texts/t";
import { SheetFault, sheetCaps, tooLargeInside } from "./sheet";

const mostEntries = 2000;

const damaged = (cause: unknown) =>
  cause instanceof SheetFault ? cause : new SheetFault("The workbook is damaged: it cannot be unpacked.", { cause });

/** The parts of a zip file, read one at a time; what is inflated of all of them is counted together. */
export interface Zip {
  has: (name: string) => boolean;
  /** @throws SheetFault once more is inflated than may be, or where the part is damaged or missing */
  read: (name: string) => AsyncGenerator<Buffer>;
}

/** Opens a zip file that lies in memory; nothing is inflated yet. @throws SheetFault where it is none */
export async function openZip(bytes: Buffer): Promise<Zip> {
  const entries = new Map<string, Entry>();
  const file = await fromBufferPromise(bytes, { lazyEntries: true, autoClose: false }).catch((error: unknown) => {
    throw damaged(error);
  });
  if (file.entryCount > mostEntries) throw new SheetFault("The workbook is damaged: it has too many parts.");
  try {
    for await (const entry of file.eachEntry()) if (!entries.has(entry.fileName)) entries.set(entry.fileName, entry);
  } catch (error) {
    throw damaged(error);
  }
  let inflated = 0;
  return {
    has: (name) => entries.has(name),
    async *read(name) {
      const entry = entries.get(name);
      if (!entry)
        throw new SheetFault(t("The workbook is damaged: its part {part} is missing.", { part: name.slice(0, 100) }));
      try {
        for await (const piece of await file.openReadStreamPromise(entry)) {
          inflated += piece.length;
          if (inflated > sheetCaps.inflatedBytes) throw tooLargeInside();
          yield piece;
        }
      } catch (error) {
        throw damaged(error);
      }
    },
  };
}
