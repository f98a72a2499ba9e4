import { expect, test } from "vitest";
import { mentions, termFault } from "./desk-term.rules";

test.each([
  ["Pair the device", "device", true],
  ["Devices nearby", "device", true],
  ["The devil", "device", false],
  ["A multidevice", "device", false],
  ["C++ (beta)", "C++", true],
])("%s mentions %s: %s", (text, term, is) => expect(mentions(text, term)).toBe(is));

const device = { term: "device", isKept: false, translation: "appareil" };
const pers = { term: "PERS", isKept: true, translation: null };
test.each([
  ["Pair the device", "Associez l’appareil", undefined],
  ["Pair the device", "Associez le dispositif", 'The glossary translates "device" as "appareil".'],
  ["Your PERS device", "Votre appareil", 'The glossary keeps "PERS" as it is.'],
  ["Pair it", "Associez-le", undefined],
])("%s as %s: %s", (source, text, fault) => expect(termFault(source, text, [device, pers])).toBe(fault));
test("a term without a translation asks for none", () =>
  expect(termFault("Pair the device", "Associez", [{ ...device, translation: null }])).toBeUndefined());
