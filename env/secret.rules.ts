import { createPrivateKey, type KeyObject } from "node:crypto";

const shortest = 32;

// Words that people leave in a file they copied; only as whole words, so that a random secret is not refused by chance.
const giveaway =
  /(^|[^a-z0-9])(demo|example|sample|dummy|default|change-?me|change-?it|replace-?me|your|placeholder|password|insecure)([^a-z0-9]|$)/i;

// The private keys that RFC 8410 and jwt.io show; whoever pastes one signs with a key the world knows.
const publishedKeys = ["INTuctv5E1hK1bbY8fdp+K06/nwoy/HU++CXqI9EdVhC", "gevZzL1gdAFr88hb2OF/2NxApJCzGCEDdfSp6VQO30hy"];

const repeatsItself = (secret: string) => /^(.+?)\1+$/s.test(secret) || new Set(secret).size < 10;

/** What is wrong with one shared secret of a production server, in words that end a sentence; undefined when nothing is. */
export function secretFault(secret: string): string | undefined {
  if (giveaway.test(secret)) return "is an example or demo value; make one with: openssl rand -base64 48";
  if (secret.length < shortest)
    return `is too short: at least ${shortest} characters; make one with: openssl rand -base64 48`;
  if (repeatsItself(secret)) return "repeats itself; make one with: openssl rand -base64 48";
  return undefined;
}

/**
 * Reads a signing key.
 * @param text PEM (line breaks may be written as `\n`), or the base64 of a PKCS#8 key
 * @returns the key, or undefined when it is none that signs EdDSA (Ed25519) or ES256 (P-256)
 */
export function readSigningKey(text: string): KeyObject | undefined {
  try {
    const pem = text.replaceAll("\\n", "\n");
    const key = pem.includes("-----BEGIN")
      ? createPrivateKey(pem)
      : createPrivateKey({ key: Buffer.from(text, "base64"), format: "der", type: "pkcs8" });
    const curve = key.asymmetricKeyDetails?.namedCurve;
    return key.asymmetricKeyType === "ed25519" || curve === "prime256v1" ? key : undefined;
  } catch {
    return undefined;
  }
}

/** What is wrong with a production server's signing key. `demo` in front of the PEM marks the one that `npm start` made. */
export function signingKeyFault(text: string): string | undefined {
  const body = text.replace(/\\n|\s/g, "");
  if (/^demo/i.test(text.trim()) || publishedKeys.some((known) => body.includes(known)))
    return "is an example or demo key; make one with: openssl genpkey -algorithm ed25519";
  return undefined;
}

export interface DataKey {
  id: string;
  secret: string;
}

/** `id:secret` pairs, comma-separated, the newest first; undefined where the text is no such list, or names an id twice. */
export function readDataKeys(text: string): [DataKey, ...DataKey[]] | undefined {
  const pairs = text.split(",").map((pair) => /^([\w-]{1,32}):(\S+)$/.exec(pair.trim()));
  const keys = pairs.flatMap((match) => (match?.[1] && match[2] ? { id: match[1], secret: match[2] } : []));
  const [first, ...rest] = keys;
  const isComplete = keys.length === pairs.length && new Set(keys.map(({ id }) => id)).size === keys.length;
  return first && isComplete ? [first, ...rest] : undefined;
}

/**
 * Every fault of a production server's secrets, one line each, naming the variable.
 * @param secrets by variable name; what is undefined is not checked
 * @param dataKeys as DATA_KEYS gives them; each is checked as a secret
 */
export function secretFaults(
  secrets: Record<string, string | undefined>,
  signingKey: string,
  dataKeys: string | undefined,
): string[] {
  const ofData = readDataKeys(dataKeys ?? "")?.map(({ secret }): [string, string] => ["DATA_KEYS", secret]) ?? [];
  const given = [
    ...Object.entries(secrets).filter((entry): entry is [string, string] => entry[1] !== undefined),
    ...ofData,
  ];
  const faults = given.flatMap(([name, secret]) => {
    const twin = given.find(([other, value]) => other !== name && value === secret)?.[0];
    const fault = secretFault(secret) ?? (twin && `is the same as ${twin}; every secret must be its own`);
    return fault ? [`${name} ${fault}`] : [];
  });
  const keyFault = signingKeyFault(signingKey);
  return keyFault ? [...faults, `JWT_PRIVATE_KEY ${keyFault}`] : faults;
}
