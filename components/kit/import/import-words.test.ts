import { describe, expect, test } from "vitest";
import { countsOf, differing, faultOf, firstKind, planSentence, resultSentence, undoSentence } from "./import-words";

const noun = { one: "label", many: "labels" };
const counts = (values: object) => ({ total: 0, new: 0, changed: 0, same: 0, error: 0, ...values });

describe("what is said of an import", () => {
  test("before it is confirmed", () => {
    expect(planSentence(counts({ new: 1200, changed: 1 }), noun)).toBe(
      "1,201 labels will be imported: 1,200 new, 1 changed.",
    );
    expect(planSentence(counts({ changed: 1, error: 1 }), noun)).toBe(
      "1 label will be imported: 1 changed. 1 row with errors is skipped.",
    );
    expect(planSentence(counts({ changed: 1, error: 2, blank: 1 }), noun)).toBe(
      "1 label will be imported: 1 changed. 2 rows with errors are skipped. 1 empty row is ignored.",
    );
    expect(planSentence(counts({ same: 3 }), noun)).toBe("Nothing to import: everything is up to date.");
    expect(planSentence(counts({ error: 7 }), noun)).toBe(
      "Nothing to import: no row is both valid and new. 7 rows with errors are skipped.",
    );
  });

  test("after it", () => {
    const said = (status: "done" | "undone" | "failed", values: object, left = 0) =>
      resultSentence(
        { counts: counts(values), status, left: Array(left).fill({ id: "", label: "", reason: "" }) },
        noun,
      );
    expect(said("done", { new: 990, changed: 3, error: 7 })).toBe(
      "993 labels imported: 990 new, 3 changed. 7 rows with errors are skipped.",
    );
    expect(said("done", { same: 4 })).toBe("Everything was already up to date.");
    expect(said("undone", { new: 990, changed: 3 }, 3)).toBe(
      "990 of 993 labels undone. 3 have been changed since and were not undone.",
    );
    expect(said("undone", { new: 2 })).toBe("2 labels deleted.");
    expect(said("undone", { changed: 1 })).toBe("1 label restored to their earlier values.");
    expect(said("undone", { new: 990, changed: 3 })).toBe(
      "993 labels undone: 990 deleted, 3 restored to their earlier values.",
    );
    expect(said("failed", { new: 1 })).toBe("Nothing was imported.");
  });

  test("in numbers", () => {
    const told = (status: "done" | "undone", left: number) =>
      countsOf({
        counts: counts({ new: 4, changed: 1, same: 2, error: 3 }),
        status,
        left: Array(left).fill({ id: "", label: "", reason: "" }),
      }).map(([title, count]) => `${title} ${count}`);
    expect(told("done", 0)).toEqual(["Created 4", "Changed 1", "Unchanged 2", "Skipped because of errors 3"]);
    expect(told("undone", 2)).toEqual(["Undone 3", "Not undone 2", "Unchanged 2", "Skipped because of errors 3"]);
  });

  test("before it is undone", () => {
    expect(undoSentence(counts({ new: 990, changed: 1 }), noun)).toBe(
      "990 new labels are deleted. 1 changed label gets its earlier values back.",
    );
  });
});

test("errors are looked at first, then what changes", () => {
  expect(firstKind(counts({ new: 5, error: 1 }))).toBe("error");
  expect(firstKind(counts({ new: 5, changed: 1 }))).toBe("changed");
  expect(firstKind(counts({}))).toBe("new");
});

test("says what is wrong with a file before it is sent", () => {
  const fault = (name: string, size = 10) => faultOf({ name, size });
  expect(fault("labels.csv")).toBeUndefined();
  expect(fault("labels.XLSX")).toBeUndefined();
  expect(fault("labels")).toBeUndefined();
  expect(fault("labels.xls")).toMatch(/Save the file as an Excel workbook/);
  expect(fault("labels.csv", 0)).toBe("The file is empty.");
  expect(fault("labels.csv", 12 * 1024 * 1024)).toBe("The file is 12 MB. The limit is 10 MB.");
});

test("shows what differs between two texts, and the whole of both where little is in common", () => {
  expect(differing("Save the file", "Save this file")).toEqual({ head: "Save th", was: "e", is: "is", tail: " file" });
  expect(differing("Save", "Save it")).toEqual({ head: "Save", was: "", is: " it", tail: "" });
  expect(differing("Enregistrer", "Sauver")).toEqual({ head: "", was: "Enregistrer", is: "Sauver", tail: "" });
});
