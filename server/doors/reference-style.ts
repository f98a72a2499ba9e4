const rules = `html:root:root:root { background: var(--pd-canvas); scroll-padding-top: 68px }
html:root:root:root body { background: none }
body { margin: 0; color: var(--pd-text); font: 14px/20px Inter, system-ui, -apple-system, "Segoe UI", sans-serif }
[hidden], html:not(.has-script) :is(.scripted, .try) { display: none !important }
a { color: var(--pd-accent) }
code, pre { font: 13px/20px ui-monospace, SFMono-Regular, Menlo, Consolas, monospace; overflow-wrap: anywhere }
.introduction :is(p, li, td) code, .about code, .part > p code, label code { padding: 1px 4px; border-radius: 4px; background: var(--pd-hover) }
pre { padding: 12px; border: 1px solid var(--pd-line); border-radius: 8px; background: var(--pd-surface); white-space: pre-wrap }
.wide { overflow-x: auto }
table { border-collapse: collapse }
th, td { padding: 6px 12px 6px 0; border-bottom: 1px solid var(--pd-line); text-align: left; vertical-align: top }
:is(a, button, input, summary, pre, .panel):focus-visible { outline: 2px solid var(--pd-accent); outline-offset: 1px }
.skip { position: absolute; z-index: 20; top: 8px; left: -9999px; padding: 8px 12px; border-radius: 6px; background: var(--pd-surface) }
.skip:focus { left: 8px }
.bar { position: sticky; z-index: 10; top: 0; display: flex; align-items: center; gap: 16px; height: 52px; padding: 0 28px; background: var(--pd-rail); border-bottom: 1px solid var(--pd-line) }
.bar a { display: flex; align-items: center; gap: 10px; color: inherit; font-weight: 600; text-decoration: none }
.bar span { color: var(--pd-muted) }
.bar .document { margin-left: auto; color: var(--pd-accent); font-weight: 400 }
.frame { display: grid; grid-template-columns: 264px minmax(0, 860px); gap: 0 40px; max-width: 1220px; padding: 0 28px }
nav { position: sticky; top: 53px; align-self: start; box-sizing: border-box; max-height: calc(100vh - 53px); padding: 20px 0; overflow-y: auto }
nav summary { padding: 4px 8px; color: var(--pd-muted); font-size: 12px; font-weight: 500; cursor: pointer }
nav ul { margin: 4px 0 0; padding: 0; list-style: none }
nav a { display: block; padding: 5px 8px; border-radius: 6px; color: var(--pd-text); font-size: 13px; line-height: 18px; text-decoration: none }
nav a:hover { background: var(--pd-hover) }
main { padding: 24px 0 64px }
h1 { margin: 0 0 16px; font-size: 20px; line-height: 28px; font-weight: 600 }
h1 small { margin-left: 8px; color: var(--pd-muted); font-size: 12px; font-weight: 400 }
h2 { margin: 40px 0 4px; font-size: 16px; line-height: 24px; font-weight: 600 }
.introduction h2 { margin-top: 0 }
h3, h4 { margin: 20px 0 4px; font-size: 14px; line-height: 20px; font-weight: 600 }
main p { margin: 4px 0 8px }
.introduction, .part > p, .credentials > p { max-width: 720px }
.part > p { margin-bottom: 12px; color: var(--pd-muted) }
label { display: flex; flex-direction: column; gap: 4px; color: var(--pd-muted); font-size: 12px; line-height: 16px }
.credentials input, search input { box-sizing: border-box; width: 100%; height: 34px; padding: 0 10px; border: 1px solid var(--pd-line-strong); border-radius: 6px; background: var(--pd-surface); color: var(--pd-text); font: 14px/20px inherit }
.credentials { margin-top: 32px; padding: 4px 16px 16px; border: 1px solid var(--pd-line); border-radius: 8px; background: var(--pd-surface) }
.credentials h2 { margin-top: 8px }
.credentials form { display: flex; flex-wrap: wrap; align-items: end; gap: 12px; margin-top: 12px }
.credentials :is(form > label, #second) { flex: 1 1 220px }
#sign-in-says { min-height: 20px; margin: 8px 0 0 }
button { height: 32px; padding: 0 12px; border: 1px solid var(--pd-line-strong); border-radius: 6px; background: var(--pd-surface); color: var(--pd-text); font: 500 13px/20px inherit; font-family: inherit; cursor: pointer }
button:hover { background: var(--pd-hover) }
button:disabled { cursor: default; opacity: 0.6 }
button.primary { height: 34px; border-color: var(--pd-accent-fill); background: var(--pd-accent-fill); color: #fff }
search { position: sticky; z-index: 5; top: 53px; display: block; margin-bottom: 20px; padding: 4px 0; background: var(--pd-canvas) }
#found { margin: 4px 0 0; color: var(--pd-muted); font-size: 12px }
:is(h2, h3, .op) { scroll-margin-top: 84px }
.op { position: relative; padding: 10px 14px; border: 1px solid var(--pd-line); border-radius: 8px; background: var(--pd-surface) }
.op + .op { margin-top: 6px }
.op:target { border-color: var(--pd-accent) }
.op h3 { margin: 0; padding-right: 72px }
.op h3 a { color: inherit; text-decoration: none }
.op h3 a:hover { text-decoration: underline }
.op .call { display: flex; align-items: baseline; gap: 8px; margin: 4px 0 }
.op .call code { padding: 0; background: none }
.op .about { margin: 0; color: var(--pd-muted); font-size: 13px }
.try { position: absolute; top: 10px; right: 12px; height: 28px }
.method { flex: none; min-width: 52px; padding: 1px 6px; border-radius: 5px; font-size: 11px; line-height: 18px; font-weight: 600; text-align: center }
.method.get { background: var(--pd-info-soft); color: var(--pd-info) }
.method.post { background: var(--pd-ok-soft); color: var(--pd-ok) }
.method:is(.put, .patch) { background: var(--pd-warn-soft); color: var(--pd-warn) }
.method.delete { background: var(--pd-bad-soft); color: var(--pd-bad) }
.note { padding: 8px 12px; border-radius: 6px; background: var(--pd-accent-soft); font-size: 13px }
.panel { margin-top: 12px }
.swagger-ui :where(*:not(code, pre, code *, pre *, svg, svg *)) { color: inherit; font-family: inherit }
.swagger-ui :where(svg:not(:root)) { fill: currentColor }
.swagger-ui { overflow-x: auto; background: none; color: var(--pd-text); font-family: inherit; font-size: 14px }
.swagger-ui :is(.opblock-tag, .opblock-summary, .opblock-body > .opblock-description-wrapper) { display: none }
.swagger-ui .wrapper { padding: 0 }
.swagger-ui :is(.response-col_links, .responses-table:not(.live-responses-table) .response:is([data-code^="4"], [data-code^="5"]) :is(.model-example, .response-controls, .response__extension)) { display: none }
.swagger-ui .markdown :is(p, li) code { padding: 1px 4px; background: var(--pd-hover); color: var(--pd-text); font-size: 13px; font-weight: 500 }
.swagger-ui .download-contents { background: #41444e; color: #fff }
.swagger-ui pre span[style*="211, 99, 99"] { color: #ff9d98 !important }
.swagger-ui a { color: var(--pd-accent) }
.swagger-ui .opblock-body { color: var(--pd-text) }
.swagger-ui :is(input[type=text], input[type=password], input[type=email], input[type=file], textarea, select) { border: 1px solid var(--pd-line-strong); border-radius: 6px; background: var(--pd-surface); color: var(--pd-text); box-shadow: none; font-size: 13px }
.swagger-ui .opblock { margin: 0; border: 0; background: none; box-shadow: none }
.swagger-ui .opblock .tab-header .tab-item.active h4 span::after { background: var(--pd-accent-fill) !important }
.swagger-ui .opblock .opblock-section-header { flex-wrap: wrap; gap: 8px; background: var(--pd-hover); box-shadow: none }
.swagger-ui .btn { border: 1px solid var(--pd-line-strong); border-radius: 6px; background: var(--pd-surface); box-shadow: none; font-size: 13px; font-weight: 500 }
.swagger-ui .btn.execute { border-color: var(--pd-accent-fill); background: var(--pd-accent-fill); color: #fff }
.swagger-ui .btn.cancel { border-color: var(--pd-bad); color: var(--pd-bad) }
.swagger-ui :is(.parameter__name.required::after, .parameter__name.required span) { color: var(--pd-bad) }
.swagger-ui :is(.parameter__type, .parameter__in, .prop-format, .model) { color: var(--pd-muted) }
.swagger-ui :is(.highlight-code .microlight, .curl, .opblock-body pre.microlight) { border-radius: 8px }
@media (max-width: 999px) { .frame { display: block } nav { position: static; max-height: none; padding: 12px 0 0 } }
@media (max-width: 640px) { search { position: static } .bar, .frame { padding-left: 12px; padding-right: 12px } .bar span { display: none } .op .call { flex-wrap: wrap } .swagger-ui .opblock-body :is(.responses-wrapper, .execute-wrapper, .parameters-container) { padding: 8px 0 } .swagger-ui .opblock .responses-inner { padding: 8px 0 } .swagger-ui :is(.responses-table, .responses-table > tbody, .responses-table > tbody > .response, .responses-table > tbody > .response > td) { display: block; width: auto; max-width: none } .swagger-ui .responses-table > thead { display: none } .swagger-ui .responses-table > tbody > .response > td { padding: 4px 0 } }
`;

/** Above the rules of the package, whose dark ones have long selectors. */
const ownRules = rules.replaceAll(/^\.swagger-ui/gm, ":root:root:root .swagger-ui");

const isDark = /\[data-mantine-color-scheme="dark"\]/;

/**
 * The style sheet of the page, with the colours of the product.
 * @param tokens the text of components/ui/tokens.css, where both schemes stand; a browser without our script says which
 */
export function styleWith(tokens: string) {
  const schemes = [...tokens.matchAll(/^:root[^{]*\{[^}]*\}/gm)].map(([scheme]) =>
    isDark.test(scheme) ? `@media (prefers-color-scheme: dark) {\n${scheme.replace(isDark, "")}\n}` : scheme,
  );
  return [...schemes, ownRules].join("\n");
}
