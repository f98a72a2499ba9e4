import type { z } from "zod";
import type { Reading } from "@/db/schema/alerts";
import { sha256 } from "@/server/kit/secret/hash";
import { type IngestedIotMessages, IotMessage } from "./iot-message.schema";

export type Rejected = z.output<typeof IngestedIotMessages>["rejected"][number];

/** A valid message; whether its PERS exists is not known yet. */
export interface GoodMessage {
  index: number;
  /** identifies the message when it is sent again */
  key: string;
  messageId: string;
  persSerialNumber: string;
  iotMessageType: string;
  payload: Record<string, unknown>;
  /** ISO 8601, UTC, milliseconds */
  sentAt: string;
}

const tolerance = 5 * 60_000;
const payloadCap = 16 * 1024;

const v7 = /^0[\da-f]{7}-[\da-f]{4}-7[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/;

/** The moment that a UUID v7 holds, in ms; undefined for any other text. */
export const timeOfId = (id: string) =>
  v7.test(id) ? Number.parseInt(`${id.slice(0, 8)}${id.slice(9, 13)}`, 16) : undefined;

/**
 * The key of a message. A UUID v7 is its own key and lies in the partition of its month; any other id is hashed into a
 * range of its own.
 * @param oldest ms; a UUID v7 from before it has no partition any more
 */
export function keyOf(messageId: string, oldest: number) {
  const id = messageId.toLowerCase();
  const time = timeOfId(id);
  if (time !== undefined && time >= oldest) return id;
  const hex = sha256(messageId);
  return `f${hex.slice(1, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20, 32)}`;
}

/** What jsonb cannot hold: NUL and halves of surrogate pairs, which JSON.stringify writes as escapes. */
const unstorable = /(?<!\\)(?:\\\\)*\\u(?:0000|d[89a-f][\da-f]{2})/i;

function faultOf({ messageId, payload, sentAt }: z.output<typeof IotMessage>, now: number) {
  if (Date.parse(sentAt) > now + tolerance) return ["sentAt", "This lies more than 5 minutes in the future."];
  if ((timeOfId(messageId.toLowerCase()) ?? 0) > now + tolerance)
    return ["messageId", "The time in this id lies more than 5 minutes in the future."];
  const { latitude, longitude } = payload;
  if ((latitude ?? null) === null && (longitude ?? null) !== null)
    return ["payload.latitude", "A position has both latitude and longitude."];
  if ((latitude ?? null) !== null && (longitude ?? null) === null)
    return ["payload.longitude", "A position has both latitude and longitude."];
  const text = JSON.stringify(payload);
  if (text.length > payloadCap) return ["payload", "At most 16 KiB."];
  if (unstorable.test(text)) return ["payload", "This holds a character that cannot be stored."];
  return undefined;
}

const idOf = (item: unknown) => {
  const { messageId } = (item ?? {}) as { messageId?: unknown };
  return typeof messageId === "string" ? messageId.slice(0, 100) : null;
};

/** Judges a message on its own. @param now and @param oldest ms */
export function judge(item: unknown, index: number, now: number, oldest: number): GoodMessage | Rejected {
  const refuse = (field: string, message: string): Rejected => ({
    index,
    messageId: idOf(item),
    field,
    reason: field ? `${field}: ${message}` : message,
  });
  const { data, error } = IotMessage.safeParse(item);
  if (!data) return refuse(error.issues[0]?.path.join(".") ?? "", error.issues[0]?.message ?? "");
  const [field, message] = faultOf(data, now) ?? [];
  if (field && message) return refuse(field, message);
  return { ...data, index, key: keyOf(data.messageId, oldest) };
}

export const isGood = (judged: GoodMessage | Rejected): judged is GoodMessage => "key" in judged;

const fieldName = /^[A-Za-z]\w{0,49}$/;
const mostFields = 50;

/** The single values of a payload, by field: what current data and the rules of alerts look at. */
export function readingsOf(payload: Record<string, unknown>): [string, Reading][] {
  const readings: [string, Reading][] = [];
  for (const [field, value] of Object.entries(payload)) {
    const single = typeof value === "number" || typeof value === "boolean";
    if (!single && !(typeof value === "string" && value.length <= 100)) continue;
    if (fieldName.test(field)) readings.push([field, value as Reading]);
    if (readings.length === mostFields) break;
  }
  return readings;
}
