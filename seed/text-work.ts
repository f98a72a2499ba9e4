import { and, asc, eq, inArray } from "drizzle-orm";
import type { Database } from "@/db/client";
import {
  deskAssignments,
  deskComments,
  deskFindings,
  glossaryTerms,
  glossaryTermTranslations,
  labels,
  labelTranslations,
} from "@/db/schema";
import { type LanguageCode, languageId } from "./base";
import type { People } from "./people";
import type { Random } from "./random";
import { day, iso } from "./time";

interface Term {
  term: string;
  note?: string;
  /** French and German; without them the term stays as it is */
  words?: [fr: string, de: string];
}

const glossary: Term[] = [
  { term: "Persdesk", note: "The name of the product." },
  { term: "PERS", note: "The connected module on a bike. Never in small letters." },
  { term: "dealer", words: ["revendeur", "Händler"], note: "Who sells and repairs bikes, never the maker of them." },
  { term: "rider", words: ["cycliste", "Fahrer"] },
  { term: "pilot", words: ["pilote", "Pilot"], note: "Rides bikes of a company, without an account of their own." },
  { term: "zone", words: ["zone", "Zone"] },
  { term: "firmware", words: ["version", "Firmware"], note: "In French the apps speak of a version only." },
];

const comments: [label: string, language: LanguageCode, content: string][] = [
  ["firmware.keep-near", "fr", "Is it the phone that stays near, or the bike?"],
  ["firmware.keep-near", "fr", "The phone: it hands the update over by Bluetooth."],
  ["overview.outdated", "de", "Too long for the tile on small phones, 24 characters at most."],
];

/** How many translations into German a machine wrote, and how many missing ones are given to somebody. */
const machineTexts = 9;
const assignedTexts = 12;

/** What translators agreed on, what they said and what waits for them. */
export async function seedTextWork(db: Database, random: Random, { now, people }: { now: number; people: People }) {
  const [author, translator = author] = people.staff.filter(({ email }) => /^(content|admin)@/.test(email));
  if (!author || !translator) throw new Error("there is nobody who writes texts");
  const stamped = (days: number) => {
    const at = now - days * day;
    return { id: random.id(at), createdAt: iso(at), updatedAt: iso(at) };
  };

  const terms = glossary.map(({ term, note = null, words }) => ({
    row: { ...stamped(20 + random.wait(60)), term, note, isKept: !words },
    words,
  }));
  await db.insert(glossaryTerms).values(terms.map(({ row }) => row));
  await db.insert(glossaryTermTranslations).values(
    terms.flatMap(({ row, words = [] }) =>
      words.map((translation, place) => ({
        id: random.id(now),
        parentId: row.id,
        languageId: languageId(place === 0 ? "fr" : "de"),
        translation,
        createdAt: row.createdAt,
        updatedAt: row.updatedAt,
      })),
    ),
  );

  const named = [...new Set(comments.map(([label]) => label))];
  const spoken = await db.select({ id: labels.id, name: labels.name }).from(labels).where(inArray(labels.name, named));
  await db.insert(deskComments).values(
    comments.flatMap(([label, language, content], place) => {
      const textId = spoken.find(({ name }) => name === label)?.id;
      const by = place % 2 ? translator : author;
      const cell = { resource: "label", languageId: languageId(language), authorId: by.id };
      return textId ? [{ ...stamped(6 - place), ...cell, textId, content }] : [];
    }),
  );

  const german = languageId("de");
  const all = await db
    .select({ textId: labels.id, value: labelTranslations.value })
    .from(labels)
    .leftJoin(
      labelTranslations,
      and(eq(labelTranslations.parentId, labels.id), eq(labelTranslations.languageId, german)),
    )
    .orderBy(asc(labels.name), asc(labels.id));
  const cell = { resource: "label", languageId: german };
  const written = all.filter(({ value }) => value !== null).slice(0, machineTexts);
  await db
    .insert(deskFindings)
    .values(written.map(({ textId }) => ({ ...stamped(2), ...cell, textId, finding: "machine" })));
  const missing = all.filter(({ value }) => value === null).slice(0, assignedTexts);
  await db.insert(deskAssignments).values(
    missing.map(({ textId }, place) => ({
      ...stamped(4),
      ...cell,
      textId,
      assigneeId: place % 3 ? translator.id : author.id,
    })),
  );
}
