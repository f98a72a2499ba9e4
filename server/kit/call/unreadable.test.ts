import { beforeEach, describe, expect, it, vi } from "vitest";
import { isUnreadable, momentOf, momentOrNull, unreadableMet, writtenAs } from "@/db/schema/moment";
import { log } from "@/server/kit/process/log";
import { AppError } from "./errors";
import { readableOf, sayingLeftOut, visitLeavingOut } from "./unreadable";

const never = () => momentOf("infinity");
const logged = vi.spyOn(log, "error").mockImplementation(() => undefined);
beforeEach(() => {
  logged.mockClear();
});

describe("a moment of the database", () => {
  it("is read in any zone, to the millisecond, of the years 1 to 9999", () => {
    const cases = {
      "2026-03-01 12:00:00+00": "2026-03-01T12:00:00.000Z",
      "2026-03-01T12:00:00.5Z": "2026-03-01T12:00:00.500Z",
      "2026-03-01 12:00:00.123987+00": "2026-03-01T12:00:00.123Z",
      "2026-03-01 12:00:00+02": "2026-03-01T10:00:00.000Z",
      "2026-03-01 12:00:00-03:30": "2026-03-01T15:30:00.000Z",
      "2026-03-01 12:00:00+00:00:20": "2026-03-01T11:59:40.000Z",
      "0031-01-01 00:00:00+00": "0031-01-01T00:00:00.000Z",
      "0001-01-01 00:00:00+00": "0001-01-01T00:00:00.000Z",
      "9999-12-31 23:59:59.999+00": "9999-12-31T23:59:59.999Z",
    };
    expect(Object.fromEntries(Object.keys(cases).map((text) => [text, momentOf(text)]))).toEqual(cases);
    expect([momentOrNull(null), momentOrNull("2026-03-01 12:00:00+00")]).toEqual([null, "2026-03-01T12:00:00.000Z"]);
  });

  it("is a text that says so where it cannot be read, and is counted", () => {
    const before = unreadableMet();
    const texts = [
      "infinity",
      "-infinity",
      "0044-03-15 00:00:00+00 BC",
      "0001-01-01 00:00:00+01",
      "9999-12-31 23:59:59-01",
    ];
    const read = texts.map(momentOf);
    expect(read.map(isUnreadable)).toEqual(texts.map(() => true));
    expect(read.map(writtenAs)).toEqual(texts);
    expect(unreadableMet() - before).toBe(5);
    expect(["infinity", "", 5, null].map(isUnreadable)).toEqual([false, false, false, false]);
  });
});

describe("an answer", () => {
  it("is as it was where all can be read", () => {
    const when = new Date();
    const data = { items: [{ id: 1, at: null, tags: ["a"], when }], meta: { totalItems: 1 }, none: undefined };
    expect(readableOf("list", data)).toEqual({ data, left: 0 });
    expect(readableOf("list", data).data.items[0]?.when).toBe(when);
    expect(logged).not.toHaveBeenCalled();
  });

  it("lacks the rows that hold what cannot be read, in whatever depth, and the log says where", () => {
    const data = {
      items: [
        { id: 1, at: "x" },
        { id: 2, at: never() },
        { id: 3, of: { at: never() } },
        { id: 4, notes: [{ id: 5, at: never() }, { id: 6 }] },
      ],
    };
    expect(readableOf("list", data)).toEqual({
      data: {
        items: [
          { id: 1, at: "x" },
          { id: 4, notes: [{ id: 6 }] },
        ],
      },
      left: 3,
    });
    expect(logged.mock.calls.map(([said]) => said)).toEqual([
      { path: "list", at: "items.1.at", id: 2, holds: "infinity" },
      { path: "list", at: "items.2.of.at", id: 3, holds: "infinity" },
      { path: "list", at: "items.3.notes.0.at", id: 5, holds: "infinity" },
    ]);
    expect(readableOf("list", [never(), "x"])).toEqual({ data: ["x"], left: 1 });
  });

  it("names twenty of them in the log, and counts the others", () => {
    const rows = (count: number) => Array.from({ length: count }, (_, id) => ({ id, at: never() }));
    readableOf("list", rows(20));
    expect(logged).toHaveBeenCalledTimes(20);
    logged.mockClear();
    readableOf("list", rows(23));
    expect(logged).toHaveBeenCalledTimes(21);
    expect(logged).toHaveBeenLastCalledWith({ path: "list", rows: 23 }, expect.any(String));
  });

  it("fails where it is not a row that cannot be read", () => {
    const refusal = (data: unknown): string[] | undefined => {
      try {
        readableOf("get", data);
        return undefined;
      } catch (error) {
        if (error instanceof AppError) return [error.code, String(error.cause)];
        throw error;
      }
    };
    expect(refusal({ id: 1, of: { at: never() } })).toEqual([
      "internal",
      "Error: get holds at of.at the unreadable infinity",
    ]);
    expect(refusal(never())?.[0]).toBe("internal");
    expect(refusal({ id: 1, items: [{ at: never() }] })).toBeUndefined();
  });

  it("says how many rows it lacks, in its meta where it has one", () => {
    expect(sayingLeftOut({ items: [] }, 2)).toEqual({ items: [], unreadable: 2 });
    expect(sayingLeftOut({ items: [], meta: { totalItems: 5 } }, 2)).toEqual({
      items: [],
      meta: { totalItems: 5, unreadable: 2 },
    });
    const data = { items: [] };
    expect(sayingLeftOut(data, 0)).toBe(data);
    expect([sayingLeftOut(null, 1), sayingLeftOut("a", 1), sayingLeftOut([1], 1)]).toEqual([null, "a", [1]]);
  });

  it("that goes out some rows at a time leaves them out too", async () => {
    const seen: unknown[] = [];
    const left = await visitLeavingOut<object>(
      "rows",
      async (visit) => {
        await visit([{ id: 1 }]);
        await visit([{ id: 2, at: never() }, { id: 3 }]);
        await visit([{ id: 4, at: never() }]);
      },
      async (rows) => {
        seen.push(...rows);
      },
    );
    expect([seen, left]).toEqual([[{ id: 1 }, { id: 3 }], 2]);
  });
});
