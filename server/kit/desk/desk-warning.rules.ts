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
