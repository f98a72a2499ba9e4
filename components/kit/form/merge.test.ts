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
