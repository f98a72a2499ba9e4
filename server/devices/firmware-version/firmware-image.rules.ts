import { t } from "@/texts/t";
import { addressSpace, maxFirmwareBytes } from "./firmware-segment.rules";
import { linesOf, readRecord } from "./intel-hex.rules";

/** What is wrong with an image file, and in which line where it has lines; they count from 1. */
export interface ImageFault {
  line: number | null;
  message: string;
}

/** A run of bytes without a gap. */
export interface ImageRun {
  startAddress: number;
  bytes: Buffer;
}

export interface FirmwareImage {
  /** by address; empty where there are faults */
  runs: ImageRun[];
  /** where the program begins, if the file says so (record types 03 and 05) */
  entryPoint: number | null;
  /** none for a good file; the first 50 of a bad one */
  faults: ImageFault[];
}

interface Piece {
  address: number;
  data: Buffer;
  line: number;
}

const mostFaults = 50;
export const mostSegments = 4096;

const hex = (value: number) => `0x${value.toString(16).toUpperCase().padStart(8, "0")}`;

const failed = (faults: ImageFault[]): FirmwareImage => ({
  runs: [],
  entryPoint: null,
  faults: faults.sort((a, b) => (a.line ?? Infinity) - (b.line ?? Infinity)).slice(0, mostFaults),
});

/** Reads an Intel HEX file (record types 00 to 05): runs of bytes by address, or every fault by its line. */
export function readIntelHex(file: Buffer): FirmwareImage {
  const faults: ImageFault[] = [];
  const pieces: Piece[] = [];
  let entryPoint: number | null = null;
  let place = { base: 0, wraps: false };
  let endedAt: number | undefined;
  for (const { line, text } of linesOf(file)) {
    if (faults.length >= mostFaults) break;
    const fault = (message: string) => faults.push({ line, message });
    if (endedAt !== undefined) {
      fault(t("It comes after the end-of-file record in line {line}.", { line: endedAt }));
      break;
    }
    const record = readRecord(text);
    if (typeof record === "string") fault(record);
    else if (record.type === 1) endedAt = line;
    else if (record.type === 2) place = { base: record.data.readUInt16BE() * 16, wraps: true };
    else if (record.type === 4) place = { base: record.data.readUInt16BE() * 65_536, wraps: false };
    else if (record.type === 3) entryPoint = record.data.readUInt16BE() * 16 + record.data.readUInt16BE(2);
    else if (record.type === 5) entryPoint = record.data.readUInt32BE();
    else {
      // Under a segment address, an offset beyond 64 KiB goes on at the segment's beginning.
      const fits = place.wraps ? Math.min(record.data.length, 65_536 - record.offset) : record.data.length;
      const address = place.base + record.offset;
      if (address + fits > addressSpace) fault("Its data ends beyond the 32-bit address space.");
      if (fits > 0) pieces.push({ address, data: record.data.subarray(0, fits), line });
      if (fits < record.data.length) pieces.push({ address: place.base, data: record.data.subarray(fits), line });
    }
  }
  if (endedAt === undefined)
    faults.push({ line: null, message: "The end-of-file record :00000001FF is missing: the file may be cut off." });
  return faults.length > 0 ? failed(faults) : { ...joined(pieces), entryPoint };
}

/** Reads a raw binary: one run from `startAddress`, which is not in the file. */
export function readBinary(file: Buffer, startAddress: number): FirmwareImage {
  if (startAddress + file.length > addressSpace)
    return failed([
      {
        line: null,
        message: t("From {address} it ends beyond the 32-bit address space.", { address: hex(startAddress) }),
      },
    ]);
  return { ...joined(file.length > 0 ? [{ address: startAddress, data: file, line: 0 }] : []), entryPoint: null };
}

/** Pieces as runs without gaps; faults where they overlap, or hold nothing or too much. */
function joined(pieces: Piece[]): Pick<FirmwareImage, "runs" | "faults"> {
  const runs: { startAddress: number; end: number; parts: Buffer[] }[] = [];
  const faults: ImageFault[] = [];
  let total = 0;
  let last: Piece | undefined;
  for (const piece of pieces.sort((a, b) => a.address - b.address)) {
    const { address, data, line } = piece;
    const run = runs.at(-1);
    total += data.length;
    if (run && last && address < run.end)
      faults.push({
        line: Math.max(line, last.line),
        message: t("Its data overlaps that of line {line} at {address}.", {
          line: Math.min(line, last.line),
          address: hex(address),
        }),
      });
    else if (run && address === run.end) run.parts.push(data);
    else runs.push({ startAddress: address, end: address, parts: [data] });
    const end = address + data.length;
    const current = runs.at(-1);
    if (current && end > current.end) {
      current.end = end;
      last = piece;
    }
  }
  if (total === 0) faults.push({ line: null, message: "It holds no data." });
  if (total > maxFirmwareBytes)
    faults.push({
      line: null,
      message: t("It holds {total} bytes; at most {most} are taken.", { total, most: maxFirmwareBytes }),
    });
  if (runs.length > mostSegments)
    faults.push({
      line: null,
      message: t("It has {count} parts with gaps between; at most {most}.", { count: runs.length, most: mostSegments }),
    });
  if (faults.length > 0) return { runs: [], faults: failed(faults).faults };
  return { runs: runs.map(({ startAddress, parts }) => ({ startAddress, bytes: Buffer.concat(parts) })), faults };
}
