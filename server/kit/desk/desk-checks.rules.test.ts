import { expect, it } from "vitest";
import { warningsOf } from "./desk-checks.rules";
import { replaced } from "./desk-replace.rules";

const of = (source: string, text: string, more: { html?: boolean; others?: string[] } = {}) =>
  warningsOf({ field: "value", source, text, others: more.others ?? [source], html: more.html ?? false }).map(
    ({ warning }) => warning,
  );

it.each([
  ["Save {name}.", "Sauver {nom}.", ["tokens"]],
  ["Save.", "Sauver", ["ending"]],
  ["Save", "Sauver.", ["ending"]],
  ["Save.", "保存。", []],
  ["Ready?", "جاهز؟", []],
  ["Save it", "Sauver  le", ["spaces"]],
  ["Save", "Save", ["copy"]],
  ["{name}", "{name}", []],
  ["OK", "OK", []],
  ["Save", "Enregistrer", []],
  ["Save", "Enregistrer toutes les modifications", ["length"]],
  ["", "Sauver", []],
  ["{n, plural, one {# bike} other {# bikes}}", "{n, plural, one {# vélo} other {# vélos}}", []],
  ["{n, plural, one {bike} other {bikes}}", "{n, plural, one {vélo}}", ["forms"]],
  ["{n, plural, one {bike} other {bikes}}", "{n, plural, one {vélo} other {vélos}", ["tokens", "forms"]],
  ["{n, plural, one {bike} other {bikes}}", "{n} vélos", ["forms"]],
  ["Save", " ", []],
])("%s → %s: %j", (source, text, warnings) => {
  expect(of(source, text)).toEqual(warnings);
});

it("measures by the longest of the other languages, and HTML by what is read", () => {
  expect(of("Save", "Enregistrer toutes les notes", { others: ["Save", "Alle Änderungen speichern"] })).toEqual([]);
  expect(of("<p>Save</p>", "<p><b>Sauver</b></p>", { html: true })).toEqual(["tags"]);
  expect(of("<p>Save.</p>", "<p>Sauver.</p>", { html: true })).toEqual([]);
});

it.each([
  [40, 60, []],
  [40, 61, ["length"]],
  [20, 35, []],
  [20, 36, ["length"]],
])("of %i characters elsewhere, %i are %j", (longest, length, warnings) => {
  expect(of("a".repeat(longest), "b".repeat(length))).toEqual(warnings);
});

it("replaces what is read, literally", () => {
  const wanted = { find: "a.b", replace: "$&", matchCase: false, html: false };
  expect(replaced("A.B and axb", wanted)).toBe("$& and axb");
  const tag = { find: "bike", replace: "scooter", matchCase: true, html: false };
  expect(replaced("bike <bike> & bike", tag)).toBe("scooter <scooter> & scooter");
  expect(replaced("bike <bike> &amp; bike", { ...tag, html: true })).toBe("scooter <bike> &amp; scooter");
  const html = { find: "p", replace: "<q>", matchCase: true, html: true };
  expect(replaced("<p>p</p>", html)).toBe("<p>&lt;q&gt;</p>");
});
