import { escapeHtml } from "@/server/kit/value/placeholders.rules";
import { anchorOf, inline, markdown } from "./markdown";
import type { OpenApiDocument } from "./openapi";

export const referencePath = "/api/reference";

/** The mark of the product. */
export const mark = `<svg xmlns="http://www.w3.org/2000/svg" width="24" height="24" viewBox="0 0 32 32" aria-hidden="true"><rect width="32" height="32" rx="8" fill="#4f46e5"/><circle cx="11" cy="21" r="3.4" fill="#fff"/><path d="M11 13.5a7.5 7.5 0 0 1 7.5 7.5M11 7.5A13.5 13.5 0 0 1 24.5 21" fill="none" stroke="#fff" stroke-width="3" stroke-linecap="round"/></svg>`;

interface Shown {
  method: string;
  path: string;
  operationId: string;
  summary: string;
  description: string;
  tags: string[];
}

/** The operations of the document, each with its method and path. */
const operationsOf = ({ paths }: OpenApiDocument): Shown[] =>
  Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ ...operation, method, path })),
  );

const sectionId = (name: string) => `section-${anchorOf(name)}`;

/** Where a path may be broken: before each of its parts. */
const pathInParts = (path: string) => path.split("/").map(escapeHtml).join("<wbr>/").replace("<wbr>", "");

function operationHtml({ method, path, operationId, summary, description }: Shown) {
  const id = escapeHtml(`op-${operationId}`);
  const about = description.startsWith(`${summary}. `) ? description.slice(summary.length + 2) : description;
  return `<article class="op" id="${id}" data-method="${escapeHtml(method)}" data-path="${escapeHtml(path)}">
<h3><a href="#${id}">${escapeHtml(summary)}</a></h3>
<p class="call"><span class="method ${escapeHtml(method)}">${escapeHtml(method.toUpperCase())}</span> <code>${pathInParts(path)}</code></p>
<p class="about">${inline(about)}</p>
<button type="button" class="try" aria-expanded="false" aria-label="Try: ${escapeHtml(summary)}">Try</button>
</article>`;
}

function sectionHtml(name: string, description: string, operations: Shown[]) {
  const shown = operations.filter(({ tags }) => tags.includes(name));
  return `<section class="part" aria-labelledby="${sectionId(name)}">
<h2 id="${sectionId(name)}">${escapeHtml(name)}</h2>
<p>${inline(description)}</p>
${shown.map(operationHtml).join("\n")}
</section>`;
}

const field = (label: string, input: string) => `<label><span>${label}</span><input ${input}></label>`;

const credentials = `<section class="credentials scripted" aria-labelledby="credentials">
<h2 id="credentials">Your credentials</h2>
<p>What you try is sent to this installation, with these credentials, and changes its records. This page forgets them when it is closed.</p>
<form id="sign-in">
${field("E-mail", 'name="email" type="email" autocomplete="username" required')}
${field("Password", 'name="password" type="password" autocomplete="current-password" required')}
<div id="second" hidden>${field("Code of your authenticator, or a recovery code", 'name="totpCode" autocomplete="one-time-code" maxlength="40"')}</div>
<button type="submit" class="primary">Sign in</button>
</form>
<p id="signed-in" hidden><span id="who"></span> <button type="button" id="sign-out">Sign out</button></p>
<p id="sign-in-says" role="status"></p>
<form id="key">
${field("Key of an internal service (<code>x-api-key</code>)", 'name="key" type="password" autocomplete="off" spellcheck="false"')}
</form>
</section>`;

/**
 * The page of the API reference: the introduction and all operations, which need no script. Searching and trying do; the
 * program behind trying is fetched when somebody tries for the first time.
 */
export function page(document: OpenApiDocument) {
  const operations = operationsOf(document);
  const links = document.tags
    .map(({ name }) => `<li><a href="#${sectionId(name)}">${escapeHtml(name)}</a></li>`)
    .join("\n");
  const sections = document.tags.map(({ name, description }) => sectionHtml(name, description, operations)).join("\n");
  const { title, version, description } = document.info;
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>API reference · ${escapeHtml(title)}</title>
<link rel="icon" type="image/svg+xml" href="${referencePath}/icon.svg">
<link rel="stylesheet" href="${referencePath}/page.css">
<script type="module" src="${referencePath}/page.js"></script>
<script type="module" src="${referencePath}/try.js"></script>
</head>
<body>
<a class="skip" href="#content">To the content</a>
<header class="bar"><a href="/">${mark}${escapeHtml(title)}</a><span>API reference</span><a class="document" href="/api/openapi.json">OpenAPI document</a></header>
<div class="frame">
<nav aria-label="Sections"><details open><summary>Sections</summary><ul>
<li><a href="#introduction">Introduction</a></li>
${links}
</ul></details></nav>
<main id="content">
<h1>API reference <small>Version ${escapeHtml(version)}</small></h1>
<search class="scripted"><label>Search<input id="search" type="search" placeholder="Words of a summary, description or path" autocomplete="off" spellcheck="false"></label><p id="found" role="status">${operations.length} operations</p></search>
<section class="introduction" aria-labelledby="introduction">
<h2 id="introduction">Introduction</h2>
${markdown(description, "intro-")}
</section>
<noscript><p class="note">Searching and trying need JavaScript; everything else on this page does not.</p></noscript>
${credentials}
${sections}
</main>
</div>
</body>
</html>
`;
}
