import { describe, expect, it } from "vitest";
import { changed, mergedValues, mergeFields } from "./merge";

const fields = ["label", "description", "tags"];
const base = { label: "Core", description: null, tags: ["a"], id: "1" };

describe("a merge after a version conflict", () => {
  it("keeps what only one of the two changed, without a question", () => {
    const theirs = { ...base, description: "Theirs" };
    const mine = { ...base, label: "Mine" };
    const merge = mergeFields(base, theirs, mine, fields);
    expect(merge.conflicts).toEqual([]);
    expect(merge.onlyTheirs.map((f) => f.field)).toEqual(["description"]);
    expect(merge.onlyMine.map((f) => f.field)).toEqual(["label"]);
    expect(mergedValues(merge, mine, new Set())).toMatchObject({ label: "Mine", description: "Theirs", tags: ["a"] });
  });

  it("asks where both changed the same field, and takes what was chosen", () => {
    const theirs = { ...base, label: "Theirs" };
    const mine = { ...base, label: "Mine" };
    const merge = mergeFields(base, theirs, mine, fields);
    expect(merge.conflicts).toEqual([{ field: "label", base: "Core", theirs: "Theirs", mine: "Mine" }]);
    expect(mergedValues(merge, mine, new Set())).toMatchObject({ label: "Mine" });
    expect(mergedValues(merge, mine, new Set(["label"]))).toMatchObject({ label: "Theirs" });
  });

  it("has nothing to ask where both came to the same value", () => {
    const both = { ...base, tags: ["a", "b"] };
    const merge = mergeFields(base, both, { ...both, tags: ["a", "b"] }, fields);
    expect(merge).toEqual({ conflicts: [], onlyTheirs: [], onlyMine: [] });
  });
});

describe("values that are objects", () => {
  const rule = { field: "batteryLevel", operator: "<", value: 15, parts: [{ a: 1, b: null }] };
  const reordered = { value: 15, parts: [{ b: null, a: 1 }], operator: "<", field: "batteryLevel" };

  it("are the same in whatever order their keys stand", () => {
    expect(changed({ rule }, { rule: reordered }, ["rule"])).toEqual({});
    expect(changed({ rule }, { rule: { ...reordered, endValue: undefined } }, ["rule"])).toEqual({});
    expect(mergeFields({ rule }, { rule: reordered }, { rule: { ...rule, value: 14 } }, ["rule"])).toMatchObject({
      conflicts: [],
      onlyTheirs: [],
      onlyMine: [{ field: "rule" }],
    });
  });

  it("differ by a value, a key and the order of a list", () => {
    for (const other of [
      { ...rule, value: 14 },
      { ...rule, endValue: null },
      { ...rule, parts: [{ a: 1 }] },
    ])
      expect(Object.keys(changed({ rule }, { rule: other }, ["rule"]))).toEqual(["rule"]);
    expect(changed({ rule: [1, 2] }, { rule: [2, 1] }, ["rule"])).toEqual({ rule: [2, 1] });
  });
});

describe("what an update sends", () => {
  it("is what differs, and of the form's fields alone", () => {
    expect(changed(base, { ...base, label: "New", id: "2" }, fields)).toEqual({ label: "New" });
  });

  it("takes null and nothing for the same", () => {
    expect(changed(base, { label: "Core", tags: ["a"] }, fields)).toEqual({});
    expect(changed({ ...base, description: "Old" }, { ...base, description: null }, fields)).toEqual({
      description: null,
    });
  });
});
