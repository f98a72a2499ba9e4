import { describe, expect, it } from "vitest";
import { mergeMessages, passes } from "./pers-message.rules";

const message = (id: string, receivedAt: string, iotMessageType = "status") => ({ id, receivedAt, iotMessageType });
const early = message("a", "2026-01-31T10:00:00.000Z");
const late = message("b", "2026-01-31T10:05:59.500Z", "Position");

describe("the filter of messages", () => {
  it("holds a live message as the list would", () => {
    expect(passes(late, {})).toBe(true);
    expect(passes(late, { iotMessageType: " posi " })).toBe(true);
    expect(passes(early, { iotMessageType: "posi" })).toBe(false);
    expect(passes(early, { dtBegin: "2026-01-31T10:01:00Z" })).toBe(false);
    expect(passes(early, { dtBegin: "2026-01-31T10:00:00Z" })).toBe(true);
  });
  it("counts the last minute whole", () => {
    expect(passes(late, { dtEnd: "2026-01-31T10:05:59.999Z" })).toBe(true);
    expect(passes(late, { dtEnd: "2026-01-31T10:04:59.999Z" })).toBe(false);
  });
});

describe("live messages and the log", () => {
  it("are one list, newest first, each once", () =>
    expect(mergeMessages([late], [late, early]).map(({ id }) => id)).toEqual(["b", "a"]));
  it("keep the newest only", () => expect(mergeMessages([early], [late], 1)).toEqual([late]));
});
