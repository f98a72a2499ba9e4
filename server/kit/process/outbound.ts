import { type LookupAddress, lookup as systemLookup } from "node:dns";
import { type ClientRequest, request as httpRequest, type IncomingMessage, type RequestOptions } from "node:http";
import { request as httpsRequest } from "node:https";
import { isIP, type LookupFunction } from "node:net";
import { env } from "@/env/env";
import { spanned } from "@/env/spans";
import { outboundLimits } from "./outbound.rules";
import { isPublicAddress } from "./public-address.rules";

// The one way to addresses that people give (webhooks, push services, an ERP): whoever may write an address must not
// reach what only this machine or its network can.

export type OutboundReason = "address" | "redirect" | "too_large" | "timeout" | "unreachable";

/** Why an address was not asked, or did not answer; the message is for people. */
export class OutboundFault extends Error {
  constructor(
    readonly reason: OutboundReason,
    message: string,
    cause?: unknown,
  ) {
    super(message, { cause });
  }
}

interface OutboundRequest {
  url: string;
  method?: "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
  headers?: Record<string, string>;
  body?: string | Uint8Array;
}

interface OutboundAnswer {
  status: number;
  headers: IncomingMessage["headers"];
  body: Buffer;
}

interface OutboundSettings {
  /** origins that may be called in any network, by plain http if their address says http */
  allowed: readonly string[];
  /** milliseconds for all of it */
  patienceMs: number;
  /** bytes of an answer */
  mostBytes: number;
  lookup: typeof systemLookup;
  /** certificates that are trusted beside the system's */
  ca?: string;
}

const usual = (): OutboundSettings => ({
  allowed: env.OUTBOUND_ALLOWED,
  ...outboundLimits,
  lookup: systemLookup,
});

const notAllowed = (message: string) => new OutboundFault("address", message);
const notPublic = () => notAllowed("This address is not a public one.");

function addressOf(text: string, allowed: readonly string[]) {
  if (!URL.canParse(text)) throw notAllowed("This is not an address.");
  const url = new URL(text);
  const isNamed = allowed.includes(url.origin);
  if (url.protocol !== "https:" && !(isNamed && url.protocol === "http:"))
    throw notAllowed("Only https addresses are asked.");
  if (url.username || url.password) throw notAllowed("An address with a password in it is not asked.");
  const host = url.hostname.replace(/^\[|\]$/g, "");
  // A name is looked at when it is resolved; an address is never resolved.
  if (!isNamed && isIP(host) !== 0 && !isPublicAddress(host)) throw notPublic();
  return { url, isNamed };
}

/** Why an address is not asked, as far as can be told without resolving its name; undefined where it is. */
export function outboundFault(url: string): string | undefined {
  try {
    addressOf(url, env.OUTBOUND_ALLOWED);
  } catch (error) {
    if (error instanceof OutboundFault) return error.message;
    throw error;
  }
}

/** Resolves a name and looks at what came out: the very addresses that are then connected to, so that none can follow. */
const publicOnly =
  (lookup: typeof systemLookup): LookupFunction =>
  (name, options, done) => {
    lookup(name, { ...options, all: true }, (error, addresses: LookupAddress[]) => {
      const [first] = addresses ?? [];
      if (error || !first) done(error ?? notPublic(), "", 0);
      else if (!addresses.every(({ address }) => isPublicAddress(address))) done(notPublic(), "", 0);
      else if (options.all) done(null, addresses);
      else done(null, first.address, first.family);
    });
  };

function faultOf(error: unknown, isLate: boolean): OutboundFault {
  if (error instanceof OutboundFault) return error;
  if (isLate) return new OutboundFault("timeout", "This address does not answer in time.", error);
  return new OutboundFault("unreachable", "This address cannot be reached.", error);
}

function answered(sent: ClientRequest): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => sent.once("response", resolve).once("error", reject));
}

/** Reads an answer, counting. */
async function readAnswer(answer: IncomingMessage, mostBytes: number): Promise<Buffer> {
  const pieces: Buffer[] = [];
  let size = 0;
  for await (const piece of answer as AsyncIterable<Buffer>) {
    size += piece.length;
    if (size > mostBytes) throw new OutboundFault("too_large", "This address answers with more than is read.");
    pieces.push(piece);
  }
  return Buffer.concat(pieces);
}

/**
 * Asks an address that somebody gave: by https, at a public address that is looked at when the connection is made, without
 * following redirects, 10 seconds and 64 KiB of answer at the most. Every status is an answer.
 * @throws OutboundFault
 */
export const askOutside = (
  request: OutboundRequest,
  settings: Partial<OutboundSettings> = {},
): Promise<OutboundAnswer> => {
  const { url, method = "GET" } = request;
  // Of the address the host alone: the path of a webhook may be its secret.
  const attributes = {
    "http.request.method": method,
    "server.address": URL.canParse(url) ? new URL(url).hostname : undefined,
  };
  return spanned({ name: method, kind: "client", attributes }, async (span) => {
    const answer = await asked(request, settings);
    span.set({ "http.response.status_code": answer.status });
    return answer;
  });
};

async function asked(
  { url: text, method = "GET", headers, body }: OutboundRequest,
  settings: Partial<OutboundSettings>,
): Promise<OutboundAnswer> {
  const { allowed, patienceMs, mostBytes, lookup, ca } = { ...usual(), ...settings };
  const { url, isNamed } = addressOf(text, allowed);
  const signal = AbortSignal.timeout(patienceMs);
  const bytes = body === undefined ? undefined : Buffer.from(body);
  const options: RequestOptions & { ca?: string } = {
    method,
    headers: { ...headers, "accept-encoding": "identity", ...(bytes && { "content-length": bytes.length }) },
    agent: false, // a connection of its own, so that each is looked at
    signal,
    lookup: isNamed ? (lookup as LookupFunction) : publicOnly(lookup),
    ca,
  };
  const sent = (url.protocol === "https:" ? httpsRequest : httpRequest)(url, options);
  try {
    const answer = await answered(sent.end(bytes));
    const status = answer.statusCode ?? 0;
    if (status >= 300 && status < 400 && answer.headers.location !== undefined)
      throw new OutboundFault("redirect", "This address leads to another one, which is not followed.");
    return { status, headers: answer.headers, body: await readAnswer(answer, mostBytes) };
  } catch (error) {
    throw faultOf(error, signal.aborted);
  } finally {
    sent.on("error", () => undefined).destroy(); // nobody hears what comes after the answer was read or given up
  }
}
