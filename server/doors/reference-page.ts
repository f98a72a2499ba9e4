export const referencePath = "/api/reference";

/** The mark of the product. */
export const mark = `<svg xmlns="http://www.w3.org/2000/svg" width="24" height="24" viewBox="0 0 32 32" aria-hidden="true"><rect width="32" height="32" rx="8" fill="#4f46e5"/><circle cx="11" cy="21" r="3.4" fill="#fff"/><path d="M11 13.5a7.5 7.5 0 0 1 7.5 7.5M11 7.5A13.5 13.5 0 0 1 24.5 21" fill="none" stroke="#fff" stroke-width="3" stroke-linecap="round"/></svg>`;

/** The page of the API reference. */
export const page = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>API reference · Persdesk</title>
<link rel="icon" type="image/svg+xml" href="${referencePath}/icon.svg">
<link rel="stylesheet" href="${referencePath}/swagger-ui.css">
<link rel="stylesheet" href="${referencePath}/page.css">
</head>
<body>
<header class="bar"><a href="/">${mark}Persdesk</a><span>API reference</span><a class="document" href="/api/openapi.json">OpenAPI document</a></header>
<div id="reference"></div>
<noscript>The reference needs JavaScript. The document itself is at /api/openapi.json.</noscript>
<script src="${referencePath}/swagger-ui-bundle.js"></script>
<script src="${referencePath}/page.js"></script>
</body>
</html>
`;

/** The colours are those of components/ui/tokens.css, which a test compares. */
const rules = `:root {
  --pd-canvas: #fafafb;
  --pd-rail: #f4f4f6;
  --pd-surface: #ffffff;
  --pd-hover: #f1f1f4;
  --pd-line: #e6e6eb;
  --pd-line-strong: #d3d3db;
  --pd-text: #1c1c22;
  --pd-muted: #5c5c68;
  --pd-accent: #4239c9;
  --pd-accent-fill: #4f46e5;
  --pd-accent-soft: #eef0ff;
  --pd-ok: #0b6b3a;
  --pd-ok-soft: #e5f5ec;
  --pd-warn: #8a4b00;
  --pd-warn-soft: #fdf1dd;
  --pd-bad: #b3201f;
  --pd-bad-soft: #fdecec;
  --pd-info: #1f5c94;
  --pd-info-soft: #e6f1fb;
  color-scheme: light;
}
html.dark-mode {
  --pd-canvas: #131317;
  --pd-rail: #0e0e11;
  --pd-surface: #18181d;
  --pd-hover: #222229;
  --pd-line: #2a2a32;
  --pd-line-strong: #3c3c47;
  --pd-text: #ececf1;
  --pd-muted: #a6a6b3;
  --pd-accent: #a3a9f7;
  --pd-accent-fill: #4f46e5;
  --pd-accent-soft: #25254a;
  --pd-ok: #6fd39b;
  --pd-ok-soft: #12301f;
  --pd-warn: #f0b661;
  --pd-warn-soft: #37270c;
  --pd-bad: #ff9d98;
  --pd-bad-soft: #401a1a;
  --pd-info: #8fc4f5;
  --pd-info-soft: #132b42;
  color-scheme: dark;
}
html:root:root:root, html:root:root:root body { background: var(--pd-canvas) }
body { margin: 0; color: var(--pd-text) }
body { font-family: Inter, system-ui, -apple-system, "Segoe UI", sans-serif }
.swagger-ui :where(*:not(code, pre, code *, pre *, svg, svg *, .opblock-summary-path, .opblock-summary-path *)) { color: inherit; font-family: inherit }
.swagger-ui .markdown :is(p, li) code { padding: 1px 4px; color: var(--pd-text); background: color-mix(in srgb, var(--pd-text) 8%, transparent); font-size: 13px; font-weight: 500 }
.swagger-ui :where(svg:not(:root)) { fill: currentColor }
.swagger-ui { background: var(--pd-canvas); color: var(--pd-text); font-size: 14px }
.bar { position: sticky; z-index: 10; top: 0; display: flex; align-items: center; gap: 16px; height: 52px; padding: 0 28px; background: var(--pd-rail); border-bottom: 1px solid var(--pd-line); font-size: 14px }
.bar a { display: flex; align-items: center; gap: 10px; color: inherit; font-weight: 600; text-decoration: none }
.bar span { color: var(--pd-muted) }
.bar .document { margin-left: auto; color: var(--pd-accent); font-weight: 400 }
.swagger-ui .wrapper { max-width: 1200px; padding: 0 28px }
.swagger-ui .info { margin: 24px 0 12px }
.swagger-ui .info .title { font-size: 20px; font-weight: 600 }
.swagger-ui .info .title small { background: var(--pd-hover) }
.swagger-ui .info .title small pre { color: var(--pd-muted) }
.swagger-ui .info .title small.version-stamp { background: var(--pd-accent-soft) }
.swagger-ui .info .title small.version-stamp pre { color: var(--pd-accent) }
.swagger-ui a { color: var(--pd-accent) }
.swagger-ui .opblock-body { color: var(--pd-text) }
.swagger-ui .opblock .opblock-summary-control:focus { outline: none }
.swagger-ui .scheme-container { margin: 0; padding: 0 0 16px; background: none; box-shadow: none }
.swagger-ui :is(.filter .operation-filter-input, input[type=text], input[type=password], input[type=email], input[type=file], textarea, select) { border: 1px solid var(--pd-line-strong); border-radius: 6px; background: var(--pd-surface); color: var(--pd-text); box-shadow: none; font-size: 13px }
.swagger-ui .filter .operation-filter-input { max-width: 360px; margin: 0 0 8px }
.swagger-ui .opblock-tag { padding: 10px 4px; border-bottom: 1px solid var(--pd-line); font-size: 15px; font-weight: 600 }
.swagger-ui .opblock-tag a { color: var(--pd-text) }
.swagger-ui .opblock-tag:hover { background: var(--pd-hover) }
.swagger-ui .opblock { margin: 0 0 6px; border: 1px solid var(--pd-line); border-radius: 8px; background: var(--pd-surface); box-shadow: none }
.swagger-ui .opblock .opblock-summary { padding: 4px 8px; border-color: var(--pd-line) }
.swagger-ui .opblock .opblock-summary-method { min-width: 66px; padding: 4px 0; border-radius: 5px; font-size: 11px; font-weight: 600; text-shadow: none }
.swagger-ui .opblock :is(.opblock-summary-path, .opblock-summary-path a) { color: var(--pd-text); font-size: 13px; font-weight: 500 }
.swagger-ui .opblock .opblock-summary-description { color: var(--pd-muted); font-size: 13px }
.swagger-ui .opblock.opblock-get .opblock-summary-method { background: var(--pd-info-soft); color: var(--pd-info) }
.swagger-ui .opblock.opblock-post .opblock-summary-method { background: var(--pd-ok-soft); color: var(--pd-ok) }
.swagger-ui .opblock:is(.opblock-put, .opblock-patch) .opblock-summary-method { background: var(--pd-warn-soft); color: var(--pd-warn) }
.swagger-ui .opblock.opblock-delete .opblock-summary-method { background: var(--pd-bad-soft); color: var(--pd-bad) }
.swagger-ui .opblock:is(.opblock-get, .opblock-post, .opblock-put, .opblock-patch, .opblock-delete) { border-color: var(--pd-line); background: var(--pd-surface) }
.swagger-ui .opblock .tab-header .tab-item.active h4 span::after { background: var(--pd-accent-fill) !important }
.swagger-ui .opblock .opblock-section-header { background: var(--pd-hover); box-shadow: none }
.swagger-ui .btn { border: 1px solid var(--pd-line-strong); border-radius: 6px; background: var(--pd-surface); box-shadow: none; font-size: 13px; font-weight: 500 }
.swagger-ui .btn.execute { border-color: var(--pd-accent-fill); background: var(--pd-accent-fill); color: #fff }
.swagger-ui .btn.authorize { border-color: var(--pd-accent-fill); color: var(--pd-accent) }
.swagger-ui .btn.authorize svg { fill: currentColor }
.swagger-ui .btn.cancel { border-color: var(--pd-bad); color: var(--pd-bad) }
.swagger-ui :is(.parameter__name.required::after, .parameter__name.required span) { color: var(--pd-bad) }
.swagger-ui :is(.parameter__type, .parameter__in, .prop-format, .model) { color: var(--pd-muted) }
.swagger-ui section.models { border: 1px solid var(--pd-line); border-radius: 8px }
.swagger-ui section.models .model-container { background: var(--pd-hover) }
.swagger-ui .dialog-ux .modal-ux { border: 1px solid var(--pd-line); border-radius: 12px; background: var(--pd-surface); color: var(--pd-text) }
.swagger-ui :is(.highlight-code .microlight, .curl, .opblock-body pre.microlight) { border-radius: 8px }
.swagger-ui :is(button, a, input, select, textarea, summary):focus-visible { outline: 2px solid var(--pd-accent-fill); outline-offset: 1px }
@media (max-width: 640px) { .bar { padding: 0 12px } .swagger-ui .wrapper { padding: 0 12px } }
`;

/** Above the rules of the package, whose dark ones have long selectors. */
export const style = rules.replaceAll(/^\.swagger-ui/gm, ":root:root:root .swagger-ui");

export const script = `const dark = matchMedia("(prefers-color-scheme: dark)");
const follow = () => document.documentElement.classList.toggle("dark-mode", dark.matches);
dark.addEventListener("change", follow);
follow();
SwaggerUIBundle({
  url: "/api/openapi.json",
  dom_id: "#reference",
  deepLinking: true,
  docExpansion: "none",
  defaultModelsExpandDepth: -1,
  filter: true,
  tryItOutEnabled: true,
  persistAuthorization: false,
  validatorUrl: null,
});
`;
