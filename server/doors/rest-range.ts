/** A part of a file: from one byte to another, without it. */
export interface Range {
  from: number;
  to: number;
}

/**
 * The part of a file that a request asks for (RFC 9110, 14). Several parts, and what is not understood, are the whole file.
 * @param range the header
 * @returns undefined for the whole file; null where no byte of it is asked for
 */
export function rangeOf(range: string | null, length: number): Range | null | undefined {
  const [, first = "", last = ""] = /^bytes=(\d*)-(\d*)$/.exec(range?.trim() ?? "") ?? [];
  if (first === "" && last === "") return undefined;
  if (first === "") {
    const size = Math.min(Number(last), length);
    return size === 0 ? null : { from: length - size, to: length };
  }
  const from = Number(first);
  if (last !== "" && Number(last) < from) return undefined;
  if (from >= length) return null;
  return { from, to: last === "" ? length : Math.min(length, Number(last) + 1) };
}
