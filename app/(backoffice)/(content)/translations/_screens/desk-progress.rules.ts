import type { Overview } from "./desk-row.rules";

type Resources = Overview["resources"];

/** What needs a review is not done. 99.96 % is not yet all: rounded down, so that 100 means complete. */
export const percentOf = (done: number, total: number) => (total === 0 ? 100 : Math.floor((done / total) * 100));

/** How far a language is in the texts of these resources. */
export function progressOf(resources: Resources, languageId: string) {
  const total = resources.reduce((sum, one) => sum + one.total, 0);
  const own = resources.flatMap((one) => one.languages.filter((language) => language.languageId === languageId));
  const translated = own.reduce((sum, one) => sum + one.translated, 0);
  const review = own.reduce((sum, one) => sum + one.review, 0);
  return { total, translated, review, missing: total - translated, percent: percentOf(translated - review, total) };
}
