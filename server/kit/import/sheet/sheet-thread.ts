import { createHash } from "node:crypto";
import { once } from "node:events";
import { constants, setPriority } from "node:os";
import { parentPort, workerData } from "node:worker_threads";
import { speech } from "@/texts/speech";
import {
  SheetFault,
  type SheetFile,
  type SheetKind,
  type SheetMessage,
  sheetCaps,
  tooLargeFile,
  xliffCaps,
} from "./sheet";
import { readCsv } from "./sheet-csv";
import { sheetRows } from "./sheet-rows";
import { readXliff } from "./sheet-xliff";
import { readXlsx } from "./sheet-xlsx";

// A thread of its own reads one file, so that nobody else waits meanwhile: `read-sheet.ts` starts it and takes the rows.

const startsWith = (bytes: Uint8Array, ...magic: number[]) => magic.every((byte, index) => bytes[index] === byte);

/** Whether the first character is a "<", behind a byte-order mark and white space. */
const isMarkup = (bytes: Uint8Array) => /^\uFEFF?\s*</.test(new TextDecoder().decode(bytes.subarray(0, 1024)));

/** What the file is, by its content and never by its name. @throws SheetFault for what can only be something else */
function kindOf(bytes: Uint8Array, takesXliff: boolean): SheetKind {
  if (startsWith(bytes, 0x50, 0x4b, 0x03, 0x04)) return "xlsx";
  if (startsWith(bytes, 0x50, 0x4b, 0x05, 0x06)) throw new SheetFault("The file is an empty zip file.");
  if (startsWith(bytes, 0xd0, 0xcf, 0x11, 0xe0))
    throw new SheetFault("This is an old (.xls) or a protected Excel file. Save it as .xlsx without a password.");
  if (startsWith(bytes, 0x25, 0x50, 0x44, 0x46))
    throw new SheetFault("This is a PDF. Give a CSV file or an .xlsx file.");
  return takesXliff && isMarkup(bytes) ? "xliff" : "csv";
}

const readers = { csv: readCsv, xlsx: readXlsx, xliff: readXliff };

async function read(
  { takesXliff, ...file }: Pick<SheetFile, "bytes" | "takesXliff">,
  send: (message: SheetMessage) => void,
  ready: () => Promise<unknown>,
) {
  const bytes = Buffer.from(file.bytes.buffer, file.bytes.byteOffset, file.bytes.byteLength);
  if (bytes.length === 0) throw new SheetFault("The file is empty.");
  const kind = kindOf(bytes, takesXliff);
  const caps = kind === "xliff" ? xliffCaps : sheetCaps;
  if (bytes.length > caps.fileBytes) throw new SheetFault(tooLargeFile(caps));
  const sha256 = createHash("sha256").update(bytes).digest("hex");
  const rows = sheetRows(
    {
      head: (titles) => send({ type: "head", kind, sha256, titles }),
      rows: async (batch) => {
        send({ type: "rows", rows: batch });
        await ready();
      },
    },
    { strict: kind === "csv", hasGaps: kind === "xlsx", caps },
  );
  await readers[kind](bytes, rows);
  send({ type: "end" });
}

const port = parentPort;
if (port) {
  // The file can wait, those who ask cannot. Only Linux has priorities of threads; elsewhere this would be the whole process.
  if (process.platform === "linux") setPriority(constants.priority.PRIORITY_BELOW_NORMAL);
  const file: SheetFile = workerData;
  const { manner, catalogue } = file;
  speech().manner = () => manner;
  Object.assign(speech().catalogues[manner.language], catalogue);
  const send = (message: SheetMessage) => port.postMessage(message);
  await read(file, send, () => once(port, "message")).catch((error: unknown) => {
    if (!(error instanceof SheetFault)) throw error;
    send({ type: "fault", message: error.message });
  });
  port.close();
}
