import { describe, expect, it } from "vitest";
import { escapeHtml, filled, placeholdersOf } from "@/server/kit/value/placeholders.rules";
import { ratesOf } from "../request/notification-request.rules";
import { exampleOf, isLink, isTokenName, namesIn, tokensIn } from "./template-token.rules";

describe("tokens", () => {
  it("are named in a list and in a text, each once", () => {
    expect(namesIn(" firstName, serial,,level ,")).toEqual(["firstName", "serial", "level"]);
    expect(namesIn("")).toEqual([]);
    expect(tokensIn("Hello {{ name }}, {{serial}} of {{name}}")).toEqual(["name", "serial"]);
    expect(tokensIn("Hello")).toEqual([]);
    for (const text of ["{{#a}}x{{/a}}", "{{{a}}}", "{{> a}}", "{{a", "{{a b}}", `{{${"a".repeat(61)}}}`])
      expect([text, tokensIn(text)]).toEqual([text, undefined]);
  });

  it("are called by letters, digits, lines and dashes, sixty of them", () => {
    expect(["a", "prénom", "a_b-1", "a".repeat(60)].map(isTokenName)).toEqual([true, true, true, true]);
    expect(["", "a b", "a.b", "a".repeat(61)].map(isTokenName)).toEqual([false, false, false, false]);
  });

  it("are filled in, escaped as it is asked; what is not given is empty, the prototype's too", () => {
    expect(filled("{{a}}-{{b}}-{{constructor}}", { a: "<1>" })).toBe("<1>--");
    expect(filled("{{a}}", { a: "<1>" }, escapeHtml)).toBe("&lt;1&gt;");
    expect(placeholdersOf("a {{b}} c {{d}}")).toEqual({ tokens: ["b", "d"], words: ["a ", " c "] });
  });

  it("have examples, else their own name", () => {
    expect([exampleOf("serial"), exampleOf("other")]).toEqual(["PD-000123", "other"]);
  });
});

it("a link leads to https or to an app's own scheme", () => {
  const links = ["https://a.example", "HTTPS://a", "https://{{host}}/x", "persdesk:open", "a+b.c-1:x"];
  expect(links.map(isLink)).toEqual([true, true, true, true, true]);
  const others = ["", "a.example", "//a.example", "http://a", "javascript:x", "JAVASCRIPT:x", "data:x", "file:///x"];
  expect(others.map(isLink)).toEqual(Array(others.length).fill(false));
});

it("rates are of what was sent; what was opened had arrived", () => {
  expect(ratesOf({ sent: 0, delivered: 0, opened: 0 })).toEqual({ delivered: null, opened: null });
  expect(ratesOf({ sent: 5, delivered: 3, opened: 2 })).toEqual({ delivered: 0.5, opened: 0.2 });
  expect(ratesOf({ sent: 1, delivered: 0, opened: 0 })).toEqual({ delivered: 0, opened: 0 });
  expect(ratesOf({ sent: 0, delivered: 0, opened: 4 })).toEqual({ delivered: 1, opened: 1 });
});
