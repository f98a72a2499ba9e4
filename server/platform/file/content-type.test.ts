import { expect, it } from "vitest";
import { contentTypeOf, nameOf } from "./content-type.rules";

const bytes = (text: string) => new Uint8Array(Buffer.from(text, "latin1"));

it.each([
  ["%PDF-1.7\n", "application/pdf"],
  ["\x89PNG\r\n\x1a\n....", "image/png"],
  ["\xff\xd8\xff\xe0", "image/jpeg"],
  ["RIFF....WEBPVP8 ", "image/webp"],
  [" %PDF-1.7", undefined],
  ["%PDF", undefined],
  ["<html>", undefined],
  ["<svg xmlns='http://www.w3.org/2000/svg'/>", undefined],
  ["GIF89a", undefined],
  ["RIFF....WAVE", undefined],
  ["MZ", undefined],
  ["", undefined],
])("%j is %s", (text, type) => expect(contentTypeOf(bytes(text))).toBe(type));

it.each([
  ["Manual v2.pdf", "Manual v2.pdf"],
  ["Manual.html", "Manual.pdf"],
  ["../../etc/passwd", "passwd.pdf"],
  ["C:\\files\\Anleitung ü.PDF", "Anleitung ü.pdf"],
  ["a\r\nb.pdf", "a__b.pdf"],
  ['x".pdf; y="', "x_.pdf"],
  ["...", "file.pdf"],
  ["", "file.pdf"],
  [`${"n".repeat(300)}.pdf`, `${"n".repeat(120)}.pdf`],
])("the name %j is kept as %j", (given, kept) => expect(nameOf(given, "application/pdf")).toBe(kept));
