import { describe, expect, it } from "vitest";
import type { AnyList } from "./definition";
import { exportUrl } from "./export-url";
import { changedUrl, countInput, isDeep, readUrl, rowsInput, toggledSort } from "./url";

const list: AnyList = {
  name: "modelPers",
  columns: [
    { key: "label", title: "Label", sort: true },
    { key: "brand.name", title: "Brand", sort: "brand" },
    { key: "secret", title: "Secret" },
    { key: "lastName", title: "Name, in full", export: ["firstName", "lastName"], hidden: true },
    { key: "id", title: "Id", hidden: true },
  ],
  filters: [
    { kind: "text", name: "label", title: "Label" },
    { kind: "boolean", name: "isActive", title: "State" },
    {
      kind: "select",
      name: "type",
      title: "Type",
      options: [
        { value: 1, label: "Main" },
        { value: 2, label: "Bootloader" },
      ],
      can: ["anyOf", "noneOf", "isEmpty"],
    },
    { kind: "number", name: "battery", title: "Battery" },
    { kind: "days", name: "heardInLastDays", title: "Last message" },
    { kind: "dates", name: "startDate", until: "endDate", title: "Created" },
  ],
};
const read = (query: string) => readUrl(list, new URLSearchParams(query));
const change = (query: string, to: Parameters<typeof changedUrl>[2]) =>
  new URLSearchParams(changedUrl(list, new URLSearchParams(query), to));

describe("a list's URL", () => {
  it("has defaults", () => {
    expect(read("")).toEqual({
      page: 1,
      limit: 25,
      sort: [],
      filters: {},
      columns: ["label", "brand.name", "secret"],
      widths: {},
      density: "compact",
    });
  });

  it("gives filters the types of the wire", () => {
    expect(read("label= core &isActive=false&type=2&startDate=2026-05-01").filters).toEqual({
      label: "core",
      isActive: false,
      type: 2,
      startDate: "2026-05-01",
    });
  });

  it("reads what operators ask for, and leaves out a list of which it does not know all", () => {
    expect(
      read("typeAnyOf=1, 2&typeNoneOf=2&typeIsEmpty=false&batteryBelow=12.5&batteryAtLeast=-1&heardInLastDays=7")
        .filters,
    ).toEqual({
      typeAnyOf: [1, 2],
      typeNoneOf: [2],
      typeIsEmpty: false,
      batteryBelow: 12.5,
      batteryAtLeast: -1,
      heardInLastDays: 7,
    });
    expect(read("typeAnyOf=1,9&typeNoneOf=,&typeIsEmpty=1&batteryBelow=low&heardInLastDays=0").filters).toEqual({});
  });

  it("holds several values in one parameter", () => {
    expect(change("", { filters: { typeAnyOf: [1, 2] } }).toString()).toBe("typeAnyOf=1%2C2");
    expect(read(change("", { filters: { typeAnyOf: [1, 2] } }).toString()).filters).toEqual({ typeAnyOf: [1, 2] });
  });

  it("leaves out what it does not understand", () => {
    const state = read(
      "page=-1&limit=5000&sortBy=secret:asc,label:up&isActive=maybe&type=9&startDate=soon&columns=nope",
    );
    expect(rowsInput(state)).toEqual({ limit: 25, page: 1, sortBy: "label:asc" });
    expect(state.columns).toEqual(["label", "brand.name", "secret"]);
  });

  it("counts by filters alone, so that paging and sorting keep the total", () => {
    expect(countInput(read("label=a&page=7&sortBy=brand:desc"))).toEqual({ label: "a" });
  });

  it("goes back to page 1 when what is listed changes, and only then", () => {
    expect(change("page=7", { filters: { label: "a" } }).get("page")).toBeNull();
    expect(change("page=7", { sort: [{ field: "label", direction: "asc" }] }).get("page")).toBeNull();
    expect(change("page=7", { limit: 50 }).get("page")).toBeNull();
    expect(change("page=7", { density: "comfortable" }).get("page")).toBe("7");
    expect(change("page=7", { columns: ["label"] }).get("page")).toBe("7");
  });

  it("keeps defaults and what it does not own out of it", () => {
    expect(
      change("limit=50&density=comfortable&columns=label&label=a", {
        limit: 25,
        widths: {},
        density: "compact",
        columns: ["label", "brand.name", "secret"],
        filters: { label: undefined },
      }).size,
    ).toBe(0);
    expect(change("tab=x", { page: 2 }).toString()).toBe("tab=x&page=2");
  });

  it("says the same after a round trip", () => {
    const state = read("label=50%25+_off&isActive=true&sortBy=brand:desc,label:asc&page=3&limit=100&columns=label,id");
    expect(read(changedUrl(list, new URLSearchParams(), state))).toEqual(state);
  });

  it("calls a page deep where the server does", () => {
    expect(isDeep(read("page=801"))).toBe(false);
    expect(isDeep(read("page=802"))).toBe(true);
  });

  it("sorts by one column, by several with shift, and not at all after the third click", () => {
    const asc = toggledSort([], "label", false);
    expect(asc).toEqual([{ field: "label", direction: "asc" }]);
    expect(toggledSort(asc, "label", false)).toEqual([{ field: "label", direction: "desc" }]);
    const both = toggledSort(asc, "brand", true);
    expect(both).toEqual([...asc, { field: "brand", direction: "asc" }]);
    expect(toggledSort([{ field: "label", direction: "desc" }, ...both.slice(1)], "label", true)).toEqual(
      both.slice(1),
    );
    expect(toggledSort(both, "brand", false)).toEqual([{ field: "brand", direction: "desc" }]);
  });
});

describe("an export's address", () => {
  const address = (isAll: boolean) =>
    new URL(exportUrl(list, read("label=a,b&page=3&sortBy=label:desc"), "csv", isAll), "http://x");

  it("holds the shown columns with their titles, the filters and the order, and no page", () => {
    const url = address(false);
    expect(url.pathname).toBe("/api/export/modelPers");
    expect(Object.fromEntries(url.searchParams)).toEqual({
      format: "csv",
      columns: "label=Label,brand.name=Brand,secret=Secret",
      label: "a,b",
      sortBy: "label:desc",
    });
  });

  it("holds all columns where they are asked for, those of several values too", () => {
    expect(address(true).searchParams.get("columns")).toBe(
      "label=Label,brand.name=Brand,secret=Secret,firstName lastName=Name%2C%20in%20full,id=Id",
    );
  });
});
