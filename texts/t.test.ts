import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { describe, expect, it } from "vitest";
import { noun } from "@/components/kit/noun";
import { speaking } from "./node";
import { Rich } from "./rich";
import type { Language } from "./speech";
import { t } from "./t";
import { within } from "./within";

const inLanguage = <T>(language: Language, say: () => T) => speaking({ language, timeZone: "UTC" }, say);

describe("a text with a value", () => {
  it("is elided in French where the value begins with a vowel, and nowhere else", () => {
    const account = (label: string) => t("Account of {label}", { label });
    const said = (language: Language) =>
      inLanguage(language, () => ["Ada", "Élodie", "Yves", "Yann", "Théo", ""].map(account).join());
    expect(said("fr")).toBe("Compte d’Ada,Compte d’Élodie,Compte d’Yves,Compte de Yann,Compte de Théo,Compte de ");
    expect(said("de")).toContain("Konto von Ada");
    expect(said("en")).toContain("Account of Ada");
  });
});

describe("a title within a sentence", () => {
  it("begins small, but for abbreviations and the nouns of German", () => {
    const said = (language: Language) =>
      inLanguage(language, () => ["Serial number", "PERS device", "Kit"].map((title) => within(t(title))).join());
    expect(said("en")).toBe("serial number,PERS device,kit");
    expect(said("fr")).toBe("numéro de série,appareil PERS,kit");
    expect(said("de")).toBe("Seriennummer,PERS-Gerät,Kit");
  });

  it("is how a resource is called", () => {
    const device = { one: "PERS device", many: "PERS devices" };
    expect(inLanguage("fr", () => t("New {one}", noun(device)))).toBe("Nouvel appareil PERS");
    expect(inLanguage("fr", () => t("Delete this {one}", noun(device)))).toBe("Supprimer cet appareil PERS");
    expect(inLanguage("de", () => t("New {one}", noun(device)))).toBe("PERS-Gerät anlegen");
  });
});

describe("a sentence with parts", () => {
  it("counts, and takes no value for a part", () => {
    const text =
      "The mail server has not been reached since <since/>. {count, plural, one {# e-mail waits} other {# e-mails wait}} for it.";
    const parts = { since: () => createElement("b", null, "noon") };
    const said = (language: Language, count: number) =>
      inLanguage(language, () => renderToStaticMarkup(createElement(Rich, { text, values: { count }, parts })));
    expect(said("en", 3)).toBe("The mail server has not been reached since <b>noon</b>. 3 e-mails wait for it.");
    expect(said("de", 1)).toContain("<b>noon</b> nicht erreichbar. 1 E-Mail wartet darauf.");
    const named = createElement(Rich, { text: "Account of {label}", values: { label: "<since/>" }, parts });
    expect(inLanguage("en", () => renderToStaticMarkup(named))).toBe("Account of &lt;since/&gt;");
  });
});
