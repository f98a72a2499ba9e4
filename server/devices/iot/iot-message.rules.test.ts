import { describe, expect, it } from "vitest";
import { sha256 } from "@/server/kit/secret/hash";
import { isGood, judge, keyOf, readingsOf, timeOfId } from "./iot-message.rules";

const now = Date.parse("2026-03-01T12:00:00.000Z");
const minute = 60_000;
/** A UUID v7 of a moment. */
const idAt = (ms: number) => {
  const hex = ms.toString(16).padStart(12, "0");
  return `${hex.slice(0, 8)}-${hex.slice(8)}-7abc-8def-0123456789ab`;
};
const message = {
  messageId: idAt(now),
  persSerialNumber: "S1",
  iotMessageType: "status",
  payload: {},
  sentAt: new Date(now).toISOString(),
};
const judged = (over: object) => judge({ ...message, ...over }, 3, now, now - minute);
/** The field and reason of a refusal; undefined for a good message. */
const refusal = (over: object) => {
  const found = judged(over);
  return isGood(found) ? undefined : [found.field, found.reason];
};

describe("the key of a message", () => {
  it("is its id where that holds a moment that has a partition, else a hash out of that range", () => {
    expect([timeOfId(idAt(now)), timeOfId(idAt(5))]).toEqual([now, 5]);
    for (const other of [
      "",
      "x",
      idAt(now).replace("-7", "-4"),
      idAt(now).replace("-8", "-c"),
      `1${idAt(now).slice(1)}`,
    ])
      expect([other, timeOfId(other)]).toEqual([other, undefined]);
    expect(keyOf(idAt(now).toUpperCase(), now)).toBe(idAt(now));
    for (const hashed of [keyOf(idAt(now), now + 1), keyOf("sensor 7", now)])
      expect(hashed).toMatch(/^f[\da-f]{7}(-[\da-f]{4}){3}-[\da-f]{12}$/);
    const hash = sha256("sensor 7");
    const parts = [
      `f${hash.slice(1, 8)}`,
      hash.slice(8, 12),
      hash.slice(12, 16),
      hash.slice(16, 20),
      hash.slice(20, 32),
    ];
    expect(keyOf("sensor 7", now)).toBe(parts.join("-"));
    expect(keyOf("sensor 7", now)).not.toBe(keyOf("sensor 8", now));
  });
});

describe("a message", () => {
  it("is good with its key and its place", () => {
    expect(judged({})).toEqual({ ...message, index: 3, key: message.messageId });
    expect(judged({ messageId: idAt(now - 2 * minute) })).toMatchObject({ key: expect.stringMatching(/^f/) });
  });

  it("lies at most five minutes in the future, and so does its id", () => {
    const at = (ms: number) => new Date(ms).toISOString();
    expect(refusal({ sentAt: at(now + 5 * minute) })).toBeUndefined();
    expect(refusal({ sentAt: at(now + 5 * minute + 1) })).toEqual([
      "sentAt",
      "sentAt: This lies more than 5 minutes in the future.",
    ]);
    expect(refusal({ messageId: idAt(now + 5 * minute).toUpperCase() })).toBeUndefined();
    expect(refusal({ messageId: idAt(now + 5 * minute + 1).toUpperCase() })?.[0]).toBe("messageId");
    expect(refusal({ messageId: "any" })).toBeUndefined();
  });

  it("has both latitude and longitude, or neither", () => {
    for (const payload of [{}, { latitude: null }, { latitude: null, longitude: null }, { latitude: 0, longitude: 0 }])
      expect(refusal({ payload })).toBeUndefined();
    for (const payload of [{ latitude: 0 }, { latitude: 0, longitude: null }])
      expect(refusal({ payload })?.[0]).toBe("payload.longitude");
    for (const payload of [{ longitude: 0 }, { longitude: 0, latitude: null }])
      expect(refusal({ payload })?.[0]).toBe("payload.latitude");
  });

  it("holds at most 16 KiB that can be stored", () => {
    const sized = (length: number) => ({ payload: { text: "x".repeat(length - '{"text":""}'.length) } });
    expect(refusal(sized(16_384))).toBeUndefined();
    expect(refusal(sized(16_385))).toEqual(["payload", "payload: At most 16 KiB."]);
    for (const text of ["a\0", "\ud800", "\\\udfff", "\\\\\0"])
      expect([text, refusal({ payload: { text } })?.[0]]).toEqual([text, "payload"]);
    for (const text of ["\\u0000", "\\\\ud800", "a\ud83d\ude00", "\u0001"])
      expect([text, refusal({ payload: { text } })]).toEqual([text, undefined]);
  });

  it("is refused by its first wrong field, with its id as far as it can be told", () => {
    expect(judged({ payload: { batteryLevel: 101 } })).toEqual({
      index: 3,
      messageId: message.messageId,
      field: "payload.batteryLevel",
      reason: "payload.batteryLevel: From 0 to 100 %.",
    });
    expect(judge(null, 0, now, now)).toMatchObject({ index: 0, messageId: null, field: "" });
    expect(judge({ messageId: 5 }, 1, now, now)).toMatchObject({ messageId: null });
    expect(judge({ messageId: "m".repeat(120) }, 1, now, now)).toMatchObject({ messageId: "m".repeat(100) });
  });
});

it("the readings of a payload are its single values, fifty of them", () => {
  const payload = {
    battery: 5,
    on: false,
    text: "x".repeat(100),
    long: "x".repeat(101),
    none: null,
    list: [1],
    "9th": 1,
    "a b": 1,
    [`a${"b".repeat(49)}`]: 1,
    [`a${"b".repeat(50)}`]: 2,
  };
  expect(readingsOf(payload)).toEqual([
    ["battery", 5],
    ["on", false],
    ["text", "x".repeat(100)],
    [`a${"b".repeat(49)}`, 1],
  ]);
  const many = Object.fromEntries(Array.from({ length: 60 }, (_, n) => [`f${n}`, n]));
  expect(readingsOf(many).map(([field]) => field)).toEqual(Object.keys(many).slice(0, 50));
});
