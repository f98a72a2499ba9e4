import { deflateSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { readableIn } from "./file-text.rules";
import { type HeldWriter, heldAsHtml, heldAsJson } from "./held-file.rules";

const head = { email: "a@b.example", name: "Ada <1>", at: "2026-01-01" };

/** What a writer makes of these parts. */
async function written(
  make: (write: (text: string) => Promise<void>) => HeldWriter,
  parts: [title: string, ...batches: Record<string, string>[][]][],
  about: Parameters<HeldWriter["begin"]>[0] = head,
) {
  let file = "";
  const writer = make(async (text) => {
    file += text;
  });
  await writer.begin(about);
  for (const [title, ...batches] of parts) {
    await writer.part({ key: title.toLowerCase(), title, count: batches.flat().length });
    for (const rows of batches) await writer.rows(rows);
  }
  await writer.end();
  return file;
}

describe("what is held of a person", () => {
  it("is JSON, with no, one and several parts, of no, one and several batches of rows", async () => {
    const read = async (...parts: Parameters<typeof written>[1]) => JSON.parse(await written(heldAsJson, parts));
    expect(await read()).toEqual({ ...head, parts: [] });
    expect(await read(["Mails"])).toEqual({ ...head, parts: [{ key: "mails", title: "Mails", count: 0, rows: [] }] });
    const rows = [{ a: "1" }, { a: "2" }, { a: '"3"' }] as const;
    expect(await read(["Mails", [rows[0]], [], [rows[1], rows[2]]], ["None", []], ["Notes", [], [rows[1]]])).toEqual({
      ...head,
      parts: [
        { key: "mails", title: "Mails", count: 3, rows },
        { key: "none", title: "None", count: 0, rows: [] },
        { key: "notes", title: "Notes", count: 1, rows: [rows[1]] },
      ],
    });
  });

  it("is a page that runs nothing, whatever people wrote", async () => {
    const page = await written(heldAsHtml, [["Notes & more", [{ "<k>": `"it's" & <b>` }], [{ a: "1", b: "2" }]]]);
    expect(page).toContain("default-src 'none'; style-src 'unsafe-inline'");
    expect(page.slice(page.indexOf("<h1>"))).toBe(
      "<h1>Ada &lt;1&gt;</h1><p>a@b.example, 2026-01-01</p>\n" +
        "<h2>Notes &amp; more (2)</h2>\n" +
        "<dl><dt>&lt;k&gt;</dt><dd>&quot;it&#39;s&quot; &amp; &lt;b&gt;</dd></dl>\n" +
        "<dl><dt>a</dt><dd>1</dd><dt>b</dt><dd>2</dd></dl>\n" +
        "</body></html>\n",
    );
    const nameless = await written(heldAsHtml, [], { ...head, name: null });
    expect(nameless).toContain("<h1>a@b.example</h1>");
  });
});

describe("the text of a file", () => {
  const pdf = (...parts: (string | Buffer)[]) => Buffer.concat(["%PDF-1.7\n", ...parts].map((one) => Buffer.from(one)));
  const stream = (text: string, begin = "stream\n") =>
    Buffer.concat([Buffer.from(begin), deflateSync(text), Buffer.from("\nendstream\n")]);

  it("is what has six signs and more, in one byte each or in two", async () => {
    expect(await readableIn(Buffer.from("\x01sixsix\x02five5\x01"))).toBe("sixsix");
    expect(await readableIn(Buffer.from("né à Kéa\x01", "latin1"))).toBe("né à Kéa");
    const wide = Buffer.from("\x01C\0a\0t\0a\0r\0i\0n\0a\x01", "latin1");
    expect((await readableIn(wide)).split("\n")).toContain("Catarina");
    expect(await readableIn(Buffer.from("[(Ca) 20 (tar) -1.5 (ina)] TJ"))).toBe("[(Catarina)] TJ");
  });

  it("is read from the streams of a PDF, each, but for those that are broken", async () => {
    const broken = "stream\nno deflate\nendstream\n";
    const found = await readableIn(pdf(broken, stream("first stream"), stream("second stream", "stream\r\n")));
    expect(found).toContain("first stream");
    expect(found).toContain("second stream");
    const begun = Buffer.concat([Buffer.from("stream\n"), deflateSync("without an end")]);
    expect(await readableIn(pdf(begun))).not.toContain("without an end");
    expect(await readableIn(Buffer.concat([Buffer.from("no PDF\n"), stream("first stream")]))).not.toContain("first");
  });
});
