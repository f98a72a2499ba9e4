import { Turns } from "@/db/turns";
import { type KnownCtx, ownerOf } from "@/server/kit/call/context";
import { AppError, tooMany } from "@/server/kit/call/errors";
import { enterLane } from "@/server/kit/call/lanes";
import type { RestFile } from "@/server/kit/call/meta";
import { longFromReplica } from "@/server/kit/call/replica";
import { visitLeavingOut } from "@/server/kit/call/unreadable";
import { logError } from "@/server/kit/process/log";
import { t } from "@/texts/t";
import { spool } from "./spool";
import { type Cell, csvStream, jsonStream, textStream, xlsxStream } from "./spreadsheet";

/** Exports of one actor until they are read to the end. */
const mostOfActor = 2;
/** Made at once. More would not be faster on one core, and would take memory and time from others' requests. */
const mostMade = 2;
/** How long the rest wait for their turn. */
const waitMs = 10_000;

export const exportFormats = {
  csv: ["csv", "text/csv; charset=utf-8"],
  xlsx: ["xlsx", "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"],
  /** the values as they are on the wire, for machines */
  raw: ["json", "application/json; charset=utf-8"],
} as const;
export type ExportFormat = keyof typeof exportFormats;

const ofActors = new Map<string, number>();
const othersBusy = () =>
  new AppError("unavailable", "Other exports are under way. Try again shortly.", { retryAfter: 5 });
const turns = new Turns(mostMade, waitMs, othersBusy);

function countOf(key: string) {
  const own = ofActors.get(key) ?? 0;
  if (own >= mostOfActor)
    throw tooMany("exports", "Two exports of yours are under way. Wait until one of them has arrived.", 10);
  ofActors.set(key, own + 1);
  return () => {
    const left = (ofActors.get(key) ?? 1) - 1;
    if (left > 0) ofActors.set(key, left);
    else ofActors.delete(key);
  };
}

/**
 * A place among the exports under way, and a turn to make one: of one actor one is made at a time, the next waits.
 * @throws AppError 429 where the actor's own are in the way, 503 where others' are
 */
async function takePlace(ctx: KnownCtx) {
  const isGone = countOf(ownerOf(ctx));
  try {
    const leave = await enterLane(ctx, "export");
    const endTurn = await turns.take().catch((error: unknown) => {
      leave();
      throw error;
    });
    const isMade = () => {
      endTurn();
      leave();
    };
    return { isMade, isGone };
  } catch (error) {
    isGone();
    throw error;
  }
}

interface Export<Row> {
  /** without its ending, such as "model-pers" */
  name: string;
  format: ExportFormat;
  columns: { title: string; cell: (row: Row) => Cell }[];
  /** what a row is for machines; the row itself where not said */
  raw?: (row: Row) => unknown;
  /** visits all rows, with a context whose transactions keep nobody else from the database */
  rows: (ctx: KnownCtx, visit: (rows: Row[]) => Promise<void>) => Promise<void>;
  /** of the request, so that all of it ends when the client goes away */
  signal?: AbortSignal;
}

/** The last row of a file that lacks some. */
const leftOut = (count: number) =>
  t(
    "{count, plural, one {One row cannot be read and is missing in this file.} other {# rows cannot be read and are missing in this file.}}",
    { count },
  );

type Visit<Row> = (visit: (rows: Row[]) => Promise<void>) => Promise<void>;

function streamOf<Row>({ name, format, columns, raw }: Export<Row>, rows: Visit<Row>): ReadableStream<Uint8Array> {
  const readable = (visit: (some: Row[]) => Promise<void>) => visitLeavingOut(`export ${name}`, rows, visit);
  if (format === "raw")
    return jsonStream(async (write) => {
      await readable((some) => write(raw ? some.map(raw) : some));
    });
  const stream = format === "csv" ? csvStream : xlsxStream;
  const cells = (row: Row) => columns.map(({ cell }) => cell(row));
  return stream(
    columns.map(({ title }) => title),
    async (write) => {
      const left = await readable((some) => write(some.map(cells)));
      if (left > 0) await write([[leftOut(left)]]);
    },
  );
}

interface Made {
  /** without its ending */
  name: string;
  ending: string;
  type: string;
  signal?: AbortSignal;
  /** makes the file; `read` reads what is in it, and its file has begun with the first rows */
  source: (
    read: (work: (reader: KnownCtx, begun: () => void) => Promise<void>) => Promise<void>,
  ) => ReadableStream<Uint8Array>;
}

/** Takes a place and a turn, and answers once the first rows are there, so that what fails before is an answer of its own. */
async function madeFile(ctx: KnownCtx, { name, ending, type, signal, source }: Made): Promise<RestFile> {
  const place = await takePlace(ctx);
  let hasBegun = false;
  let made = new ReadableStream<Uint8Array>();
  const firstRows = new Promise<void>((resolve, reject) => {
    const begin = () => {
      hasBegun = true;
      resolve();
    };
    made = source((work) => {
      const read = longFromReplica(ctx, (reader, begun) =>
        work(reader, () => {
          begun();
          begin();
        }),
      );
      return read.then(begin, (error: unknown) => {
        reject(error);
        throw error;
      });
    });
  });
  firstRows.catch(() => undefined); // nobody waits for them where the file between cannot be opened
  const body = await spool(made, {
    signal,
    onMade: place.isMade,
    onGone: place.isGone,
    onFailure: (error) => hasBegun && logError(error, { requestId: ctx.requestId, operation: `export ${name}` }),
  });
  await firstRows;
  return { name: `${name}-${new Date().toISOString().slice(0, 10)}.${ending}`, type, body };
}

/**
 * A file of many rows, read from the database at its own speed and kept until the client has it (ADR 21).
 * @throws what fails before the first rows; AppError 429 and 503 where too many exports are under way
 */
export function exportFile<Row>(ctx: KnownCtx, file: Export<Row>): Promise<RestFile> {
  const [ending, type] = exportFormats[file.format];
  return madeFile(ctx, {
    name: file.name,
    ending,
    type,
    signal: file.signal,
    source: (read) =>
      streamOf(file, (visit) => read((reader, begun) => file.rows(reader, (rows) => visit(rows).then(begun)))),
  });
}

interface TextFile {
  name: string;
  ending: string;
  type: string;
  /** writes all of it, with a context whose transactions keep nobody else from the database */
  write: (ctx: KnownCtx, write: (text: string) => Promise<void>) => Promise<void>;
}

/** The same for a text of any form, which is written piece by piece. @throws as `exportFile` */
export const textFile = (ctx: KnownCtx, { write: writeAll, ...file }: TextFile): Promise<RestFile> =>
  madeFile(ctx, {
    ...file,
    source: (read) =>
      textStream((write) => read((reader, begun) => writeAll(reader, (text) => write(text).then(begun)))),
  });
