import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { BrokenForm, readMultipart } from "./multipart";

const bytesOf = (text: string) => new TextEncoder().encode(text);
const type = "multipart/form-data; boundary=xYz";
const read = (text: string, contentType = type) =>
  readMultipart(bytesOf(text), contentType).map(({ bytes, ...part }) => ({
    ...part,
    text: Buffer.from(bytes).toString(),
  }));

/** A form as the platform itself sends it. */
async function sent(form: FormData) {
  const request = new Request("http://localhost", { method: "POST", body: form });
  const body = new Uint8Array(await request.arrayBuffer());
  return readMultipart(body, request.headers.get("content-type") ?? "");
}

describe("a form", () => {
  test("is read as the platform sends it, whatever it holds", async () => {
    const text = fc.string({ unit: "binary", maxLength: 40 }).map((text) => text.toWellFormed());
    await fc.assert(
      fc.asyncProperty(fc.uint8Array({ maxLength: 300 }), text, text, async (bytes, name, value) => {
        const form = new FormData();
        form.append("file", new Blob([new Uint8Array(bytes)], { type: "text/csv" }), name || "f");
        form.append("text", value);
        const [file, field] = await sent(form);
        expect(file).toMatchObject({ name: "file", type: "text/csv" });
        expect([...(file?.bytes ?? [])]).toEqual([...bytes]);
        expect(file?.fileName).toBe((form.get("file") as File).name);
        expect(Buffer.from(field?.bytes ?? []).toString()).toBe(value.replace(/\r\n?|\n/g, "\r\n"));
      }),
    );
  });

  test("is read with a preamble, quotes, escapes, no content and lines that look like a boundary", () => {
    const body = [
      "preamble",
      "--xYz",
      'Content-Disposition: form-data; name="a"',
      "",
      "--xY",
      "--xYz",
      'content-disposition:form-data;name=b;filename="a \\"b\\" %22c%22.csv"',
      "Content-Type: text/csv",
      "",
      "",
      "--xYz--",
      "epilogue",
    ];
    expect(read(body.join("\r\n"), 'multipart/form-data; charset=utf-8; boundary="xYz"')).toEqual([
      { name: "a", fileName: undefined, type: "", text: "--xY" },
      { name: "b", fileName: 'a "b" "c".csv', type: "text/csv", text: "" },
    ]);
    expect(read("--xYz--\r\n")).toEqual([]);
    expect(read("\r\n--xYz--")).toEqual([]);
  });

  test("holds its files where they came: nothing is copied", () => {
    const body = bytesOf('--xYz\r\nContent-Disposition: form-data; name="f"; filename="f"\r\n\r\nabc\r\n--xYz--');
    expect(readMultipart(body, type)[0]?.bytes.buffer).toBe(body.buffer);
  });

  test.each([
    ["nothing", ""],
    ["no boundary in it", "hello"],
    ["no end", '--xYz\r\nContent-Disposition: form-data; name="f"\r\n\r\nabc'],
    ["no head", "--xYz\r\nabc"],
    ["no name", "--xYz\r\nContent-Disposition: form-data\r\n\r\nabc\r\n--xYz--"],
    ["another disposition", '--xYz\r\nContent-Disposition: inline; name="f"\r\n\r\nabc\r\n--xYz--'],
    ["garbage behind a boundary", "--xYz garbage\r\n\r\n\r\n--xYz--"],
    ["too many parts", `${'--xYz\r\nContent-Disposition: form-data; name="f"\r\n\r\n\r\n'.repeat(300)}--xYz--`],
  ])("with %s is refused", (_, body) => {
    expect(() => read(body)).toThrow(BrokenForm);
  });

  test("without a boundary is refused, and garbage never fails otherwise", () => {
    expect(() => read("--xYz--", "multipart/form-data")).toThrow(BrokenForm);
    const piece = fc.constantFrom("--xYz", "\r\n", "--", 'Content-Disposition: form-data; name="a"', "\r\n\r\n", "x");
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 20 }), (pieces) => {
        try {
          read(pieces.join(""));
        } catch (error) {
          expect(error).toBeInstanceOf(BrokenForm);
        }
      }),
    );
  });
});
