import type { Database } from "@/db/client";
import { labels, labelTranslations, modules } from "@/db/schema";
import { type LanguageCode, languageId } from "./base";
import { mobileAppWords, nounWords, proCenterWords } from "./label-words";
import type { Random } from "./random";
import { day, iso } from "./time";

interface LabelText {
  module: "mobile-app" | "pro-center" | "devices";
  name: string;
  page: string;
  texts: Record<LanguageCode, string>;
}

const lines = (words: string) =>
  words
    .trim()
    .split("\n")
    .map((line) => line.split(" | "));

const written = (module: LabelText["module"], words: string): LabelText[] =>
  lines(words).map(([name = "", page = "", en = "", fr = "", de = ""]) => ({
    module,
    name,
    page,
    texts: { en, fr, de },
  }));

const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);
const elides = (word: string) => /^[aeiouéè]/.test(word);

/** The texts that each kind of record needs, with the grammar of each language. */
function aboutNoun(fields: string[]): LabelText[] {
  const [key = "", page = "", en = "", enMany = "", frGender, fr = "", frMany = "", deGender, de = "", deMany = ""] =
    fields;
  const e = frGender === "f" ? "e" : "";
  const frThe = elides(fr) ? `l'${fr}` : `${frGender === "f" ? "la" : "le"} ${fr}`;
  const frThis = `${frGender === "f" ? "cette" : elides(fr) ? "cet" : "ce"} ${fr}`;
  const deThis = { m: "Dieser", f: "Diese", n: "Dieses" }[deGender ?? "n"];
  const deThisObject = { m: "Diesen", f: "Diese", n: "Dieses" }[deGender ?? "n"];
  const deNo = deGender === "f" ? "Keine" : "Kein";
  const a = /^[aeiou]/.test(en) ? "an" : "a";
  const texts: Record<string, [string, string, string]> = {
    "list.title": [capital(enMany), capital(frMany), deMany],
    "list.empty": [`No ${enMany} yet`, `Aucun${e} ${fr} pour l'instant`, `Noch keine ${deMany}`],
    "list.count": [`{count} ${enMany}`, `{count} ${frMany}`, `{count} ${deMany}`],
    "list.search": [`Search ${enMany}`, `Rechercher des ${frMany}`, `${deMany} suchen`],
    "sheet.title": [`${capital(en)} {name}`, `${capital(fr)} {name}`, `${de} {name}`],
    create: [`Add ${a} ${en}`, `Ajouter un${e} ${fr}`, `${de} hinzufügen`],
    edit: [`Edit the ${en}`, `Modifier ${frThe}`, `${de} bearbeiten`],
    delete: [`Delete the ${en}`, `Supprimer ${frThe}`, `${de} löschen`],
    "delete-confirm": [
      `Delete this ${en} for good?`,
      `Supprimer définitivement ${frThis} ?`,
      `${deThisObject} ${de} endgültig löschen?`,
    ],
    created: [`${capital(en)} added`, `${capital(fr)} ajouté${e}`, `${de} hinzugefügt`],
    saved: [`${capital(en)} saved`, `${capital(fr)} enregistré${e}`, `${de} gespeichert`],
    deleted: [`${capital(en)} deleted`, `${capital(fr)} supprimé${e}`, `${de} gelöscht`],
    restore: [`Bring the ${en} back`, `Restaurer ${frThe}`, `${de} wiederherstellen`],
    import: [`Import ${enMany}`, `Importer des ${frMany}`, `${deMany} importieren`],
    export: [`Export ${enMany}`, `Exporter les ${frMany}`, `${deMany} exportieren`],
    "in-use": [
      `This ${en} is still in use.`,
      `${capital(frThis)} est encore utilisé${e}.`,
      `${deThis} ${de} wird noch verwendet.`,
    ],
    "not-found": [
      `This ${en} no longer exists.`,
      `${capital(frThis)} n'existe plus.`,
      `${deThis} ${de} existiert nicht mehr.`,
    ],
    choose: [`Choose ${a} ${en}`, `Choisir un${e} ${fr}`, `${de} auswählen`],
    "none-chosen": [`No ${en} chosen`, `Aucun${e} ${fr} choisi${e}`, `${deNo} ${de} ausgewählt`],
  };
  const module = ["vehicle", "bike-model", "module", "brand", "alert", "zone", "firmware"].includes(key)
    ? "devices"
    : "pro-center";
  return Object.entries(texts).map(([name, [inEnglish, inFrench, inGerman]]) => ({
    module,
    name: `${key}.${name}`,
    page,
    texts: { en: inEnglish, fr: inFrench, de: inGerman },
  }));
}

/** What the translators have done so far; every text is written in English first. */
const done: Record<LabelText["module"], Record<LanguageCode, number>> = {
  "mobile-app": { en: 1, fr: 0.98, de: 0.94 },
  "pro-center": { en: 1, fr: 0.95, de: 0.82 },
  devices: { en: 1, fr: 0.9, de: 0.66 },
};

/** About 600 texts of three modules in three languages, with the gaps of a product that grows. */
export async function seedLabels(db: Database, random: Random, now: number) {
  const moduleIds = new Map(
    (await db.select({ id: modules.id, code: modules.code }).from(modules)).map((m) => [m.code, m.id]),
  );
  const texts = [
    ...written("mobile-app", mobileAppWords),
    ...written("pro-center", proCenterWords),
    ...lines(nounWords).flatMap(aboutNoun),
  ];
  const rows: (typeof labels.$inferInsert)[] = [];
  const translations: (typeof labelTranslations.$inferInsert)[] = [];
  for (const { module, name, page, texts: byLanguage } of texts) {
    const moduleId = moduleIds.get(module);
    if (!moduleId) throw new Error(`no module ${module}`);
    const at = now - random.int(30, 900) * day;
    const id = random.id(at);
    const tokens = [...byLanguage.en.matchAll(/\{\w+\}/g)].map(([token]) => token);
    const description = tokens.length ? `Filled in by the app: ${tokens.join(", ")}` : null;
    const stamp = iso(at);
    rows.push({ id, name, moduleId, labelInterfacePage: page, description, createdAt: stamp, updatedAt: stamp });
    // The yearly report is new: it has no German texts yet.
    for (const [language, value] of Object.entries(byLanguage) as [LanguageCode, string][]) {
      if (!random.chance(done[module][language]) || (page === "Reports" && language === "de")) continue;
      const translated = Math.min(at + random.wait(language === "en" ? 1 : 30) * day, now - day);
      const translatedAt = iso(translated);
      const stamps = { createdAt: translatedAt, updatedAt: translatedAt };
      translations.push({
        id: random.id(translated),
        parentId: id,
        languageId: languageId(language),
        value,
        ...stamps,
      });
    }
  }
  await db.insert(labels).values(rows);
  await db.insert(labelTranslations).values(translations);
}
