import { expect, it } from "vitest";
import { completeness, faultsOf, nextMissing, type Texts, textsOf } from "./translations";

const fields = [
  { name: "title", title: "Title" },
  { name: "body", title: "Body", long: true },
];
const languages = ["en", "fr", "de"].map((code) => ({ id: code, code, name: code, isDefault: code === "en" }));

it("measures a language by its filled fields; white space fills nothing", () => {
  expect(completeness(fields, { title: "a", body: "b" })).toBe(1);
  expect(completeness(fields, { title: "a", body: " " })).toBe(0.5);
  expect(completeness(fields, textsOf(fields, undefined))).toBe(0);
});

it("finds the next gap in a circle", () => {
  const texts: Record<string, Texts> = {
    en: { title: "", body: "" },
    fr: { title: "a", body: "b" },
    de: { title: "a" },
  };
  const next = (from: string) => nextMissing(fields, languages, from, (id) => texts[id] ?? {})?.id;
  expect(next("en")).toBe("de");
  expect(next("fr")).toBe("de");
  expect(next("de")).toBe("en");
});

it("finds nothing where all is there", () => {
  expect(nextMissing(fields, languages, "en", () => ({ title: "a", body: "b" }))).toBeUndefined();
});

it("says by field which {tokens} a translation lost, and says nothing of a gap", () => {
  const source = { title: "Hello {name}", body: "{count} bikes" };
  expect([...faultsOf(fields, source, { title: "Bonjour", body: "{count} vélos" })]).toEqual([
    ["title", "{name} is missing."],
  ]);
  expect(faultsOf(fields, source, { title: "", body: " " }).size).toBe(0);
});
