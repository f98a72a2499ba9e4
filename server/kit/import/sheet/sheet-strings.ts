import { randomUUID } from "node:crypto";
import { closeSync, openSync, readSync, rmSync, writeSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { SheetFault, sheetCaps } from "./sheet";

const pendingSize = 256 * 1024;
const windowSize = 64 * 1024;
const mostStrings = sheetCaps.rows * sheetCaps.columns;

/** A file of the system's temporary folder that has no name: it is gone with the thread, however that ends. */
function unnamedFile() {
  const path = join(tmpdir(), `persdesk-sheet-${randomUUID()}`);
  const fd = openSync(path, "wx+", 0o600);
  rmSync(path);
  return fd;
}

/**
 * The texts that the cells of a workbook share. They come before the cells and may be nearly all of the workbook, so
 * they wait in a file and not in memory.
 */
export function stringStore() {
  const fd = unnamedFile();
  /** where each text ends, in bytes */
  let ends = new Float64Array(1024);
  let length = 0;
  let written = 0;
  const pending = Buffer.allocUnsafe(pendingSize);
  let pendingBytes = 0;
  const window = Buffer.allocUnsafe(windowSize);
  let windowStart = 0;
  let windowBytes = 0;

  function write(bytes: Uint8Array) {
    writeSync(fd, bytes, 0, bytes.length, written);
    written += bytes.length;
  }

  function flush() {
    write(pending.subarray(0, pendingBytes));
    pendingBytes = 0;
  }

  function readAt(start: number, size: number): string {
    if (size > windowSize) {
      const whole = Buffer.allocUnsafe(size);
      readSync(fd, whole, 0, size, start);
      return whole.toString("utf8");
    }
    if (start < windowStart || start + size > windowStart + windowBytes) {
      windowStart = start;
      windowBytes = readSync(fd, window, 0, windowSize, start);
    }
    return window.toString("utf8", start - windowStart, start - windowStart + size);
  }

  return {
    get length() {
      return length;
    },
    /** @throws SheetFault where there are more than cells may be */
    add(text: string) {
      if (length >= mostStrings) throw new SheetFault("The workbook holds more texts than a file may have cells.");
      if (length === ends.length) {
        const longer = new Float64Array(ends.length * 2);
        longer.set(ends);
        ends = longer;
      }
      const size = Buffer.byteLength(text, "utf8");
      if (pendingBytes + size > pendingSize) flush();
      if (size > pendingSize) write(Buffer.from(text, "utf8"));
      else pendingBytes += pending.write(text, pendingBytes, "utf8");
      ends[length] = (length === 0 ? 0 : (ends[length - 1] ?? 0)) + size;
      length++;
    },
    /** undefined where there is no such text */
    get(index: number): string | undefined {
      if (!Number.isInteger(index) || index < 0 || index >= length) return undefined;
      if (pendingBytes > 0) flush();
      const start = index === 0 ? 0 : (ends[index - 1] ?? 0);
      return readAt(start, (ends[index] ?? 0) - start);
    },
    close() {
      closeSync(fd);
    },
  };
}

export type StringStore = ReturnType<typeof stringStore>;
