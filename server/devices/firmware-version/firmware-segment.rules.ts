import { crc32 } from "node:zlib";
import type { FieldError } from "@/server/kit/call/error-codes";
import { t } from "@/texts/t";

/** What a version's segments may hold in all, decoded: beyond any module's flash, and small enough for one request. */
export const maxFirmwareBytes = 8 * 1024 * 1024;
export const addressSpace = 2 ** 32;

export interface Segment {
  index: number;
  startAddress: number;
  length: number;
  /** eight hex digits */
  crc32: string;
  /** base64 */
  data: string;
}

const hex = (value: number) => value.toString(16).padStart(8, "0");

/** CRC-32 (IEEE) as eight hex digits, whether it came as a number or as hex digits. */
export const readCrc = (value: string | number) =>
  typeof value === "number" ? hex(value) : value.replace(/^0x/i, "").toLowerCase().padStart(8, "0");

/** Every fault of a set of segments, each at its place, such as `segments.3.crc32`; none for a good set. */
export function segmentFaults(segments: Segment[]): FieldError[] {
  const faults: FieldError[] = [];
  const fault = (at: number, field: keyof Segment, message: string) =>
    faults.push({ path: `segments.${at}.${field}`, message });
  let total = 0;
  const seen = new Set<number>();
  for (const [at, segment] of segments.entries()) {
    if (seen.has(segment.index)) fault(at, "index", t("Index {index} is used twice.", { index: segment.index }));
    else if (segment.index >= segments.length)
      fault(
        at,
        "index",
        t("{count} segments are numbered 0 to {last}.", { count: segments.length, last: segments.length - 1 }),
      );
    seen.add(segment.index);
    if (segment.startAddress + segment.length > addressSpace)
      fault(at, "startAddress", "It ends beyond the 32-bit address space.");
    const bytes = Buffer.from(segment.data, "base64");
    total += bytes.length;
    if (bytes.length !== segment.length)
      fault(at, "length", t("The data holds {count} bytes.", { count: bytes.length }));
    else if (hex(crc32(bytes)) !== segment.crc32)
      fault(at, "crc32", t("The data's CRC-32 is {sum}.", { sum: hex(crc32(bytes)) }));
  }
  if (total > maxFirmwareBytes)
    faults.push({
      path: "segments",
      message: t("They hold {total} bytes; at most {most} are taken.", { total, most: maxFirmwareBytes }),
    });
  return [...faults, ...overlaps(segments)];
}

function overlaps(segments: Segment[]): FieldError[] {
  const byAddress = [...segments.entries()].sort(([, a], [, b]) => a.startAddress - b.startAddress);
  const faults: FieldError[] = [];
  let last: Segment | undefined;
  for (const [at, segment] of byAddress) {
    if (last && segment.startAddress < last.startAddress + last.length)
      faults.push({
        path: `segments.${at}.startAddress`,
        message: t("It overlaps segment {index}.", { index: last.index }),
      });
    if (!last || segment.startAddress + segment.length > last.startAddress + last.length) last = segment;
  }
  return faults;
}
