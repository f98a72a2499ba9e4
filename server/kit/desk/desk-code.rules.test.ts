import { expect, it } from "vitest";
import { lostCodes, piecesOf } from "./desk-code.rules";

const data = (text: string) => ({ data: text });
const pair = (start: string, end: string, ...within: unknown[]) => ({ start, end, within });

it("a plain text is words and tokens; its tags are words", () => {
  expect(piecesOf("", false)).toEqual([]);
  expect(piecesOf("Hello {{ name }}, {count}!", false)).toEqual([
    "Hello ",
    data("{{ name }}"),
    ", ",
    data("{count}"),
    "!",
  ]);
  expect(piecesOf("{a}{b}", false)).toEqual([data("{a}"), data("{b}")]);
  expect(piecesOf("a <b>c</b>", false)).toEqual(["a <b>c</b>"]);
  const forms = "{count, plural, one {# bike} other {# bikes}}";
  expect(piecesOf(forms, false)).toEqual([forms]);
});

it("of HTML tags are pairs with what lies between, and entities stand alone", () => {
  expect(piecesOf("a <b>c <i>{d}</i></b>&amp;", true)).toEqual([
    "a ",
    pair("<b>", "</b>", "c ", pair("<i>", "</i>", data("{d}"))),
    data("&amp;"),
  ]);
  expect(piecesOf('<P class="x">a</p>', true)).toEqual([pair('<P class="x">', "</p>", "a")]);
  expect(piecesOf("<p>a<br>b<img>c</p>d", true)).toEqual([
    pair("<p>", "</p>", "a", data("<br>"), "b", data("<img>"), "c"),
    "d",
  ]);
  expect(piecesOf("a<br>b<br>c", true)).toEqual(["a", data("<br>"), "b", data("<br>"), "c"]);
  expect(piecesOf("a</b>c", true)).toEqual(["a", data("</b>"), "c"]);
  expect(piecesOf("<b>a</i>c</b>", true)).toEqual([pair("<b>", "</b>", "a", data("</i>"), "c")]);
  expect(piecesOf("<b><b>a</b>", true)).toEqual([data("<b>"), pair("<b>", "</b>", "a")]);
  expect(piecesOf("<!-- x -->a", true)).toEqual([data("<!-- x -->"), "a"]);
});

it("codes that a translation lost are named as often as it lacks them", () => {
  expect(lostCodes("{a} <b>{b}</b>", "{b} {a}", false)).toEqual([]);
  expect(lostCodes("{a} <b>{b}</b>", "{b}", true)).toEqual(["{a}", "<b>"]);
  expect(lostCodes("<b>x</b><b>y</b>", "<B>x</B>", true)).toEqual(["<b>"]);
  expect(lostCodes("{a}", "{a} {c} <i>", true)).toEqual([]);
  expect(lostCodes("a", "", true)).toEqual([]);
});
