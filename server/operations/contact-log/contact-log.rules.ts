/** What stands in place of a personal value that is sealed. */
export const sealedMask = "••••••";

/** Anonymised contact logs can be brought back for so many days; `delete-anonymized` deletes older ones (document 4.15, section 8). */
export const keptDays = 7;

/** What the portal's contact form offers, as people read it. */
export const contactTypes = {
  question: "Question",
  problem: "Problem",
  suggestion: "Suggestion",
  privacy: "Personal data",
} as const;

const words = new Map<string, string>(Object.entries(contactTypes));
/** A type as people read it; apps may send others than the form's, which stay as they are. */
export const contactTypeWord = (type: string) => words.get(type) ?? type;

/** The codes of those. */
export const contactTypeCodes = [
  "question",
  "problem",
  "suggestion",
  "privacy",
] as const satisfies (keyof typeof contactTypes)[];
