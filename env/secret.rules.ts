import { createHmac } from "node:crypto";
import { signingKeyFault } from "./signing-key.rules";

const shortest = 32;

// Words that people leave in a file they copied; only as whole words, so that a random secret is not refused by chance.
const giveaway =
  /(^|[^a-z0-9])(demo|example|sample|dummy|default|change-?me|change-?it|replace-?me|your|placeholder|password|insecure)([^a-z0-9]|$)/i;

const repeatsItself = (secret: string) => /^(.+?)\1+$/s.test(secret) || new Set(secret).size < 10;

/** What is wrong with one shared secret of a production server, in words that end a sentence; undefined when nothing is. */
export function secretFault(secret: string): string | undefined {
  if (giveaway.test(secret)) return "is an example or demo value; make one with: openssl rand -base64 48";
  if (secret.length < shortest)
    return `is too short: at least ${shortest} characters; make one with: openssl rand -base64 48`;
  if (repeatsItself(secret)) return "repeats itself; make one with: openssl rand -base64 48";
  return undefined;
}

/** A secret of a list, and what rows and `keys:status` call it. */
export interface Keyed {
  id: string;
  secret: string;
}

/** A name for a secret that tells nothing of it. */
const secretId = (secret: string) => createHmac("sha256", secret).update("persdesk key id").digest("hex").slice(0, 12);

/**
 * Secrets with commas or white space between them, the newest first; undefined where there is none, or one twice. A line
 * break at the end was part of a secret before there were lists: each is also read with it, and keeps its id.
 */
export function readSecrets(text: string): [Keyed, ...Keyed[]] | undefined {
  const words = text.split(/[\s,]+/).filter(Boolean);
  const keys = words.map((secret) => ({ id: secretId(secret), secret }));
  const asBefore = text.endsWith("\n") ? keys.map(({ id, secret }) => ({ id, secret: `${secret}\n` })) : [];
  const [first, ...rest] = [...keys, ...asBefore];
  return first && new Set(words).size === words.length ? [first, ...rest] : undefined;
}

/** `id:secret` pairs, comma-separated, the newest first; undefined where the text is no such list, or names an id twice. */
export function readDataKeys(text: string): [Keyed, ...Keyed[]] | undefined {
  const pairs = text.split(",").map((pair) => /^([\w-]{1,32}):(\S+)$/.exec(pair.trim()));
  const keys = pairs.flatMap((match) => (match?.[1] && match[2] ? { id: match[1], secret: match[2] } : []));
  const [first, ...rest] = keys;
  const isComplete = keys.length === pairs.length && new Set(keys.map(({ id }) => id)).size === keys.length;
  return first && isComplete ? [first, ...rest] : undefined;
}

/** The secrets as they were written. */
export interface GivenSecrets {
  NEXTAUTH_SECRET?: string;
  INTERNAL_API_KEY?: string;
  JWT_PRIVATE_KEY?: string;
  DATA_KEYS?: string;
}

/** Every fault of a production server's secrets, one line each, naming the variable; what is not given is not checked. */
export function secretFaults({
  NEXTAUTH_SECRET,
  INTERNAL_API_KEY,
  JWT_PRIVATE_KEY,
  DATA_KEYS,
}: GivenSecrets): string[] {
  const named = (name: keyof GivenSecrets, keys: Keyed[] | undefined): [string, string][] =>
    (keys ?? []).map(({ secret }) => [name, secret]);
  const given = [
    ...named("NEXTAUTH_SECRET", readSecrets(NEXTAUTH_SECRET?.trim() ?? "")),
    ...(INTERNAL_API_KEY === undefined ? [] : [["INTERNAL_API_KEY", INTERNAL_API_KEY] as [string, string]]),
    ...named("DATA_KEYS", readDataKeys(DATA_KEYS ?? "")),
  ];
  const faults = given.flatMap(([name, secret]) => {
    const twin = given.find(([other, value]) => other !== name && value === secret)?.[0];
    const fault = secretFault(secret) ?? (twin && `is the same as ${twin}; every secret must be its own`);
    return fault ? [`${name} ${fault}`] : [];
  });
  const keyFault = signingKeyFault(JWT_PRIVATE_KEY ?? "");
  return [...new Set(keyFault ? [...faults, `JWT_PRIVATE_KEY ${keyFault}`] : faults)];
}
