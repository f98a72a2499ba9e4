import { describe, expect, it } from "vitest";
import { pers } from "@/app/(backoffice)/(devices)/pers/pers.resource";
import { addressOf, barred, baseOf, effective, isChanged, tabsOf } from "./saved.rules";

const query = { status: "active", sortBy: "createdAt:desc", columns: "status,label" };
const saved = { views: [{ id: "field", query }], opensOn: null as string | null, layout: { columns: "label" } };
const params = (text: string) => new URLSearchParams(text);
const shown = (text: string, of = saved) => Object.fromEntries(effective(baseOf(of, params(text)), params(text)));

describe("an address", () => {
  it("without a view is the whole list with the columns of the person", () => {
    expect(shown("")).toEqual({ columns: "label" });
    expect(shown("status=stock")).toEqual({ columns: "label", status: "stock" });
  });

  it("with a view says what differs from it, and takes away with an empty value", () => {
    expect(shown("view=field")).toEqual({ view: "field", ...query });
    expect(shown("view=field&status=&limit=50")).toEqual({
      view: "field",
      sortBy: query.sortBy,
      columns: query.columns,
      limit: "50",
    });
  });

  it("opens where the person wants the list to, unless it says something itself", () => {
    const opened = { ...saved, opensOn: "field" };
    expect(baseOf(opened, params("")).viewId).toBe("field");
    expect(baseOf(opened, params("status=stock")).viewId).toBeUndefined();
    expect(baseOf(opened, params("view=all")).viewId).toBeUndefined();
    expect(baseOf({ ...saved, opensOn: "gone" }, params("")).viewId).toBeUndefined();
  });

  it("of a view that is gone says so", () => {
    expect(baseOf(saved, params("view=gone"))).toEqual({ viewId: "gone", isGone: true, query: {} });
  });

  it("is made anew from what is shown: the shortest that shows the same", () => {
    for (const text of [
      "view=field",
      "view=field&status=stock",
      "view=field&page=2&status=",
      "",
      "limit=50&columns=",
    ]) {
      const base = baseOf(saved, params(text));
      expect(addressOf(base, saved, effective(base, params(text)))).toBe(text);
    }
    const whole = baseOf({ ...saved, opensOn: "field" }, params("view=all"));
    expect(addressOf(whole, { opensOn: "field" }, params("columns=label"))).toBe("view=all");
  });

  it("differs from its view by what it filters, not by the page", () => {
    const changed = (text: string) => isChanged(baseOf(saved, params(text)), params(text));
    expect([changed("view=field&page=3"), changed("view=field&status=active")]).toEqual([false, false]);
    expect([changed("view=field&status="), changed("view=field&modelPERSId=1")]).toEqual([true, true]);
  });
});

it("a view is barred by filters and orders of records that the reader does not read", () => {
  const of = (given: Record<string, string>, ...codes: string[]) => barred(pers, given, (code) => codes.includes(code));
  const given = { modelPERSIdAnyOf: "1,2", status: "active", sortBy: "modelPERS.label:asc" };
  expect(of(given, "model-pers.read")).toEqual([]);
  expect(of(given)).toEqual(["modelPERSIdAnyOf", "sortBy"]);
  expect(of({ status: "active", page: "2", sortBy: "createdAt:desc" })).toEqual([]);
});

it("tabs begin with where the list opens and what is pinned, are few, and hold the open one", () => {
  const views = ["a", "b", "c", "d", "e", "f", "g"].map((id) => ({ id }));
  const ids = (opensOn: string | null, pinned: string[], open?: string, opened: string[] = []) =>
    tabsOf(
      { views, settings: { opensOn, pinned, opened } },
      views.find(({ id }) => id === open),
    ).map(({ id }) => id);
  expect(ids(null, [])).toEqual(["a", "b", "c", "d", "e"]);
  expect(ids("g", ["f", "gone"])).toEqual(["g", "f", "a", "b", "c"]);
  expect(ids(null, [], "g")).toEqual(["a", "b", "c", "d", "e", "g"]);
  expect(ids(null, ["g", "f", "e", "d", "c", "b"])).toEqual(["g", "f", "e", "d", "c", "b"]);
  expect(ids(null, [], undefined, ["g", "f", "g"])).toEqual(["a", "b", "c", "f", "g"]);
  expect(ids("c", [], undefined, ["g"])).toEqual(["c", "a", "b", "d", "g"]);
});
