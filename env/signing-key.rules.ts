import { createPrivateKey, type KeyObject } from "node:crypto";

// The private keys that RFC 8410 and jwt.io show: the world knows them.
const publishedKeys = ["INTuctv5E1hK1bbY8fdp+K06/nwoy/HU++CXqI9EdVhC", "gevZzL1gdAFr88hb2OF/2NxApJCzGCEDdfSp6VQO30hy"];

const pemBlock = /-----BEGIN ([A-Z0-9 ]+)-----.*?-----END \1-----/gs;
// Beside a PEM there may be remarks, such as "Bag Attributes" or the mark of a demo's key: only longer words are keys.
const shortestKey = 64;

/** Whether these bytes are one ASN.1 sequence and nothing behind it: OpenSSL reads the first of two keys and drops the other. */
function isOneSequence(der: Buffer): boolean {
  const [tag, length = 0] = der;
  if (tag !== 0x30) return false;
  if (length < 0x80) return der.length === 2 + length;
  const bytes = length & 0x7f;
  return bytes > 0 && bytes <= 4 && der.length > 2 + bytes && der.length === 2 + bytes + der.readUIntBE(2, bytes);
}

/** The key where it signs EdDSA (Ed25519) or ES256 (P-256). */
function signing(read: () => KeyObject): KeyObject[] | undefined {
  try {
    const key = read();
    const isKnown = key.asymmetricKeyType === "ed25519" || key.asymmetricKeyDetails?.namedCurve === "prime256v1";
    return isKnown ? [key] : undefined;
  } catch {
    return undefined;
  }
}

/** What all of these texts hold, in their order; undefined where one of them holds no key. */
function allOf(texts: string[], read: (text: string) => KeyObject[] | undefined): KeyObject[] | undefined {
  const found = texts.map(read);
  return found.includes(undefined) ? undefined : found.flatMap((keys) => keys ?? []);
}

/** The base64 of a PKCS#8 key, or of a text with PEM blocks. */
function inBase64(text: string): KeyObject[] | undefined {
  const key = Buffer.from(text, "base64");
  if (key.includes("-----BEGIN")) return keysIn(key.toString("utf8"));
  return isOneSequence(key) ? signing(() => createPrivateKey({ key, format: "der", type: "pkcs8" })) : undefined;
}

/** The words of a text, each the base64 of a key; or all of them together, which were one text broken into lines. */
const inWords = (words: string[]) => allOf(words, inBase64) ?? inBase64(words.join(""));

function keysIn(given: string): KeyObject[] | undefined {
  const text = given.replaceAll("\\n", "\n");
  const isPem = text.includes("-----BEGIN");
  let isWhole = true;
  const flat = text.replaceAll(pemBlock, (block: string, label: string) => {
    if (!label.endsWith("PRIVATE KEY")) return ","; // such as "EC PARAMETERS", which openssl writes before a key
    const key = signing(() => createPrivateKey(block))?.[0];
    isWhole &&= key !== undefined;
    return key ? `,${key.export({ type: "pkcs8", format: "der" }).toString("base64")},` : ",";
  });
  const words = flat
    .split(",")
    .map((part) => part.split(/\s+/).filter((word) => word.length >= (isPem ? shortestKey : 1)));
  const keys = words.filter((few) => few.length > 0).map(inWords);
  return isWhole && !keys.includes(undefined) ? keys.flatMap((some) => some ?? []) : undefined;
}

/**
 * Reads signing keys, the newest first.
 * @param text PEM blocks one after the other (line breaks may be written as `\n`), or the base64 of them or of PKCS#8 keys,
 * with commas or white space between
 * @returns the keys as PKCS#8 PEM; undefined where there is none, one twice, or one that signs neither EdDSA (Ed25519)
 * nor ES256 (P-256)
 */
export function readSigningKeys(text: string): [string, ...string[]] | undefined {
  const keys = keysIn(text)?.map((key) => key.export({ type: "pkcs8", format: "pem" }).toString());
  const [first, ...rest] = keys ?? [];
  return first !== undefined && new Set(keys).size === keys?.length ? [first, ...rest] : undefined;
}

/** What is wrong with a production server's signing keys. `demo` in front of the PEM marks the one that `npm start` made. */
export function signingKeyFault(text: string): string | undefined {
  const bodies = [text, ...(readSigningKeys(text) ?? [])].map((one) => one.replace(/\\n|\s/g, ""));
  const isDemo = [text, Buffer.from(text, "base64").toString("utf8")].some((one) => /^demo\W/i.test(one.trim()));
  if (isDemo || bodies.some((body) => publishedKeys.some((known) => body.includes(known))))
    return "is an example or demo key; make one with: openssl genpkey -algorithm ed25519";
  return undefined;
}
