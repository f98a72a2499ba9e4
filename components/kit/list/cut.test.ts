import { jsx as h } from "react/jsx-runtime";
import { expect, it } from "vitest";
import { LinkTo, None, When } from "@/components/ui/value";
import { RecordLink } from "../record-link";
import type { Resource } from "../resource";
import { mayBeCut } from "./cut";

const long = "Wartungsfahrzeug der Werkstatt Süd";
const Own = ({ name }: { name: string }) => h("b", { children: name });
const of = {} as Resource<"vehicles">; // nothing is drawn
const record = (name: string) =>
  h(RecordLink, { of, id: "1", children: h("span", { title: "a long serial number of it", children: name }) });

it.each([
  ["short text", "NU-24-000123", false],
  ["long text", long, true],
  ["24 letters", "W".repeat(24), false],
  ["25 letters", "W".repeat(25), true],
  ["nothing", null, false],
  ["a dash", h(None, {}), false],
  ["an instant", h(When, { at: "2026-05-01T10:00:00.000Z" }), false],
  ["short text in an element", h("span", { children: "NU-24" }), false],
  ["long text in a link", h(LinkTo, { href: "/vehicles", children: long }), true],
  ["a short name in a link to its record", record("V 12"), false],
  ["a long name in one", record(long), true],
  ["several parts", [h("b", { children: "A" }, "a"), h("b", { children: "B" }, "b")], true],
  ["a part of its own, which may show anything", h(Own, { name: "V 12" }), true],
])("%s: %#", (_, shown, isCut) => expect(mayBeCut(shown, {}, undefined)).toBe(isCut));

it("a column that is always short is not cut, unless somebody gave it a width", () => {
  expect(mayBeCut(h(Own, { name: long }), { isShort: true }, undefined)).toBe(false);
  expect(mayBeCut("V 12", { isShort: true }, 60)).toBe(true);
});
