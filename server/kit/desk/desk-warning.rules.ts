/** The warnings of the translation desk, with what each is called. */
export const warningWords = {
  tokens: "Tokens",
  forms: "Plural and other forms",
  glossary: "Glossary",
  tags: "Tags",
  ending: "End of the sentence",
  spaces: "Doubled spaces",
  copy: "Not translated",
  length: "Length",
} as const;
export type Warning = keyof typeof warningWords;

/** What leaves a translation in need of a review until somebody puts it aside: tokens and forms that the source does not have. */
export const graveWarnings = ["tokens", "forms"] as const satisfies readonly Warning[];
export type GraveWarning = (typeof graveWarnings)[number];

/** What was found in a translation when it was written; `machine`: one wrote it, and nobody said that it is right. */
export const findings = [...graveWarnings, "machine"] as const;
export type Finding = (typeof findings)[number];

interface Translated {
  target: Readonly<Record<string, string>>;
  outdatedFrom: object | null;
  findings: readonly Finding[];
}

/** How far a translation is: `review` where its source changed, or where something was found in it. */
export function stateOf({ target, outdatedFrom, findings }: Translated): "missing" | "review" | "done" {
  if (Object.values(target).every((text) => text.trim() === "")) return "missing";
  return outdatedFrom !== null || findings.length > 0 ? "review" : "done";
}

/** What no column says: whether a text is among those that are warned of. All of the others are. */
export const isShownBy = (
  show: string | undefined,
  { warnings }: { warnings: readonly { dismissed: string | null }[] },
) => show !== "warned" || warnings.some(({ dismissed }) => dismissed === null);
