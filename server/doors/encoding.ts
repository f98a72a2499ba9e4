import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";
import { LRUCache } from "lru-cache";
import type { z } from "zod";
import { type Answer, matches, type Reply, respond } from "./rest-answer";
import { type Operation, outputSchemaOf } from "./rest-plan";

// Answers are compressed where the client takes it (ADR 107): by Node's own threads, off the event loop.

type Coding = "br" | "gz";

/** What is shorter goes as it is: compressed it would be no less on the wire. */
const least = 1024;
/** Of brotli's eleven levels: beyond it the time doubles for a few per cent. */
const brotliQuality = 4;

const brotli = promisify(brotliCompress);
const gzipped = promisify(gzip);
const codings = { br: ["br"], gz: ["gzip", "x-gzip"] } as const;
const nameOf = (coding: Coding) => codings[coding][0];

/** How much a client wants each coding that it names, from 0 to 1 (RFC 9110, 12.5.3). */
function wishesOf(accepted: string) {
  const wishes = new Map<string, number>();
  for (const part of accepted.toLowerCase().split(",")) {
    const [name = "", ...parameters] = part.split(";").map((one) => one.trim());
    const weight = parameters.find((one) => one.startsWith("q="))?.slice(2);
    const wish = weight === undefined ? 1 : Number(weight);
    if (name) wishes.set(name, Number.isFinite(wish) ? wish : 0);
  }
  return wishes;
}

/** The coding for a client and a text of so many bytes; undefined where it goes as it is. */
export function codingFor(accepted: string | null, bytes: number): Coding | undefined {
  if (!accepted || bytes < least) return undefined;
  const wishes = wishesOf(accepted);
  const wishFor = (coding: Coding) =>
    codings[coding].map((name) => wishes.get(name)).find((wish) => wish !== undefined) ?? wishes.get("*") ?? 0;
  const [br, gz] = [wishFor("br"), wishFor("gz")];
  if (Math.max(br, gz) <= 0) return undefined;
  return br >= gz ? "br" : "gz";
}

type Bytes = Uint8Array<ArrayBuffer>;

function encode(coding: Coding, bytes: Uint8Array | string): Promise<Bytes> {
  const body = typeof bytes === "string" ? Buffer.from(bytes) : bytes;
  const params = { [constants.BROTLI_PARAM_QUALITY]: brotliQuality, [constants.BROTLI_PARAM_SIZE_HINT]: body.length };
  return (coding === "br" ? brotli(body, { params }) : gzipped(body)) as Promise<Bytes>; // zlib shares no memory
}

const kept = new LRUCache<string, Promise<Bytes>>({ max: 64 });

/** As `encode`, once for a text that many ask for. @param etag the text's own */
function encodeOnce(coding: Coding, etag: string, bytes: Uint8Array | string): Promise<Bytes> {
  const key = `${coding} ${etag}`;
  const made = kept.get(key) ?? encode(coding, bytes);
  kept.set(key, made);
  made.catch(() => kept.delete(key));
  return made;
}

/** The tag of a text in a coding: `"2.0o1q"` is `"2.0o1q-gz"` there. */
const codedTag = (etag: string, coding: Coding) => etag.replace(/"$/, `-${coding}"`);

/**
 * As `respond`, with a text in the coding that the client takes.
 * @param isKept the text is the same for everybody, so it is encoded once
 */
export async function respondEncoded(
  answer: Answer,
  request: Request,
  requestId: string,
  extra: Record<string, string> = {},
  isKept = false,
): Promise<Reply | Response> {
  const { text, etag } = answer;
  if (text === null) return respond(answer, request, requestId, extra);
  const headers = { ...extra, vary: "accept-encoding" };
  const coding = codingFor(request.headers.get("accept-encoding"), text.length);
  if (!coding) return respond(answer, request, requestId, headers);
  const tagged = { ...answer, etag: etag && codedTag(etag, coding) };
  const reply = respond(tagged, request, requestId, headers);
  if (reply instanceof Response || reply.status === 304) return reply;
  reply.headers["content-encoding"] = nameOf(coding);
  if (reply.body === null) return reply;
  const body = isKept && etag ? await encodeOnce(coding, etag, text) : await encode(coding, text);
  return { ...reply, body };
}

/** As `respondEncoded`, for a file that is the same for everybody. Pictures and fonts are compressed already. */
export async function encodedFile(response: Response, request: Request): Promise<Response> {
  const [type, etag] = ["content-type", "etag"].map((name) => response.headers.get(name));
  if (response.status !== 200 || !etag || !/^text\/|javascript|json|svg/.test(type ?? "")) return response;
  const bytes = await response.arrayBuffer();
  const headers = new Headers(response.headers);
  headers.set("vary", "accept-encoding");
  const coding = codingFor(request.headers.get("accept-encoding"), bytes.byteLength);
  if (coding) headers.set("etag", codedTag(etag, coding));
  if (matches(request.headers.get("if-none-match"), etag)) return new Response(null, { status: 304, headers });
  if (!coding) return new Response(bytes, { headers });
  headers.set("content-encoding", nameOf(coding));
  return new Response(await encodeOnce(coding, etag, new Uint8Array(bytes)), { headers });
}

/** Fields whose value nobody may guess: tokens, keys, PINs, passwords, codes. */
const secretField = /secret|password|pin$|recoverycodes|(access|refresh)token/i;

/** Names of the secret fields that an output declares. */
export function secretFieldsOf(output: z.ZodType): string[] {
  const found: string[] = [];
  JSON.stringify(outputSchemaOf(output), (key, value) => {
    if (secretField.test(key)) found.push(key);
    return value;
  });
  return found;
}

const compressible = new WeakMap<z.ZodType, boolean>();

/**
 * Whether an operation's answers may be compressed. One with a secret may not: its length would tell an attacker who makes
 * a part of the text how much of that is in the secret (BREACH).
 */
export function isCompressible({ meta, output }: Pick<Operation, "meta" | "output">): boolean {
  if (meta.withoutSecret) return false;
  const is = compressible.get(output) ?? secretFieldsOf(output).length === 0;
  compressible.set(output, is);
  return is;
}
