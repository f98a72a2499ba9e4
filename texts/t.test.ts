import { describe, expect, it } from "vitest";
import { noun } from "@/components/kit/noun";
import { speaking } from "./node";
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
