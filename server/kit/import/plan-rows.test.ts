import { describe, expect, it } from "vitest";
import { z } from "zod";
import type { KnownCtx } from "@/server/kit/call/context";
import { AppError } from "@/server/kit/call/errors";
import { sayKept } from "@/texts/kept";
import { importer, type RowPlan } from "./importer";
import { columnsOf, rowPlanner } from "./plan-rows";
import type { SheetRow } from "./sheet/sheet";

const ctx = {} as KnownCtx;
const nothing = () => Promise.resolve([]);
type Plan = (row: { code: string; size?: number; note?: string }) => RowPlan<string>;

const made = (plan: Plan) =>
  importer({
    name: "sample",
    key: "code",
    columns: {
      note: { title: "Note", schema: z.string() },
      code: { title: "Code", schema: z.string().max(600), required: true },
      size: { title: "Wheel size", schema: z.string().regex(/^\d+$/, "Digits.").transform(Number), expected: true },
    },
    known: async () => undefined,
    plan,
    write: nothing,
    undo: nothing,
  });
const isNew: Plan = ({ code }) => {
  const changes = [{ column: "code", before: null, after: code }];
  return { kind: "new", key: code, changes, write: code };
};
const row = (number: number, ...cells: string[]): SheetRow => ({ row: number, cells });
/** The rows of a file with the columns code, size and note. */
async function planned(plan: Plan, ...rows: SheetRow[]) {
  const plans = await rowPlanner(made(plan), ["Code", "Wheel size", "Note"], {})(ctx, rows);
  return plans.map(({ row, write }) => ({ ...row, message: row.message && sayKept(row.message), write }));
}

describe("the columns of a file", () => {
  it("are found by their titles and keys in any case, wherever they stand; others are named", () => {
    const { places, ignored } = columnsOf(made(isNew), ["other", " WHEEL SIZE ", "code", "", "Code"]);
    expect([...places]).toEqual([
      ["code", 2],
      ["size", 1],
    ]);
    expect(ignored).toEqual(["other", "", "Code"]);
    expect([...columnsOf(made(isNew), ["Note", "size", "CODE"]).places.values()]).toEqual([0, 2, 1]);
  });

  it("are refused without those that must be there", () => {
    const refusal = (...titles: string[]) => {
      try {
        columnsOf(made(isNew), titles);
        return undefined;
      } catch (error) {
        return error instanceof AppError ? [error.status, error.message, error.errors?.[0]?.path] : error;
      }
    };
    expect(refusal("Code", "Size", "Note")).toBeUndefined();
    expect(refusal("Code")).toEqual([400, 'The first line of the file has no column "Wheel size".', "file"]);
    expect(refusal("Note")).toEqual([400, 'The first line of the file has no column "Code" and "Wheel size".', "file"]);
  });
});

