import { resolve } from "node:path";
import { Worker } from "node:worker_threads";
import { AppError } from "@/server/kit/call/errors";
import { manner, speech } from "@/texts/speech";
import {
  type SheetFile,
  type SheetKind,
  type SheetMessage,
  type SheetRow,
  sheetCaps,
  tooLargeFile,
  xliffCaps,
} from "./sheet";

/** How long the thread may work between two batches of rows. */
const patienceMs = 30_000;
/** Files that may wait for their turn; the next one is told to come back. */
const mostWaiting = 16;
/**
 * Of the thread's own heap. It needs a quarter: texts wait in a file, and everything that grows with a file has its cap. V8
 * cleans up for the first time when half of it is full, so a higher limit is memory that others do not get.
 */
const heapMb = 48;
/** What is young there; Node itself would let it grow to three times sixteen. */
const youngMb = 4;

export interface Sheet {
  kind: SheetKind;
  /** of the file, in hex */
  sha256: string;
  titles: string[];
  /** in batches; the file is read on while they are taken, and no faster */
  rows: AsyncGenerator<SheetRow[]>;
}

const unreadable = (message: string, cause?: unknown) =>
  new AppError("invalid_input", message, { errors: [{ path: "file", message }], cause });

// Bundled there by scripts/build.mjs; the tests do it in their global setup.
const threadFile = () => resolve(/*turbopackIgnore: true*/ "dist", "sheet-thread.js");

let isBusy = false;
const waiting: (() => void)[] = [];

/** One file is read at a time, for all callers: reading fills a processor. */
async function inTurn<T>(work: () => Promise<T>): Promise<T> {
  if (waiting.length >= mostWaiting)
    throw new AppError("unavailable", "Too many files are being read. Try again in a moment.", { retryAfter: 5 });
  if (isBusy) await new Promise<void>((turn) => waiting.push(turn));
  isBusy = true;
  try {
    return await work();
  } finally {
    const next = waiting.shift();
    if (next) next();
    else isBusy = false;
  }
}

/** The thread's messages one by one; a thread that dies, or says nothing for too long, is a fault of the file. */
function messagesOf(thread: Worker) {
  const inbox: SheetMessage[] = [];
  let failure: AppError | undefined;
  let wake: () => void = () => undefined;
  const fail = (error: AppError) => {
    failure ??= error;
    wake();
  };
  thread.on("message", (message: SheetMessage) => {
    inbox.push(message);
    wake();
  });
  thread.on("error", (error: Error & { code?: string }) =>
    fail(
      error.code === "ERR_WORKER_OUT_OF_MEMORY"
        ? unreadable("The file needs too much memory to be read.", error)
        : new AppError("internal", undefined, { cause: error }),
    ),
  );
  thread.on("exit", () => fail(unreadable("The file could not be read to its end.")));
  return async (): Promise<SheetMessage> => {
    const timer = setTimeout(() => fail(unreadable("The file takes too long to be read.")), patienceMs);
    try {
      for (;;) {
        const message = inbox.shift();
        if (message?.type === "fault") throw unreadable(message.message);
        if (message) return message;
        if (failure) throw failure;
        await new Promise<void>((resolve) => {
          wake = resolve;
        });
      }
    } finally {
      clearTimeout(timer);
    }
  };
}

/** A small file may lie in a buffer that others use too; a large one has its own, or that of the form it came in. */
const shared = 64 * 1024;
const own = (bytes: Uint8Array) =>
  bytes.buffer instanceof ArrayBuffer && bytes.byteLength > shared
    ? new Uint8Array(bytes.buffer, bytes.byteOffset, bytes.byteLength)
    : new Uint8Array(bytes);

/**
 * Reads a CSV file or the first sheet of an XLSX file, whichever it is by its content, in a thread of its own; where it
 * is said, an XLIFF file too.
 * @param bytes the file; it is handed over to the thread, with all of its buffer, and empty afterwards
 * @param work takes the rows; when it ends, however it ends, the thread does too
 * @throws AppError 400 that says what is wrong with the file and where, 413 over the cap, 503 where too many are read
 */
export async function readSheet<T>(
  bytes: Uint8Array,
  work: (sheet: Sheet) => Promise<T>,
  { takesXliff = false } = {},
): Promise<T> {
  const caps = takesXliff ? xliffCaps : sheetCaps;
  if (bytes.byteLength > caps.fileBytes) throw new AppError("payload_too_large", tooLargeFile(caps));
  return inTurn(async () => {
    const file = own(bytes);
    const catalogue = speech().catalogues[manner().language];
    const thread = new Worker(threadFile(), {
      workerData: { bytes: file, takesXliff, manner: { ...manner() }, catalogue } satisfies SheetFile,
      transferList: [file.buffer],
      resourceLimits: { maxOldGenerationSizeMb: heapMb, maxYoungGenerationSizeMb: youngMb },
    });
    try {
      const next = messagesOf(thread);
      const head = await next();
      if (head.type !== "head") throw new AppError("internal");
      const rows = async function* () {
        for (let message = await next(); message.type === "rows"; message = await next()) {
          yield message.rows;
          thread.postMessage("more");
        }
      };
      const { kind, sha256, titles } = head;
      return await work({ kind, sha256, titles, rows: rows() });
    } finally {
      await thread.terminate();
    }
  });
}
