import type { Held } from "./privacy.schema";

const escapes: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#39;" };
const escaped = (text: string) => text.replace(/[&<>"']/g, (sign) => escapes[sign] ?? sign);

const cells = (row: Record<string, string>) =>
  Object.entries(row)
    .map(([key, value]) => `<dt>${escaped(key)}</dt><dd>${escaped(value)}</dd>`)
    .join("");

/** What is held of a person as a page that any browser shows, without a script and without anything from elsewhere. */
export const heldPage = ({ email, name, at, parts }: Held) => `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>Personal data</title>
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<style>body{font:15px/1.5 system-ui,sans-serif;max-width:56rem;margin:2rem auto;padding:0 1rem}dl{display:grid;
grid-template-columns:12rem 1fr;gap:.1rem 1rem;border-top:1px solid #ccc;padding-top:.5rem}dt{color:#666}dd{margin:0;
overflow-wrap:anywhere;white-space:pre-wrap}</style></head><body>
<h1>${escaped(name ?? email)}</h1><p>${escaped(email)}, ${escaped(at)}</p>
${parts
  .map(
    ({ title, count, rows }) =>
      `<h2>${escaped(title)} (${count})</h2>${rows.map((row) => `<dl>${cells(row)}</dl>`).join("\n")}${
        count > rows.length ? `<p>The newest ${rows.length} of ${count}.</p>` : ""
      }`,
  )
  .join("\n")}
</body></html>
`;