describe("a row", () => {
  it("is told all that is wrong with it, and how many empty rows are in front of it", async () => {
    const [bad, good] = await planned(isNew, row(2, "x".repeat(601), "big", ""), { ...row(5, "a", "1", ""), blank: 2 });
    expect(bad).toMatchObject({ kind: "error", column: "Code", more: [{ column: "Wheel size", message: "Digits." }] });
    expect(bad?.blank).toBeUndefined();
    expect(good).toMatchObject({ kind: "new", blank: 2 });
    expect(good?.more).toBeUndefined();
  });

  it("is read cell by cell; an empty cell says nothing", async () => {
    const seen: object[] = [];
    const rows = await planned(
      (read) => {
        seen.push(read);
        return isNew(read);
      },
      row(2, "A", "5", "n"),
      row(3, " B", " ", ""),
      row(4, "C"),
    );
    expect(rows[0]?.changes).toEqual([{ column: "Code", before: null, after: "A" }]);
    expect(seen).toEqual([{ code: "A", size: 5, note: "n" }, { code: " B" }, { code: "C" }]);
    expect(rows.map(({ row, name, kind, write, cells }) => [row, name, kind, write, cells])).toEqual([
      [2, "A", "new", "A", ["A", "5", "n"]],
      [3, "B", "new", " B", [" B", " ", ""]],
      [4, "C", "new", "C", ["C"]],
    ]);
  });

  it("is an error where a cell is wrong or missing, or the row is; the others are planned", async () => {
    const fault = (column: number | null) => ({ ...row(9, "F"), fault: { column, message: "Broken." } });
    const rows = await planned(isNew, row(2, "", "5"), row(3, "B", "x"), fault(1), fault(null), fault(7), row(4, "C"));
    expect(rows.map(({ kind, column, message, write }) => [kind, column, message, write])).toEqual([
      ["error", "Code", "The Code is missing.", undefined],
      ["error", "Wheel size", "Digits.", undefined],
      ["error", "Wheel size", "Broken.", undefined],
      ["error", null, "Broken.", undefined],
      ["error", null, "Broken.", undefined],
      ["new", null, null, "C"],
    ]);
  });

  it("says what it would do by the columns' titles, cut to five hundred characters", async () => {
    const long = "x".repeat(501);
    const [changed, same, error, full] = await planned(
      ({ code }) => {
        if (code === "same") return { kind: "same", key: code };
        if (code === "error") return { kind: "error", column: "size", message: "No.", asks: "unit" };
        if (code === "full") return { kind: "error", column: null, message: "No." };
        const changes = [
          { column: "size", before: null, after: long },
          { column: "other", before: long.slice(1), after: null },
        ];
        return { kind: "changed", key: code, changes, write: code };
      },
      row(2, long.slice(1)),
      row(3, "same"),
      row(4, "error"),
      row(5, "full"),
    );
    expect(changed).toMatchObject({
      name: long.slice(1),
      kind: "changed",
      changes: [
        { column: "Wheel size", before: null, after: `${long.slice(1)}…` },
        { column: "other", before: long.slice(1), after: null },
      ],
    });
    expect(same).toMatchObject({ kind: "same", changes: [], column: null, message: null });
    expect(error).toMatchObject({ kind: "error", changes: [], column: "Wheel size", message: "No.", asks: "unit" });
    expect(full).toMatchObject({ kind: "error", column: null, message: "No." });
    expect([same?.write, error?.write, same?.asks]).toEqual([undefined, undefined, undefined]);
    const [named] = await planned(isNew, row(2, long));
    expect(named?.name).toBe(`${long.slice(1)}…`);
  });

  it("is an error where a row before is about the same record, in an earlier part of the file too", async () => {
    const plan = rowPlanner(made(isNew), ["Code", "Wheel size"], {});
    const parts = await Promise.all([plan(ctx, [row(2, "A"), row(3, "A")]), plan(ctx, [row(4, "B"), row(5, "A")])]);
    expect(
      parts.flat().map(({ row, write }) => [row.kind, row.column, row.message && sayKept(row.message), write]),
    ).toEqual([
      ["new", null, null, "A"],
      ["error", "Code", "Row 2 has this Code already.", undefined],
      ["new", null, null, "B"],
      ["error", "Code", "Row 2 has this Code already.", undefined],
    ]);
    // A row that is an error is about no record.
    const wrong = await planned(
      ({ code, size }) => (size ? isNew({ code }) : { kind: "error", column: null, message: "No." }),
      row(2, "A"),
      row(3, "A", "5"),
    );
    expect(wrong.map(({ kind }) => kind)).toEqual(["error", "new"]);
  });

  it("is an error beyond a limit that counts rows of its kind, but not those about the same record", async () => {
    const given = ["A", "A", "free", "same", "B", "C", "D"].map((code, index) => row(index + 2, code));
    const rows = await planned(
      ({ code }) => {
        const atMost = { rows: 2, message: "Two at most." };
        if (code === "same") return { kind: "same", key: code };
        return { kind: "new", key: code, changes: [], write: code, ...(code !== "free" && { atMost }) };
      },
      ...given,
    );
    expect(rows.map(({ kind, message }) => [kind, message])).toEqual([
      ["new", null],
      ["error", "Row 2 has this Code already."],
      ["new", null],
      ["same", null],
      ["new", null],
      ["error", "Two at most."],
      ["error", "Two at most."],
    ]);
  });

  it("has a digest of all that it would do, but not of the words of an error", async () => {
    const digestOf = async (plan: RowPlan<string>) => (await planned(() => plan, row(2, "A")))[0]?.digest;
    const change = (write: string): RowPlan<string> => ({ kind: "new", key: "A", changes: [], write });
    expect(await digestOf(change("1"))).not.toBe(await digestOf(change("2")));
    expect(await digestOf(change("1"))).toBe(await digestOf(change("1")));
    const error = (message: string): RowPlan<string> => ({ kind: "error", column: null, message });
    expect(await digestOf(error("No."))).toBe(await digestOf(error("Non.")));
    const [short, long] = [await digestOf(change("x".repeat(300))), await digestOf(change("x".repeat(400)))];
    expect(short).toContain("x".repeat(300));
    expect(long).toMatch(/^[\da-f]{64}$/);
  });
});
