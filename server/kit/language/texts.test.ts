import { describe, expect, it } from "vitest";
import { AppError, broken, toProblem } from "@/server/kit/call/errors";
import { languageOf, speakAs, speaking } from "@/texts/node";
import { t } from "@/texts/t";

const inFrench = { language: "fr", timeZone: "UTC" } as const;

describe("a text", () => {
  it("is English where nobody said otherwise, with its values and plurals", () => {
    expect(t("Delete {name}?", { name: "Core 2" })).toBe("Delete Core 2?");
    expect(t("{count, plural, one {# device} other {# devices}}", { count: 1200 })).toBe("1,200 devices");
    expect(t("Move|a device")).toBe("Move");
  });

  it("is in the language of the request, however its work goes on", async () => {
    const said = await speaking(inFrench, async () => {
      await Promise.resolve();
      return [t("Save"), t("{count, plural, one {# device} other {# devices}}", { count: 1 })];
    });
    expect(said).toEqual(["Enregistrer", "1 appareil"]);
    expect(t("Save")).toBe("Save");
  });

  it("stays as it is where no catalogue has it", () => {
    expect(speaking(inFrench, () => t("Vélo {of} Ada"))).toBe("Vélo {of} Ada");
  });

  it("follows the person once they are known", () => {
    const said = speaking(inFrench, () => {
      speakAs({ language: "de" });
      return t("Save");
    });
    expect(said).toBe("Speichern");
  });
});

it.each([
  ["fr-CA,fr;q=0.9,en;q=0.8", "fr"],
  ["es, de;q=0.7, en;q=0.6", "de"],
  ["de;q=0, en", "en"],
  ["es", "en"],
  [null, "en"],
])("Accept-Language %s is answered in %s", (header, language) => expect(languageOf(header)).toBe(language));

it("a problem is said in the language of the request, its code is not", () => {
  const request = { requestId: "1", path: "/" };
  const problem = speaking(inFrench, () => toProblem(broken("password", "This is not your password."), request));
  expect(problem).toMatchObject({
    title: "La requête enfreint une règle",
    detail: "Ce n’est pas votre mot de passe.",
    code: "rule_broken",
    errors: [{ path: "password", message: "Ce n’est pas votre mot de passe." }],
  });
  expect(toProblem(new AppError("not_found"), request).title).toBe("Not found");
});
