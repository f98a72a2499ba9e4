/** Who sends a case: its runner knows how to sign in where it runs. */
export type Sender = "nobody" | "person" | "wrong person" | "key" | "wrong key" | "screen";

export interface ConformanceCase {
  name: string;
  method: string;
  path: string;
  as?: Sender;
  headers?: Record<string, string>;
  /** sent as it is; bytes where it is a length */
  body?: string | { length: number };
  status: number;
  /** headers the answer must have, each matching */
  answers?: Record<string, RegExp>;
  /** matches the whole body */
  text?: RegExp;
}

const json = { "content-type": "application/json" };
const models = "/api/v1/backoffice/admin/model-pers";
const categories = "/api/v1/backoffice/pers-firmware-categories";
const nowhere = "00000000-0000-7000-8000-00000000dead";
const code = (word: string) => new RegExp(`"code":"${word}"`);
const problem = { "content-type": /^application\/problem\+json/, "x-request-id": /./ };
const html = /^text\/html/;

/** What both mounts of the API must do alike: on node:http itself, and in Next's route handlers. */
export const conformanceCases: ConformanceCase[] = [
  { name: "is up", method: "GET", path: "/healthz", status: 200, text: /up/ },
  { name: "is ready", method: "GET", path: "/readyz", status: 200 },
  {
    name: "tells its metrics",
    method: "GET",
    path: "/metrics",
    status: 200,
    text: /persdesk_http_request_duration_seconds/,
  },
  { name: "publishes its keys", method: "GET", path: "/.well-known/jwks.json", status: 200, text: /"kid"/ },
  { name: "publishes its document", method: "GET", path: "/api/openapi.json", status: 200, text: /^\{"openapi":"3\.1/ },
  { name: "writes no document", method: "POST", path: "/api/openapi.json", status: 405, answers: { allow: /GET/ } },
  {
    name: "has a reference page",
    method: "GET",
    path: "/api/reference",
    status: 200,
    answers: { "content-type": html },
  },
  {
    name: "serves the reference's script itself",
    method: "GET",
    path: "/api/reference/swagger-ui-bundle.js",
    status: 200,
    answers: { "content-type": /javascript/ },
  },
  { name: "serves nothing else of that package", method: "GET", path: "/api/reference/package.json", status: 404 },
  {
    name: "404 is a problem",
    method: "GET",
    path: "/api/nowhere",
    status: 404,
    answers: problem,
    text: code("not_found"),
  },
  { name: "404 for a path that does not decode", method: "GET", path: `${models}/%E0%A4%A`, as: "person", status: 404 },
  {
    name: "405 says what is allowed",
    method: "PUT",
    path: models,
    status: 405,
    answers: { ...problem, allow: /GET, POST/ },
  },
  {
    name: "OPTIONS says what is allowed",
    method: "OPTIONS",
    path: models,
    status: 204,
    answers: { allow: /GET, POST, HEAD/ },
  },
  {
    name: "401 without credentials",
    method: "GET",
    path: models,
    status: 401,
    answers: { ...problem, "www-authenticate": /^Bearer/ },
    text: code("unauthorized"),
  },
  { name: "401 with a bad token", method: "GET", path: models, as: "wrong person", status: 401 },
  { name: "401 without a key", method: "GET", path: categories, status: 401 },
  {
    name: "403 with a wrong key",
    method: "GET",
    path: categories,
    as: "wrong key",
    status: 403,
    text: code("forbidden"),
  },
  { name: "a cookie is no credential here", method: "GET", path: models, as: "screen", status: 401 },
  { name: "401 comes before the body", method: "POST", path: models, headers: json, body: "{", status: 401 },
  {
    name: "lists by bearer",
    method: "GET",
    path: `${models}?limit=2&sortBy=label:asc&unknown=1&label=`,
    as: "person",
    status: 200,
    answers: { "content-type": /^application\/json/, "cache-control": /no-store/, "x-content-type-options": /nosniff/ },
    text: /^\{"meta":\{"totalItems":\d+,"itemCount":\d+,"itemsPerPage":2/,
  },
  { name: "lists by key", method: "GET", path: categories, as: "key", status: 200, text: /"items":\[/ },
  { name: "HEAD has no body", method: "HEAD", path: models, as: "person", status: 200, text: /^$/ },
  {
    name: "keeps a request id",
    method: "GET",
    path: "/healthz",
    headers: { "x-request-id": "abc-1" },
    status: 200,
    answers: { "x-request-id": /^abc-1$/ },
  },
  {
    name: "replaces a strange request id",
    method: "GET",
    path: "/healthz",
    headers: { "x-request-id": "a b<c" },
    status: 200,
    answers: { "x-request-id": /^[\w-]{36}$/ },
  },
  {
    name: "400 for a number that is none",
    method: "GET",
    path: `${models}?limit=ten`,
    as: "person",
    status: 400,
    text: /"path":"limit"/,
  },
  {
    name: "400 for a parameter sent twice",
    method: "GET",
    path: `${models}?limit=1&limit=2`,
    as: "person",
    status: 400,
  },
  {
    name: "400 for a field nobody sorts by",
    method: "GET",
    path: `${models}?sortBy=nope:asc`,
    as: "person",
    status: 400,
  },
  { name: "400 for an id that is none", method: "GET", path: `${models}/x`, as: "person", status: 400 },
  { name: "404 for what does not exist", method: "GET", path: `${models}/${nowhere}`, as: "person", status: 404 },
  {
    name: "400 for broken JSON",
    method: "POST",
    path: models,
    as: "person",
    headers: json,
    body: "{",
    status: 400,
    text: code("invalid_input"),
  },
  {
    name: "400 for what is no object",
    method: "POST",
    path: models,
    as: "person",
    headers: json,
    body: "[]",
    status: 400,
  },
  {
    name: "400 for a missing field",
    method: "POST",
    path: models,
    as: "person",
    headers: json,
    body: "{}",
    status: 400,
    text: /"path":"label"/,
  },
  {
    name: "415 for a form",
    method: "POST",
    path: models,
    as: "person",
    headers: { "content-type": "application/x-www-form-urlencoded" },
    body: "label=x",
    status: 415,
  },
  {
    name: "413 for too much",
    method: "POST",
    path: models,
    as: "person",
    headers: json,
    body: { length: 1_100_000 },
    status: 413,
    text: code("payload_too_large"),
  },
  {
    name: "400 for an unprintable Idempotency-Key",
    method: "POST",
    path: models,
    as: "person",
    headers: { ...json, "idempotency-key": "é" },
    body: '{"label":"x"}',
    status: 400,
  },
  {
    name: "tRPC: 401 for nobody",
    method: "GET",
    path: "/api/trpc/modelPers.rows?input=%7B%7D",
    status: 401,
    text: /"code":"UNAUTHORIZED"/,
  },
  {
    name: "tRPC: reads by cookie",
    method: "GET",
    path: "/api/trpc/modelPers.rows?input=%7B%7D",
    as: "screen",
    status: 200,
    text: /"items":\[/,
  },
  {
    name: "tRPC: a token is no credential here",
    method: "GET",
    path: "/api/trpc/modelPers.rows?input=%7B%7D",
    as: "person",
    status: 401,
  },
  {
    name: "tRPC: 403 for another site's page",
    method: "GET",
    path: "/api/trpc/modelPers.rows?input=%7B%7D",
    as: "screen",
    headers: { origin: "https://evil.example" },
    status: 403,
  },
  {
    name: "tRPC: 403 without our header",
    method: "POST",
    path: "/api/trpc/modelPers.create",
    as: "screen",
    headers: json,
    body: '{"label":"x"}',
    status: 403,
  },
  {
    name: "tRPC: 415 for a form",
    method: "POST",
    path: "/api/trpc/modelPers.create",
    as: "screen",
    headers: { "x-persdesk": "1", "content-type": "text/plain" },
    body: "{}",
    status: 415,
  },
  {
    name: "tRPC: 400 for bad input",
    method: "POST",
    path: "/api/trpc/modelPers.create",
    as: "screen",
    headers: { ...json, "x-persdesk": "1" },
    body: "{}",
    status: 400,
    text: /"path":"label"/,
  },
  {
    name: "tRPC: 400 for broken JSON",
    method: "POST",
    path: "/api/trpc/modelPers.create",
    as: "screen",
    headers: { ...json, "x-persdesk": "1" },
    body: "{",
    status: 400,
  },
  { name: "tRPC: 404 for no procedure", method: "GET", path: "/api/trpc/no.such", as: "screen", status: 404 },
  {
    name: "tRPC: 405 for a write by GET",
    method: "GET",
    path: "/api/trpc/modelPers.create?input=%7B%7D",
    as: "screen",
    status: 405,
  },
  {
    name: "tRPC: 400 for too large a batch",
    method: "GET",
    path: `/api/trpc/${Array(11).fill("modelPers.count").join(",")}?batch=1&input=%7B%7D`,
    as: "screen",
    status: 400,
  },
  { name: "export: 401 for nobody", method: "GET", path: "/api/export/modelPers?columns=label=Label", status: 401 },
  {
    name: "export: CSV",
    method: "GET",
    path: "/api/export/modelPers?columns=label=The%20label,version=V&format=csv",
    as: "screen",
    status: 200,
    answers: { "content-type": /^text\/csv/, "content-disposition": /filename="model-pers-.*\.csv"/ },
    text: /^\uFEFF?The label,V\r\n/,
  },
  {
    name: "export: XLSX",
    method: "GET",
    path: "/api/export/modelPers?columns=label=L&format=xlsx",
    as: "screen",
    status: 200,
    answers: { "content-type": /spreadsheetml/ },
    text: /^PK/,
  },
  {
    name: "export: 400 for another format",
    method: "GET",
    path: "/api/export/modelPers?columns=label=L&format=pdf",
    as: "screen",
    status: 400,
  },
  {
    name: "export: 400 for a filter that is none",
    method: "GET",
    path: "/api/export/modelPers?columns=label=L&sortBy=no:asc",
    as: "screen",
    status: 400,
  },
  {
    name: "export: 404 for no list",
    method: "GET",
    path: "/api/export/nothing?columns=a=A",
    as: "screen",
    status: 404,
  },
];

/** The headers that sign a sender in, as a runner of the cases knows them. */
export type Credentials = Record<Sender, Record<string, string>>;

/** Sends a case. @returns what is wrong with the answer; nothing where it conforms */
export async function faultsOf(
  one: ConformanceCase,
  send: (path: string, init: RequestInit) => Promise<Response>,
  credentials: Credentials,
): Promise<string[]> {
  const body = typeof one.body === "object" ? "x".repeat(one.body.length) : one.body;
  const headers = { ...credentials[one.as ?? "nobody"], ...one.headers };
  const response = await send(one.path, { method: one.method, headers, body });
  const text = await response.text();
  const faults = response.status === one.status ? [] : [`answers ${response.status} instead of ${one.status}: ${text}`];
  for (const [name, wanted] of Object.entries(one.answers ?? {}))
    if (!wanted.test(response.headers.get(name) ?? "")) faults.push(`${name}: ${response.headers.get(name)}`);
  if (one.text && !one.text.test(text)) faults.push(`its text is ${text.slice(0, 300)}`);
  return faults;
}
