import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { notFound } from "@/server/kit/call/errors";
import type { OpenApiDocument } from "./openapi";
import { mark, page, referencePath } from "./reference-page";
import { styleWith } from "./reference-style";
import { baseHeaders, hashOf } from "./rest-answer";

const script = "text/javascript; charset=utf-8";
const tokens = join("components", "ui", "tokens.css");
const packaged = join("node_modules", "swagger-ui-dist");

/** The page's scripts, and the files of swagger-ui-dist that are served; no others are. */
const files: Record<string, [type: string, path: string]> = {
  "/page.js": [script, join("server", "doors", "reference.client.js")],
  "/try.js": [script, join("server", "doors", "reference-try.client.js")],
  "/reference-draw.client.js": [script, join("server", "doors", "reference-draw.client.js")],
  "/swagger-ui.css": ["text/css; charset=utf-8", join(packaged, "swagger-ui.css")],
  "/swagger-ui-bundle.js": [script, join(packaged, "swagger-ui-bundle.js")],
};

// From the working directory, as the migrations are: both mounts are bundles, which do not know where their source was.
const read = new Map<string, Promise<Buffer>>();

function fileOf(path: string): Promise<Buffer> {
  const known = read.get(path) ?? readFile(join(/* turbopackIgnore: true */ process.cwd(), path));
  read.set(path, known);
  known.catch(() => read.delete(path));
  return known;
}

let drawn: string | undefined;

async function contentOf(name: string, document: () => OpenApiDocument): Promise<[type: string, body: Buffer]> {
  if (name === "" || name === "/") {
    drawn ??= page(document());
    return ["text/html; charset=utf-8", Buffer.from(drawn)];
  }
  if (name === "/icon.svg") return ["image/svg+xml", Buffer.from(mark)];
  if (name === "/page.css") return ["text/css; charset=utf-8", Buffer.from(styleWith(String(await fileOf(tokens))))];
  const file = Object.hasOwn(files, name) ? files[name] : undefined;
  if (!file) throw notFound();
  return [file[0], await fileOf(file[1])];
}

// Swagger UI sets styles on its elements; scripts only come from here.
const policy =
  "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/** The API reference page and its assets, all from this server; `document` is what the page shows. */
export async function reference(
  path: string,
  request: Request,
  requestId: string,
  document: () => OpenApiDocument,
): Promise<Response> {
  const [type, body] = await contentOf(path.slice(referencePath.length), document);
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
