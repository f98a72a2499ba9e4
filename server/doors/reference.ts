import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { notFound } from "@/server/kit/errors";
import { baseHeaders, hashOf } from "./rest-answer";

export const referencePath = "/api/reference";

const page = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Persdesk API reference</title>
<link rel="icon" type="image/png" href="${referencePath}/favicon-32x32.png">
<link rel="stylesheet" href="${referencePath}/swagger-ui.css">
<link rel="stylesheet" href="${referencePath}/page.css">
</head>
<body>
<div id="reference"></div>
<noscript>The reference needs JavaScript. The document itself is at /api/openapi.json.</noscript>
<script src="${referencePath}/swagger-ui-bundle.js"></script>
<script src="${referencePath}/page.js"></script>
</body>
</html>
`;

const style = `body { margin: 0 }
html.dark-mode { background: #1c2022; color-scheme: dark }
.swagger-ui .info { margin: 24px 0 }
`;

const script = `const dark = matchMedia("(prefers-color-scheme: dark)");
const follow = () => document.documentElement.classList.toggle("dark-mode", dark.matches);
dark.addEventListener("change", follow);
follow();
SwaggerUIBundle({
  url: "/api/openapi.json",
  dom_id: "#reference",
  deepLinking: true,
  docExpansion: "none",
  filter: true,
  tryItOutEnabled: true,
  persistAuthorization: false,
  validatorUrl: null,
});
`;

const own: Record<string, [string, string]> = {
  "": ["text/html; charset=utf-8", page],
  "/": ["text/html; charset=utf-8", page],
  "/page.css": ["text/css; charset=utf-8", style],
  "/page.js": ["text/javascript; charset=utf-8", script],
};

/** The files of swagger-ui-dist that are served; no others are. */
const packaged: Record<string, string> = {
  "/swagger-ui.css": "text/css; charset=utf-8",
  "/swagger-ui-bundle.js": "text/javascript; charset=utf-8",
  "/favicon-32x32.png": "image/png",
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
