import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { compileMessage } from "@lingui/message-utils/compileMessage";
import { describe, expect, it, vi } from "vitest";
import { noun } from "@/components/kit/noun";
import { constraints } from "@/db/constraints/all";
import { groupCodes, moduleCodes } from "@/server/permission-modules.rules";
import { permissionCatalogue } from "@/server/permissions";
import answers from "@/texts/catalogue/answers.json";
import ofConstraints from "@/texts/catalogue/constraints.json";
import refusals from "@/texts/catalogue/refusals.json";
import wrongInput from "@/texts/catalogue/wrong-input.json";
import { keyOf } from "@/texts/key.rules";
import { speaking, texts } from "@/texts/node";
import { t } from "@/texts/t";
import { drawnProperties, givenToDrawn, sourcesIn, textsOf } from "./english-texts";
import { serverTextsOf } from "./server-texts";

// Every English text of the screens has its French and German (ADR 41). What this test asks for:
// a text without translations gets its entry in texts/catalogue; a text that is none, `// not a text` on its line or above it.

const files = sourcesIn("app", "components").filter((file) => !file.startsWith("app/dev/"));
const walks = files.map((file) => textsOf(file, readFileSync(file, "utf8")));
const found = walks.flatMap((walk) => walk.found);

/** The names in a compiled message, those of its branches included. */
const namesIn = (tokens: unknown): string[] =>
  Array.isArray(tokens)
    ? tokens.flatMap((token) =>
        Array.isArray(token) ? [String(token[0]), ...Object.values(token[2] ?? {}).flatMap(namesIn)] : [],
      )
    : [];

