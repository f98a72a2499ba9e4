/** Takes what is held of a person part by part, and writes it as a file. */
export interface HeldWriter {
  begin: (head: { email: string; name: string | null; at: string }) => Promise<void>;
  part: (part: { key: string; title: string; count: number }) => Promise<void>;
  /** of the part that was named last */
  rows: (rows: Record<string, string>[]) => Promise<void>;
  end: () => Promise<void>;
}

type Write = (text: string) => Promise<void>;

/** `{email, name, at, parts: [{key, title, count, rows: […]}]}` */
export function heldAsJson(write: Write): HeldWriter {
  let parts = 0;
  let rows = 0;
  return {
    begin: ({ email, name, at }) =>
      write(`{"email":${JSON.stringify(email)},"name":${JSON.stringify(name)},"at":${JSON.stringify(at)},"parts":[`),
    part: async ({ key, title, count }) => {
      const head = `{"key":${JSON.stringify(key)},"title":${JSON.stringify(title)},"count":${count},"rows":[`;
      await write(`${parts > 0 ? "]}," : ""}\n${head}`);
      parts += 1;
      rows = 0;
    },
    rows: async (some) => {
      if (some.length > 0) await write(`${rows > 0 ? "," : ""}\n${some.map((row) => JSON.stringify(row)).join(",\n")}`);
      rows += some.length;
    },
    end: () => write(parts > 0 ? "]}\n]}\n" : "]}\n"),
  };
}

const escapes: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#39;" };
const escaped = (text: string) => text.replace(/[&<>"']/g, (sign) => escapes[sign] ?? sign);

const cells = (row: Record<string, string>) =>
  Object.entries(row)
    .map(([key, value]) => `<dt>${escaped(key)}</dt><dd>${escaped(value)}</dd>`)
    .join("");

/** A page that any browser shows, without a script and without anything from elsewhere. */
export const heldAsHtml = (write: Write): HeldWriter => ({
  begin: ({ email, name, at }) =>
    write(`<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>Personal data</title>
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<style>body{font:15px/1.5 system-ui,sans-serif;max-width:56rem;margin:2rem auto;padding:0 1rem}dl{display:grid;
grid-template-columns:12rem 1fr;gap:.1rem 1rem;border-top:1px solid #ccc;padding-top:.5rem}dt{color:#666}dd{margin:0;
overflow-wrap:anywhere;white-space:pre-wrap}</style></head><body>
<h1>${escaped(name ?? email)}</h1><p>${escaped(email)}, ${escaped(at)}</p>
`),
  part: ({ title, count }) => write(`<h2>${escaped(title)} (${count})</h2>\n`),
  rows: (some) => write(some.map((row) => `<dl>${cells(row)}</dl>\n`).join("")),
  end: () => write("</body></html>\n"),
});
