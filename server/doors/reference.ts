import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { notFound } from "@/server/kit/call/errors";
import { mark, page, referencePath, script, style } from "./reference-page";
import { baseHeaders, hashOf } from "./rest-answer";

const own: Record<string, [string, string]> = {
  "": ["text/html; charset=utf-8", page],
  "/": ["text/html; charset=utf-8", page],
  "/page.css": ["text/css; charset=utf-8", style],
  "/icon.svg": ["image/svg+xml", mark],
  "/page.js": ["text/javascript; charset=utf-8", script],
};

/** The files of swagger-ui-dist that are served; no others are. */
const packaged: Record<string, string> = {
  "/swagger-ui.css": "text/css; charset=utf-8",
  "/swagger-ui-bundle.js": "text/javascript; charset=utf-8",
};

// From the working directory, as the migrations are: both mounts are bundles, which do not know where their source was.
const folder = join("node_modules", "swagger-ui-dist");
const read = new Map<string, Promise<Buffer>>();

function fileOf(name: string): Promise<Buffer> {
  const known = read.get(name) ?? readFile(join(/* turbopackIgnore: true */ process.cwd(), folder, name));
  read.set(name, known);
  known.catch(() => read.delete(name));
  return known;
}

// Swagger UI sets styles on its elements; scripts only come from here.
const policy =
  "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/** The API reference page and its assets, all from this server. */
export async function reference(path: string, request: Request, requestId: string): Promise<Response> {
  const name = path.slice(referencePath.length);
  const [type, content] = own[name] ?? [packaged[name], undefined];
  if (!type) throw notFound();
  const body = content === undefined ? await fileOf(name) : Buffer.from(content);
  const etag = `"${hashOf(body)}"`;
  const headers: Record<string, string> = {
    ...baseHeaders(requestId),
    "cache-control": "no-cache",
    "content-security-policy": policy,
    "content-type": type,
    etag,
  };
  if (request.headers.get("if-none-match") === etag) return new Response(null, { status: 304, headers });
  return new Response(request.method === "HEAD" ? null : new Uint8Array(body), { headers });
}
