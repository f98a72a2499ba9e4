/** The warnings of the translation desk, with what each is called. */
export const warningWords = {
  tokens: "Tokens",
  forms: "Plural and other forms",
  tags: "Tags",
  ending: "End of the sentence",
  spaces: "Doubled spaces",
  copy: "Not translated",
  length: "Length",
} as const;
export type Warning = keyof typeof warningWords;

/** What leaves a translation in need of a review until somebody puts it aside: tokens and forms that the source does not have. */
const grave: readonly Warning[] = ["tokens", "forms"];

interface Translated {
  target: Readonly<Record<string, string>>;
  outdatedFrom: object | null;
  warnings: readonly { warning: Warning; dismissed: string | null }[];
}

/** How far a translation is: `review` where its source changed, or where it lost tokens or forms. */
export function stateOf({ target, outdatedFrom, warnings }: Translated): "missing" | "review" | "done" {
  if (Object.values(target).every((text) => text.trim() === "")) return "missing";
  const isWarned = warnings.some(({ warning, dismissed }) => dismissed === null && grave.includes(warning));
  return outdatedFrom !== null || isWarned ? "review" : "done";
}

/** What no column says: whether a text is among those that need a review, or that are warned of. All of the others are. */
export function isShownBy(show: string | undefined, row: Translated) {
  if (show === "review") return stateOf(row) === "review";
  return show !== "warned" || row.warnings.some(({ dismissed }) => dismissed === null);
}
