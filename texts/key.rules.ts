/**
 * A short key for an English text, by which a catalogue in the browser finds its translation without carrying the
 * English along: 27 bits of FNV-1a in base 36. `scripts/texts.test.ts` fails where two texts have the same.
 */
export function keyOf(text: string): string {
  let hash = 0x811c9dc5;
  for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193);
  return (hash >>> 5).toString(36);
}
