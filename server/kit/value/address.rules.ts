import { t } from "@/texts/t";
import { topLevelDomains } from "./top-level-domains.rules";

// What mail programs make a link of, and what cannot be seen (ADR 91). U+200C is what `unlinked` breaks an address with.

const scheme =
  /\b(?:https?|ftp|file|mailto|tel|sms|callto|skype|sip|whatsapp|javascript|data):[^\s\u200C]\S*|(?<!\S)\S*:\/\/\S*/iu;
const www = /(?<![\p{L}\p{N}])www\d{0,3}\.[^\s\u200C]+/iu;
const mailAddress = /(?<![^\s@\u200C])[^\s@\u200C]+@[^\s@\u200C]+\.[^\s@\u200C]+/u;
const networkPath = /\\\\[^\s\u200C]+/u;
/** Parts with dots between them, and whether a path, a query or a port follows. */
const dotted = /(?<![\p{L}\p{M}\p{N}_-])[\p{L}\p{M}\p{N}_-]+(?:\.[\p{L}\p{M}\p{N}_-]+)+([/?#:\\]\S+)?/gu;
const letters = /^[\p{L}\p{M}]{2,}$/u;
const number = /^\d{1,3}$/;

/** Whether mail programs know one of its parts as a top-level domain; "de-Shop" counts as "de". */
const hasDomain = (parts: string[]) =>
  parts
    .slice(1)
    .map((part) => part.toLowerCase())
    .some((part) => part.startsWith("xn--") || topLevelDomains.has(part.replace(/-.*/, "")));

const isHost = (parts: string[], path: string | undefined) =>
  hasDomain(parts) ||
  (parts.length === 4 && parts.every((part) => number.test(part))) ||
  (path !== undefined && letters.test(parts.at(-1) ?? ""));

/**
 * The first web or mail address in a text, in any form that a mail program makes a link of: with a scheme or `www.`, a
 * host with a known top-level domain (`t.co`), any host with a path (`evil.corp/x`), a mail address, a network path.
 * Undefined where there is none, as in "St. Pauli", "A.B. Volt", "Dr.Müller" or "Node.js".
 */
export function addressIn(text: string): string | undefined {
  // As a program reads it that takes wide letters and dots for plain ones.
  const plain = text.normalize("NFKC").replaceAll("\u3002", ".");
  const [found] = scheme.exec(plain) ?? www.exec(plain) ?? mailAddress.exec(plain) ?? networkPath.exec(plain) ?? [];
  if (found) return found;
  for (const [whole, path] of plain.matchAll(dotted))
    if (isHost(whole.slice(0, whole.length - (path?.length ?? 0)).split("."), path)) return whole;
  return undefined;
}

// ZWNJ and ZWJ are part of words in scripts whose letters join, and of pictographs.
const joining = [
  "Arab",
  "Syrc",
  "Mong",
  "Nkoo",
  "Deva",
  "Beng",
  "Guru",
  "Gujr",
  "Orya",
  "Taml",
  "Telu",
  "Knda",
  "Mlym",
  "Sinh",
];
const joiners = new RegExp(
  `(?<=[${[...joining, "Khmr", "Mymr", "Tibt"].map((script) => `\\p{Script=${script}}`).join("")}])[\\u200C\\u200D]|` +
    "(?<=[\\p{Extended_Pictographic}\\p{Emoji_Modifier}\\uFE0F])\\u200D(?=\\p{Extended_Pictographic})|" +
    "(?<=\\p{Extended_Pictographic})\\uFE0F",
  "gu",
);
/** Format characters, those that direct reading or are drawn as nothing, private ones, and the empty Braille pattern. */
const unseen = /\p{Cf}|\p{Co}|\p{Default_Ignorable_Code_Point}|\u2800/u;

/** What is wrong with a name, for people: an address in it, or a character that cannot be seen; undefined where nothing is. */
export function nameFault(text: string): string | undefined {
  const [character] = unseen.exec(text.replace(joiners, "")) ?? [];
  if (character !== undefined) {
    const code = character.codePointAt(0)?.toString(16).toUpperCase().padStart(4, "0");
    return t("Leave out the character U+{code}, which cannot be seen.", { code: code ?? "" });
  }
  const address = addressIn(text);
  if (address === undefined) return undefined;
  return t("“{address}” reads as a web or mail address. Leave it out, or put a space after the full stop.", {
    address,
  });
}

/**
 * A value of somebody else as it may stand in a mail: a zero-width non-joiner after each sign that joins the parts of an
 * address, so that no program finds one, and readers see no difference.
 */
export const unlinked = (value: string) =>
  value.replace(
    /(?:[.\u2024\u3002\uFF0E\uFF61/\u2044\u2215\uFF0F\\\uFF3C@\uFE6B\uFF20]|(?<=\p{L}):)(?=\S)/gu,
    "$&\u200C",
  );
