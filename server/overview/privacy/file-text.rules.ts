import { promisify } from "node:util";
import { inflate } from "node:zlib";

const inflated = promisify(inflate);
const mostInflated = 20 * 1024 * 1024;

/** What can be read in bytes as they are: runs of six printable characters and more, in one byte each or in two. */
function runsIn(bytes: Buffer): string {
  const narrow = bytes.toString("latin1");
  const wide = narrow.replace(/\0([\x20-\x7e\xa0-\xff])/g, "$1");
  const runs = (text: string) => text.match(/[\x20-\x7e\xa0-\xff]{6,}/g)?.join("\n") ?? "";
  return wide === narrow ? runs(narrow) : `${runs(narrow)}\n${runs(wide)}`;
}

/** The pieces of a line in a PDF stand in brackets, with the distances between them: `[(Ca) 20 (narina)] TJ`. */
const joined = (text: string) => text.replace(/\)\s*-?[\d.]+\s*\(/g, "");

/** The streams of a PDF that are compressed the usual way; one that is not, or is broken, is left out. */
async function* streamsOf(pdf: Buffer): AsyncGenerator<Buffer> {
  const text = pdf.toString("latin1");
  for (const { index, 0: opening } of text.matchAll(/stream\r?\n/g)) {
    const start = index + opening.length;
    const end = text.indexOf("endstream", start);
    if (end < 0) return;
    const stream = await inflated(pdf.subarray(start, end), { maxOutputLength: mostInflated }).catch(() => undefined);
    if (stream) yield stream;
  }
}

/**
 * The text that a PDF or picture holds in readable form: metadata, and what a PDF writes in plain characters. Scans are
 * pictures, and fonts with numbers of their own cannot be read like this.
 */
export async function readableIn(content: Uint8Array): Promise<string> {
  const bytes = Buffer.from(content);
  const parts = [runsIn(bytes)];
  if (bytes.subarray(0, 5).toString("latin1") === "%PDF-")
    for await (const stream of streamsOf(bytes)) parts.push(runsIn(stream));
  return parts.map(joined).join("\n");
}
