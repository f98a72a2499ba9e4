import { describe, expect, it } from "vitest";
import { plainErrors } from "@/components/kit/form/plain-errors";
import { faultsIn, flatName, lostTokens, merged, studioOf, toMerge, toSave, written } from "./template-studio.rules";

const words = (title: string, text = "Text") => ({ notificationTitle: title, notificationContent: text });
const content = (title: string, version = 1) => ({ id: "c", languageId: "fr", version, ...words(title) });

describe("drafts of a template's texts", () => {
  it("begin from the text that was stored when somebody began to write, and end where they say the same", () => {
    const one = written({}, "fr", words("Salut"), content("Bonjour"));
    const two = written(one, "fr", words("Salut !"), content("Somebody else's", 2));
    expect(toSave(two)).toEqual([{ languageId: "fr", ...words("Salut !"), ifMatch: '"1"' }]);
    expect(written(two, "fr", words("Bonjour"), content("Somebody else's", 2))).toEqual({});
    expect(toSave(written({}, "de", words("Hallo"), undefined))).toEqual([
      { languageId: "de", ...words("Hallo"), ifMatch: undefined },
    ]);
  });

  it("are refused as the server would, field by field", () => {
    expect([...faultsIn(words(" ", "{{#name}}"), plainErrors).keys()]).toEqual([
      "notificationTitle",
      "notificationContent",
    ]);
    expect(faultsIn(words("Hello {{name}}"), plainErrors).size).toBe(0);
  });

  it("are merged with what somebody else saved meanwhile, and are saved over that", () => {
    const drafts = written({}, "fr", words("Mine"), content("Bonjour"));
    const stored = [{ ...content("Bonjour", 2), notificationContent: "Theirs" }];
    const { base, mine, theirs } = toMerge(drafts, stored);
    const [title, text] = [flatName("fr", "notificationTitle"), flatName("fr", "notificationContent")];
    expect([base[title], mine[title], theirs[title]]).toEqual(["Bonjour", "Mine", "Bonjour"]);
    expect([base[text], mine[text], theirs[text]]).toEqual(["Text", "Text", "Theirs"]);
    const next = merged(drafts, { [title]: "Mine", [text]: "Theirs" }, stored);
    expect(toSave(next)).toEqual([{ languageId: "fr", ...words("Mine", "Theirs"), ifMatch: '"2"' }]);
    expect(merged(drafts, { [title]: "Bonjour", [text]: "Theirs" }, stored)).toEqual({});
  });
});

it("tokens of the source that a translation lost are named, once there is something written", () => {
  const source = words("{{name}}", "{{level}} of {{name}}");
  expect(lostTokens(source, words("", ""))).toEqual([]);
  expect(lostTokens(source, words("Batterie", "{{level}}"))).toEqual(["name"]);
  expect(lostTokens(source, words("{{name}}", "{{level}} %"))).toEqual([]);
});

it("a text is written at its language in the studio of its template", () => {
  expect(studioOf("one", "fr")).toBe("/notification-templates/one?tab=contents&language=fr");
});
