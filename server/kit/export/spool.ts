import { randomUUID } from "node:crypto";
import { type FileHandle, mkdir, open, readdir, rm, stat, unlink } from "node:fs/promises";
import { join } from "node:path";
import { env } from "@/env/env";
import { AppError } from "@/server/kit/call/errors";

// What is made at the speed of the database and read at the speed of a client lies in a file in between, so that a
// client who reads slowly, or not at all, holds no connection and no memory.

const folder = () => join(env.DATA_DIR, "spool");
/** Bytes in all files of this process together. */
const mostBytes = 4 * 1024 ** 3;
const pieceBytes = 64 * 1024;
const leftoverMs = 60_000;

let spooled = 0;

/** Opens a file that has no name any more, so that it is gone when this process is, however it ends. */
async function openUnnamed(): Promise<FileHandle> {
  await mkdir(folder(), { recursive: true });
  const path = join(folder(), randomUUID());
  const file = await open(path, "wx+", 0o600);
  await unlink(path);
  return file;
}

/** Removes what a process that ended between the two steps of `openUnnamed` has left behind. */
export async function sweepSpool(now = Date.now()): Promise<number> {
  let swept = 0;
  for (const name of await readdir(folder()).catch(() => [])) {
    const path = join(folder(), name);
    const { mtimeMs } = await stat(path).catch(() => ({ mtimeMs: now }));
    if (mtimeMs > now - leftoverMs) continue;
    await rm(path, { force: true });
    swept += 1;
  }
  return swept;
}

/** Nobody reads on. */
class ReaderGone extends Error {}

export interface SpoolOptions {
  /** milliseconds that a reader may take nothing */
  patienceMs?: number;
  /** milliseconds that the making may take */
  makingMs?: number;
  /** ends all of it when the client goes away */
  signal?: AbortSignal;
  /** called once, when the source has ended or was given up */
  onMade?: () => void;
  /** called once, when the file is gone */
  onGone?: () => void;
  /** hears why the making failed, unless nobody read on */
  onFailure?: (error: unknown) => void;
}

/** A stream that is written to a file as fast as it comes, and read from there as it grows. */
class Spool {
  private written = 0;
  private read = 0;
  private isMade = false;
  private isOver = false;
  private failure: unknown;
  private wake: () => void = () => undefined;
  private breakOff: (error: unknown) => void = () => undefined;
  private idle: NodeJS.Timeout | undefined;
  private readonly limit: NodeJS.Timeout;
  private readonly leave = () => this.fail(new ReaderGone("the reader has gone away"));

  constructor(
    private readonly file: FileHandle,
    private readonly source: ReadableStreamDefaultReader<Uint8Array>,
    private readonly options: SpoolOptions,
  ) {
    const tooLong = () => this.fail(new AppError("unavailable", "This export takes too long."));
    this.limit = setTimeout(tooLong, options.makingMs ?? 600_000);
    options.signal?.addEventListener("abort", this.leave, { once: true });
    if (options.signal?.aborted) this.leave();
    void this.make();
  }

  private async make() {
    try {
      for (let piece = await this.source.read(); !piece.done; piece = await this.source.read()) {
        if (this.isOver) break;
        await this.append(piece.value);
        this.wake();
      }
    } catch (error) {
      this.fail(error);
    }
    this.isMade = true;
    clearTimeout(this.limit);
    if (this.failure && !(this.failure instanceof ReaderGone)) this.options.onFailure?.(this.failure);
    this.options.onMade?.();
    this.wake();
    if (this.isOver) await this.close();
  }

  private async append(piece: Uint8Array) {
    if (spooled + piece.length > mostBytes)
      throw new AppError("unavailable", "Too much is exported at the moment. Try again later.");
    for (let at = 0; at < piece.length; ) {
      const { bytesWritten } = await this.file.write(piece, at, undefined, this.written);
      at += bytesWritten;
      this.written += bytesWritten;
      spooled += bytesWritten;
    }
  }

  private fail(error: unknown) {
    this.failure ??= error;
    this.breakOff(this.failure);
    this.end();
  }

  /** Nothing more is read: the source is given up, and the file goes as soon as nothing more is written either. */
  private end() {
    if (this.isOver) return;
    this.isOver = true;
    clearTimeout(this.idle);
    this.options.signal?.removeEventListener("abort", this.leave);
    if (this.isMade) void this.close();
    else this.source.cancel(this.failure).catch(() => undefined);
  }

  private async close() {
    spooled -= this.written;
    await this.file.close().catch(() => undefined);
    this.options.onGone?.();
  }

  /** The next piece; undefined at the end. */
  private async next(): Promise<Uint8Array | undefined> {
    while (this.read === this.written && !this.isMade && !this.isOver)
      await new Promise<void>((resolve) => {
        this.wake = resolve;
      });
    if (this.failure) throw this.failure;
    if (this.read === this.written) return undefined;
    const piece = new Uint8Array(Math.min(pieceBytes, this.written - this.read));
    const { bytesRead } = await this.file.read(piece, 0, piece.length, this.read);
    this.read += bytesRead;
    return piece.subarray(0, bytesRead);
  }

  /** A reader that takes nothing for a while is given up. */
  private waitForReader() {
    const tooSlow = () => this.fail(new ReaderGone("the reader is too slow"));
    this.idle = setTimeout(tooSlow, this.options.patienceMs ?? 60_000);
  }

  readable(): ReadableStream<Uint8Array> {
    const readable = new ReadableStream<Uint8Array>(
      {
        start: (controller) => {
          this.breakOff = (error) => controller.error(error);
        },
        pull: async (controller) => {
          clearTimeout(this.idle);
          const piece = await this.next();
          if (piece) {
            controller.enqueue(piece);
            this.waitForReader();
          } else {
            controller.close();
            this.end();
          }
        },
        cancel: this.leave,
      },
      { highWaterMark: 0 },
    );
    this.waitForReader();
    return readable;
  }
}

/** Puts a file between a stream and its reader, so that the stream comes to its end however slowly it is read. */
export async function spool(
  source: ReadableStream<Uint8Array>,
  options: SpoolOptions = {},
): Promise<ReadableStream<Uint8Array>> {
  let file: FileHandle;
  try {
    file = await openUnnamed();
  } catch (error) {
    await source.cancel(error).catch(() => undefined);
    options.onMade?.();
    options.onGone?.();
    throw error;
  }
  return new Spool(file, source.getReader(), options).readable();
}
