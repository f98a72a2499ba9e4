/** The {tokens} of a text, each once, in one order. */
export const tokensOf = (text: string): string[] => [...new Set(text.match(/\{[\p{L}\p{N}_.-]+\}/gu) ?? [])].sort();

/** What a translator should look at: {tokens} of the source that the text lacks, or that only the text has; undefined where they are the same. */
export function tokenFault(source: string, text: string): string | undefined {
  const [wanted, found] = [tokensOf(source), tokensOf(text)];
  const lost = wanted.filter((token) => !found.includes(token));
  if (lost.length > 0) return `${lost.join(", ")} is missing.`;
  const unknown = found.filter((token) => !wanted.includes(token));
  return unknown.length > 0 ? `${unknown.join(", ")} is not in the source.` : undefined;
}
