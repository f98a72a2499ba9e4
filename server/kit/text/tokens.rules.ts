/** The {tokens} of a text, each once, in one order. */
export const tokensOf = (text: string): string[] => [...new Set(text.match(/\{[\p{L}\p{N}_.-]+\}/gu) ?? [])].sort();
