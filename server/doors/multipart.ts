/** One field of a form; a file where it has a file name. */
export interface FormPart {
  name: string;
  fileName?: string;
  type: string;
  /** a piece of the body itself: nothing is copied */
  bytes: Uint8Array;
}

/** The body is no form, or breaks off. */
export class BrokenForm extends Error {}

const mostParts = 200;
const longestHead = 8192;
const lineBreak = Buffer.from("\r\n");
const headEnd = Buffer.from("\r\n\r\n");

/** A parameter's value; browsers write quotes and line breaks in names as %22, %0D and %0A, others escape them. */
const plain = (value: string) =>
  value.replace(/\\(["\\])|%22|%0D|%0A/gi, (code, escaped) => escaped ?? decodeURIComponent(code));

function parameter(header: string, name: string): string | undefined {
  const found = new RegExp(`;\\s*${name}=(?:"((?:[^"\\\\]|\\\\.)*)"|([^\\s;]+))`, "i").exec(header);
  const value = found?.[1] ?? found?.[2];
  return value === undefined ? undefined : plain(value);
}

function headersOf(head: string) {
  const headers = new Map<string, string>();
  for (const line of head.split("\r\n")) {
    const colon = line.indexOf(":");
    if (colon > 0) headers.set(line.slice(0, colon).trim().toLowerCase(), line.slice(colon + 1).trim());
  }
  return headers;
}

function partOf(head: string, bytes: Uint8Array): FormPart {
  const headers = headersOf(head);
  const disposition = headers.get("content-disposition") ?? "";
  const name = /^form-data\b/i.test(disposition) ? parameter(disposition, "name") : undefined;
  if (name === undefined) throw new BrokenForm("a part has no name");
  const fileName = parameter(disposition, "filename");
  return { name, fileName, type: headers.get("content-type") ?? "", bytes };
}

/**
 * The parts of a `multipart/form-data` body (RFC 7578). A file stays where it is in the body, for the platform's own
 * `formData()` holds each five times while it reads it.
 * @throws BrokenForm
 */
export function readMultipart(bytes: Uint8Array, contentType: string): FormPart[] {
  const boundary = parameter(contentType, "boundary");
  if (!boundary || boundary.length > 200) throw new BrokenForm("there is no boundary");
  const body = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const delimiter = Buffer.from(`--${boundary}`);
  const next = Buffer.concat([lineBreak, delimiter]);
  const parts: FormPart[] = [];
  const isFirst = body.subarray(0, delimiter.length).equals(delimiter);
  const first = isFirst ? 0 : body.indexOf(next);
  if (first < 0) throw new BrokenForm("the first boundary is missing");
  let at = first + (isFirst ? delimiter : next).length;
  while (body.subarray(at, at + 2).toString("latin1") !== "--") {
    if (!body.subarray(at, at + 2).equals(lineBreak)) throw new BrokenForm("a boundary has no end");
    const head = body.subarray(at, at + longestHead).indexOf(headEnd);
    if (head < 0) throw new BrokenForm("a part has no head");
    const start = at + head + headEnd.length;
    // A part without content ends with the line break of its head.
    const end = body.indexOf(next, start - lineBreak.length);
    if (end < 0) throw new BrokenForm("a part has no end");
    if (parts.length >= mostParts) throw new BrokenForm("there are too many parts");
    parts.push(partOf(body.subarray(at + 2, at + head).toString("utf8"), body.subarray(start, Math.max(start, end))));
    at = end + next.length;
  }
  return parts;
}