/** The values and the parts that a text has places for. */
const slots = (text: string) => {
  const values = /\{\w+,/.test(text)
    ? namesIn(compileMessage(text))
    : [...text.matchAll(/\{(\w+)\}/g)].map(([, name]) => name);
  const parts = [...text.matchAll(/<(\w+)\/?>/g)].map(([, name]) => name);
  return [...new Set([...values, ...parts])]
    .filter((name) => name !== "gender")
    .sort()
    .join();
};

describe("the English texts of the screens", () => {
  it("are found", () => {
    expect(found.length).toBeGreaterThan(1000);
  });

  it("are each one text, said by t() where it is drawn", () => {
    expect(walks.flatMap((walk) => walk.faults)).toEqual([]);
  });

  it("are not given to what draws them as they are", () => {
    const sources = files.map((file) => [file, readFileSync(file, "utf8")] as const);
    const drawn = new Set(sources.flatMap(([file, source]) => drawnProperties(file, source)));
    expect(drawn).toContain("EmptyState.title");
    expect(sources.flatMap(([file, source]) => givenToDrawn(file, source, drawn))).toEqual([]);
  });

  it("have their French and German in texts/catalogue", () => {
    expect(found.filter(({ text }) => !texts[text]).map(({ text, at }) => `${at} ${text}`)).toEqual([]);
  });

  const nouns = files.flatMap((file) =>
    [...readFileSync(file, "utf8").matchAll(/^\s+one: "(.+)",(?:\s+many: "(.+)",)?$/gm)].map(([, one = "", many]) => ({
      one,
      many,
    })),
  );

  it("of nouns have a gender, for languages in which words agree with them", () => {
    expect(nouns.length).toBeGreaterThan(20);
    expect(nouns.filter(({ one }) => !texts[`${one}|gender`])).toEqual([]);
  });

  it("are sentences of French with every noun: no capital within, no vowel after a word that is elided before one", () => {
    const sentences = Object.keys(texts).filter((text) => /\{(one|many)\}/.test(text));
    const said = nouns.flatMap((of) =>
      [1, 2].flatMap((count) =>
        sentences.map((sentence) =>
          speaking({ language: "fr", timeZone: "UTC" }, () => t(sentence, { count, number: count, ...noun(of) })),
        ),
      ),
    );
    expect(sentences.length).toBeGreaterThan(10);
    const isWrong = (text: string) =>
      /(?<![.?!])\s\p{Lu}\p{Ll}|(?:^|\s)([Cc]e|[Nn]ouveau|le|la|de|que) [aeiouéèê]|[{}]/u.test(text);
    expect(said.filter(isWrong)).toEqual([]);
  });
});

describe("the sentences of the server", () => {
  // What is said in a terminal, and in the API's document, which is English.
  const terminal = new Set([
    "server/admin-create.ts",
    "server/doors/introduction.ts",
    "server/doors/metrics.ts",
    "server/doors/field-texts.records.ts",
    "server/doors/field-texts.shared.ts",
    "server/doors/field-texts.ts",
    "server/doors/openapi-plain.ts",
    "server/doors/openapi-sentences.ts",
    "server/doors/openapi-parts.ts",
    "server/doors/openapi-webhooks.ts",
    "server/doors/operation-texts.ts",
    "server/doors/state-metrics.ts",
    "server/kit/process/metrics.ts",
  ]);
  const sources = sourcesIn("server", "db/constraints").filter((file) => !terminal.has(file));
  const said = sources.map((file) => serverTextsOf(file, readFileSync(file, "utf8")));
  const sentences = said.flatMap((walk) => walk.found);
  const named = [...constraints.values()].flatMap(({ what, users = [] }) => (what ? [what, ...users] : users));

  it("are found", () => {
    expect(sentences.length).toBeGreaterThan(500);
  });

  it("are each one text, its values given to t()", () => {
    expect(said.flatMap((walk) => walk.faults)).toEqual([]);
  });

  it("have their French and German in texts/catalogue", () => {
    expect(sentences.filter(({ text }) => !texts[text]).map(({ text, at }) => `${at} ${text}`)).toEqual([]);
  });

  it("name records that are in texts/catalogue", () => {
    expect(named.length).toBeGreaterThan(100);
    expect(named.filter((noun) => !texts[noun])).toEqual([]);
  });

  it("and permissions, with their modules and groups, are in texts/catalogue", () => {
    const labels = Object.values(permissionCatalogue).map(({ label }) => label);
    const all = [...labels, ...Object.values(moduleCodes), ...Object.values(groupCodes)];
    expect(all.filter((label) => !texts[label])).toEqual([]);
  });

  it("are the only ones in the catalogues of the server", () => {
    const known = new Set([...sentences.map(({ text }) => text), ...named]);
    const all = sources.map((file) => readFileSync(file, "utf8")).join();
    const isSaid = (text: string) => known.has(text) || all.includes(JSON.stringify(text)) || all.includes(`'${text}'`);
    const unsaid = Object.keys({ ...refusals, ...answers, ...ofConstraints, ...wrongInput }).filter(
      (text) => !isSaid(text),
    );
    expect(unsaid).toEqual([]);
  });
});

describe("the catalogues", () => {
  const entries = Object.entries(texts);
  const folder = "texts/catalogue";
  const byFile = readdirSync(folder).map((file): [string, string[]] => [
    file,
    Object.keys(JSON.parse(readFileSync(join(folder, file), "utf8"))),
  ]);

  it("have each text in one file, and none that nobody says", () => {
    const all = byFile.flatMap(([, keys]) => keys);
    expect(all.filter((key, place) => all.indexOf(key) !== place)).toEqual([]);
    // The catalogues of the server are held to this above; some of their nouns are put together.
    const ofServer = new Set(["answers.json", "constraints.json", "refusals.json", "wrong-input.json"]);
    const sources = sourcesIn("app", "components", "server", "db", "scripts", "texts")
      .map((file) => readFileSync(file, "utf8"))
      .join("\n");
    const strings = new Set(
      [...sources.matchAll(/"((?:[^"\\\n]|\\.)+)"|`([^`]+)`/g)].map(([, one, other]) => one ?? other),
    );
    const isSaid = (key: string) => {
      const written = JSON.stringify(key.replace(/\|gender$/, "")).slice(1, -1);
      return strings.has(written) || sources.includes(written) || sources.includes(key);
    };
    const unsaid = byFile.flatMap(([file, keys]) => (ofServer.has(file) ? [] : keys.filter((key) => !isSaid(key))));
    expect(unsaid).toEqual([]);
  });

  it("are set in French as French is: spaces that do not break, and its own quotes", () => {
    const wrong = entries.filter(([english, [french = ""]]) => {
      if (english.endsWith("|gender")) return false;
      return /[^\u00a0\u202f][;?!»](?!\w)|\u0020:(?!\d)|[^\u00a0]»|«(?!\u00a0)|\w'\w|\d\u0020\d{3}\b|[\d}]\u0020(%|Mo|Kio|km)/u.test(
        french,
      );
    });
    expect(wrong).toEqual([]);
  });

  it("call a thing by one name", () => {
    const others: readonly (readonly [at: 0 | 1, word: RegExp, instead: string])[] = [
      [0, /micrologiciel/i, "firmware"],
      [0, /importation/i, "import"],
      [0, /journa(l|ux) de contact/i, "message de contact"],
      [0, /appartenance/i, "adhésion"],
      [0, /fonctionnalité/i, "fonction"],
      [0, /heures calmes/i, "heures de silence"],
      [0, /clés? API/i, "clé d’API"],
      [0, /\b(droits?)\b/i, "autorisation"],
      [0, /muets?\b/i, "silencieux"],
      [0, /second facteur/i, "connexion en deux étapes"],
      [1, /Kontaktprotokoll|Kontaktanfrage/, "Kontaktnachricht"],
      [1, /Partnerbetreuer/, "Partnerreferent"],
      [1, /Mitarbeitende/, "Mitarbeiter"],
      [1, /Helpdesk/, "Hilfe-Schaltfläche"],
      [1, /\bRechte?\b/, "Berechtigung"],
      [1, /zweite[rn]? Faktor/, "Zwei-Schritt-Anmeldung"],
      [1, /Wechsel-Passwort/, "Wechselpasswort"],
      [1, /weitergegeben|Weitergabe/i, "übergeben"],
    ];
    const wrong = entries.flatMap(([english, said]) =>
      others.flatMap(([at, word, instead]) =>
        word.test(said[at] ?? "") ? `${english}: ${said[at]} → ${instead}` : [],
      ),
    );
    expect(wrong).toEqual([]);
  });

  it("speak to people formally", () => {
    const familiar = entries.filter(
      ([, [french = "", german = ""]]) =>
        /(^|[\s’(])(tu|ton|tes|toi|te)(?=[\s.,;:!?)]|$)/i.test(french) ||
        /(^|\s)(du|dein\w*|dir|dich|euer|euch)(?=[\s.,;:!?)]|$)/i.test(german),
    );
    expect(familiar).toEqual([]);
  });

  it("have no text twice, and no two texts with one key", () => {
    expect(new Set(entries.map(([text]) => keyOf(text))).size).toBe(entries.length);
  });

  it("say the same with the same values and parts", () => {
    const wrong = entries.filter(([english, said]) => {
      if (english.endsWith("|gender")) return false;
      return said.length !== 2 || said.some((text) => text === "" || slots(text) !== slots(english));
    });
    expect(wrong).toEqual([]);
  });

  it("are ICU messages that can be read", () => {
    const complain = vi.spyOn(console, "error").mockImplementation(() => undefined);
    for (const [english, said] of entries)
      for (const text of [english, ...said]) if (/\{\w+,/.test(text)) compileMessage(text);
    expect(complain.mock.calls).toEqual([]);
    complain.mockRestore();
  });
});
