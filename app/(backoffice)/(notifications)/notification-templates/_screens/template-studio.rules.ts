import type { RecordOf } from "@/components/kit/resource";
import { etagOf } from "@/server/kit/value/etag.rules";
import { same } from "@/server/kit/value/same.rules";
import { TemplateWords } from "@/server/notification/template/notification-template.schema";
import { tokensIn } from "@/server/notification/text/template-token.rules";
import { notificationTemplates } from "../notification-template.resource";

/** The texts of a template in one language. */
export type StudioContent = RecordOf<"notificationTemplateContents">;

export interface StudioLanguage {
  id: string;
  code: string;
  name: string;
}

/** Title and text in one language. */
export interface Words {
  notificationTitle: string;
  notificationContent: string;
}
export const wordNames = ["notificationTitle", "notificationContent"] as const;

/** A text as it is stored. */
export interface Content extends Words {
  id: string;
  languageId: string;
  version: number;
}

/** What is being written in a language, and the text that it began from; none where there was none. */
interface Draft {
  words: Words;
  base: Content | undefined;
}
/** By language; one without a draft shows what is stored. */
export type Drafts = Readonly<Record<string, Draft>>;

export const studioTab = "contents";
export const languageParameter = "language";

/** Where a template's texts are written. */
export const studioOf = (templateId: string, languageId: string) =>
  `${notificationTemplates.record(templateId, studioTab)}&${languageParameter}=${languageId}`;

export const wordsOf = (content: Words | undefined): Words => ({
  notificationTitle: content?.notificationTitle ?? "",
  notificationContent: content?.notificationContent ?? "",
});

/** The drafts after somebody wrote in a language; one that says again what is stored is none. */
export function written(drafts: Drafts, languageId: string, words: Words, stored: Content | undefined): Drafts {
  const { [languageId]: before, ...others } = drafts;
  const base = before ? before.base : stored;
  return same(words, wordsOf(base)) ? others : { ...drafts, [languageId]: { words, base } };
}

/** What is wrong with a draft, by field. @param plain words for what a schema refuses without words of its own */
export function faultsIn(words: Words, plain: (issue: { code: string; input?: unknown }) => string | undefined) {
  const { error } = TemplateWords.safeParse(words, { error: plain });
  return new Map((error?.issues ?? []).map(({ path, message }) => [String(path[0]), message]));
}

/** Tokens of the source that a translation does not have; none where one of them has no text. */
export function lostTokens(source: Words, words: Words): string[] {
  const [from, to] = [source, words].map((one) =>
    wordNames.map((name) => one[name]).flatMap((text) => tokensIn(text) ?? []),
  );
  const isWritten = wordNames.some((name) => words[name].trim());
  return isWritten && from && to ? [...new Set(from)].filter((name) => !to.includes(name)) : [];
}

/** What is sent to be saved. */
export const toSave = (drafts: Drafts) =>
  Object.entries(drafts).map(([languageId, { words, base }]) => ({
    languageId,
    ...words,
    ifMatch: base && etagOf(base),
  }));

/** A field of a language, in one flat record of all of them. */
export const flatName = (languageId: string, name: string) => `${languageId} ${name}`;

const flat = (languageId: string, words: Words) =>
  wordNames.map((name): [string, string] => [flatName(languageId, name), words[name]]);

/** The drafts and what is stored now as flat records, to be merged field by field. */
export function toMerge(drafts: Drafts, stored: readonly Content[]) {
  const all = Object.entries(drafts);
  const theirs = (id: string) => stored.find(({ languageId }) => languageId === id);
  return {
    fields: all.flatMap(([id]) => wordNames.map((name) => flatName(id, name))),
    base: Object.fromEntries(all.flatMap(([id, draft]) => flat(id, wordsOf(draft.base)))),
    mine: Object.fromEntries(all.flatMap(([id, draft]) => flat(id, draft.words))),
    theirs: Object.fromEntries(all.flatMap(([id]) => flat(id, wordsOf(theirs(id))))),
  };
}

/** The drafts with merged values, begun from what is stored now; what says the same as that is no draft any more. */
export function merged(drafts: Drafts, values: Record<string, unknown>, stored: readonly Content[]): Drafts {
  const next = Object.keys(drafts).flatMap((id): [string, Draft][] => {
    const base = stored.find(({ languageId }) => languageId === id);
    const [notificationTitle = "", notificationContent = ""] = wordNames.map((name) =>
      String(values[flatName(id, name)] ?? ""),
    );
    const words = { notificationTitle, notificationContent };
    return same(words, wordsOf(base)) ? [] : [[id, { words, base }]];
  });
  return Object.fromEntries(next);
}
