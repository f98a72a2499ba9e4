import { expect, it } from "vitest";
import { alertTone } from "./alert-urgency.rules";

it("an open alert is red by its level and its age", () => {
  const now = Date.parse("2026-11-02T12:00:00Z");
  const tone = (rank: number, hours: number) => alertTone(rank, new Date(now - hours * 3_600_000).toISOString(), now);
  expect([tone(1, 0), tone(1, 500)]).toEqual(["bad", "bad"]);
  expect([tone(2, 23.9), tone(2, 24)]).toEqual(["warn", "bad"]);
  expect([tone(3, 0), tone(3, 5000)]).toEqual(["info", "info"]);
});
