import { formatted, measured } from "@/server/kit/value/count.rules";
import { t, tt } from "@/texts/t";

const words: Record<string, [title: string, unit: string]> = {
  batteryLevel: ["Battery", "%"],
  distance: ["Distance", "km"],
  speed: ["Speed", "km/h"],
  temperature: ["Temperature", "°C"],
  latitude: ["Latitude", "°"],
  longitude: ["Longitude", "°"],
  signal: ["Signal", "dBm"],
  firmwareVersion: ["Firmware", ""],
  fall: ["Fall", ""],
  insideZone: ["Inside the zone", ""],
  tamper: ["Tampering", ""],
  positionFix: ["Position found", ""],
  updateStatus: ["Firmware update", ""],
};
/** What a device says of an update, in words. */
const updates = new Map([
  ["failed", "failed"],
  ["done", "done"],
]);
const longest = 160;
/** Degrees of an angle stand by their number; places are told to about a metre. */
const withUnit = (value: number, unit: string) => (unit === "°" ? `${formatted(value, 6)}°` : measured(value, unit));

/** The unit of a field's readings; "" where it has none. */
export const unitOf = (field: string) => (Object.hasOwn(words, field) ? (words[field]?.[1] ?? "") : "");

/** A reading in words: "yes" for true. */
export function readingText(value: unknown) {
  if (typeof value === "boolean") return value ? t("yes") : t("no");
  if (typeof value === "number") return formatted(value, 6);
  return typeof value === "object" ? JSON.stringify(value) : String(value);
}

/** The reading of a field with the field's unit: "64 °C". */
export const readingOf = (field: string | null, value: unknown) => {
  const unit = field === null ? "" : unitOf(field);
  if (field === "updateStatus" && typeof value === "string") return tt(updates.get(value)) ?? value;
  return typeof value === "number" && unit ? withUnit(value, unit) : readingText(value);
};

/** "positionFix" as "Position fix"; a name that is no such word stays as it is. */
const titleOf = (field: string) =>
  /^[a-z][A-Za-z]*$/.test(field)
    ? field.charAt(0).toUpperCase() + field.slice(1).replace(/(?<=[a-z])[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)
    : field;

/** What a field is called. */
export const fieldTitle = (field: string) => t((Object.hasOwn(words, field) && words[field]?.[0]) || titleOf(field));

/** What was read, and as what: "Battery: 12 %". */
export const readingWords = (field: string | null, value: unknown) =>
  field === null
    ? readingOf(field, value)
    : t("{title}: {value}", { title: fieldTitle(field), value: readingOf(field, value) });

/** A payload as titles and values: known fields first, in their own order, with their units; what is null is left out. */
export function payloadParts(payload: Record<string, unknown>): [title: string, text: string][] {
  const rank = (field: string) => (Object.hasOwn(words, field) ? Object.keys(words).indexOf(field) : Number.MAX_VALUE);
  return Object.entries(payload)
    .filter(([, value]) => value !== null && value !== undefined)
    .sort(([a], [b]) => (rank(a) === rank(b) ? 0 : rank(a) - rank(b)))
    .map(([field, value]) => {
      const text = readingOf(field, value);
      return [fieldTitle(field), text.length > longest ? `${text.slice(0, longest)}…` : text];
    });
}

/** A payload as one text: "Battery 45 %, Distance 3 km". */
export const payloadText = (payload: Record<string, unknown>) =>
  payloadParts(payload)
    .map((part) => part.join(" "))
    .join(", ");
