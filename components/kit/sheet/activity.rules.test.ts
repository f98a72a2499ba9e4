import { expect, it } from "vitest";
import { isUndone, isWayBack, mergeStreams } from "./activity.rules";

const events = (...at: string[]) => at.map((one) => ({ at: one }));
const ats = (line: { events: { at: string }[] }) => line.events.map(({ at }) => at);

it("puts streams into one line, newest first", () => {
  const line = mergeStreams([
    { items: events("5", "2"), hasMore: false },
    { items: events("4", "3", "1"), hasMore: false },
  ]);
  expect([ats(line), line.waitsFor]).toEqual([["5", "4", "3", "2", "1"], []]);
});

it("shows nothing older than what every stream is known for", () => {
  const line = mergeStreams([
    { items: events("5", "4"), hasMore: true },
    { items: events("6", "2", "1"), hasMore: false },
  ]);
  expect([ats(line), line.waitsFor]).toEqual([["6", "5", "4"], [0]]);
});

it("loads on where the line ends, not where it goes on", () => {
  const line = mergeStreams([
    { items: events("5", "4"), hasMore: true },
    { items: events("6", "2"), hasMore: true },
  ]);
  expect(line.waitsFor).toEqual([0]);
  expect(mergeStreams([{ items: events(), hasMore: false }])).toEqual({ events: [], waitsFor: [] });
});

it("knows a way back by what an earlier change of the same fields had found", () => {
  type Changes = Parameters<typeof isWayBack>[0];
  const sent: Changes = { status: ["stock", "active"], erpPersId: [null, "E1"] };
  const repaired: Changes = { status: ["active", "maintenance"] };
  const labelled: Changes = { erpPersId: ["E1", "E2"] };
  expect(isWayBack({ status: ["maintenance", "active"] }, [labelled, repaired, sent])).toBe(true);
  expect(isWayBack({ status: ["maintenance", "stock"] }, [repaired, sent])).toBe(false);
  expect(isWayBack({ status: ["maintenance", "stock"], erpPersId: ["E2", null] }, [labelled, repaired, sent])).toBe(
    true,
  );
  expect(isWayBack({ status: ["stock", "active"] }, [])).toBe(false);
  expect(isUndone(repaired, { status: "active", version: 3 })).toBe(true);
  expect(isUndone(repaired, { status: "retired" })).toBe(false);
});
