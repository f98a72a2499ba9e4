import { formOf } from "./upload.js";

const escaped = (value: unknown) =>
  Array.isArray(value)
    ? value.map((one) => encodeURIComponent(String(one))).join(",")
    : encodeURIComponent(String(value));

/**
 * The address of a call. Lists are separated by commas. (React Native has no whole URLSearchParams.)
 * @throws TypeError where a key of the path is missing
 */
export function urlOf(
  baseUrl: string,
  template: string,
  path: Record<string, unknown> = {},
  query: Record<string, unknown> = {},
): string {
  const filled = template.replace(/\{(\w+)\}/g, (_, key: string) => {
    const value = path[key];
    if (value === undefined || value === null || value === "") throw new TypeError(`path.${key} is missing`);
    return encodeURIComponent(String(value));
  });
  const asked = Object.entries(query)
    .filter(([, value]) => value !== undefined && value !== null)
    .map(([name, value]) => `${encodeURIComponent(name)}=${escaped(value)}`);
  return `${baseUrl.replace(/\/+$/, "")}${filled}${asked.length > 0 ? `?${asked.join("&")}` : ""}`;
}

const keyHeader = "Idempotency-Key";

/** A new key where the caller gave none. Keys count for one caller only, so they need to differ and not to be secret. */
export function keyOf(header: Record<string, unknown> = {}): string {
  const given = header[keyHeader];
  if (typeof given === "string") return given;
  const part = () => Math.random().toString(36).slice(2);
  return globalThis.crypto?.randomUUID?.() ?? `${Date.now().toString(36)}-${part()}-${part()}`;
}

interface Told {
  token?: string | undefined;
  apiKey?: string | undefined;
  language: string | undefined;
  key: string | undefined;
  header: Record<string, unknown> | undefined;
  isJson: boolean;
}

export function headersOf({ token, apiKey, language, key, header = {}, isJson }: Told): Record<string, string> {
  const headers: Record<string, string> = { accept: "application/json, */*;q=0.5" };
  for (const [name, value] of Object.entries(header)) if (value !== undefined) headers[name] = String(value);
  if (key !== undefined) headers[keyHeader] = key;
  if (token !== undefined) headers.authorization = `Bearer ${token}`;
  if (apiKey !== undefined) headers["x-api-key"] = apiKey;
  if (language !== undefined) headers["accept-language"] = language;
  if (isJson) headers["content-type"] = "application/json";
  return headers;
}

/** How a body is made for each try. */
export function bodyOf(body: unknown, isForm: boolean): () => string | FormData | undefined {
  if (body === undefined) return () => undefined;
  if (isForm && typeof body === "object" && body !== null) return () => formOf(body);
  const text = JSON.stringify(body);
  return () => text;
}

/** The value of `If-Match`: a row's `version`, or the `etag` of an answer. */
export const ifMatch = (version: number | string): string =>
  typeof version === "number" || !/^(W\/)?"/.test(version) ? `"${version}"` : version;
