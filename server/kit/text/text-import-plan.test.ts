import { describe, expect, it } from "vitest";
import { icuFault } from "@/server/kit/value/icu.rules";
import { type KnownText, planText, type TextCells } from "./text-import-plan";

const modules = [
  { id: "m1", code: "devices", label: "Devices" },
  { id: "m2", code: "identity", label: "Accounts" },
  { id: "m3", code: "content", label: "Texts" },
];
const text = (over: Partial<KnownText> = {}): KnownText => ({
  id: "t1",
  name: "save",
  moduleId: "m1",
  version: 3,
  fields: { value: "Save", description: null },
  ...over,
});
const plan = (row: Partial<TextCells>, texts: KnownText[] = [], createIn?: string) => {
  const byName = new Map(texts.map(({ name }) => [name, texts.filter((one) => one.name === name)]));
  return planText(["value", "description"], { name: "save", ...row }, { byName, modules, language: "fr" }, createIn);
};

describe("a row of texts", () => {
  it("changes what its cells say of the text of its name", () => {
    expect(plan({ value: "Garder", description: "On forms" }, [text()])).toEqual({
      kind: "changed",
      key: "m1 save",
      changes: [
        { column: "value", before: "Save", after: "Garder" },
        { column: "description", before: null, after: "On forms" },
      ],
      write: {
        id: "t1",
        name: "save",
        moduleId: "m1",
        language: "fr",
        before: { value: "Save", description: null },
        after: { value: "Garder", description: "On forms" },
      },
    });
    expect(plan({ value: "Save", description: "On forms", other: "x" }, [text()])).toMatchObject({
      kind: "changed",
      changes: [{ column: "description", before: null, after: "On forms" }],
    });
    expect(plan({ value: "Save" }, [text()])).toEqual({ kind: "same", key: "m1 save" });
    expect(plan({}, [text()])).toEqual({ kind: "same", key: "m1 save" });
  });

  it("makes a text where there is none of its name, in its module or the one that was chosen", () => {
    expect(plan({ value: "Save" }, [], "m2")).toEqual({
      kind: "new",
      key: "m2 save",
      changes: [{ column: "value", before: null, after: "Save" }],
      write: { name: "save", moduleId: "m2", language: "fr", before: { value: null }, after: { value: "Save" } },
    });
    expect(plan({ module: "DEVICES", value: "Save" }, [], "m2")).toMatchObject({ kind: "new", key: "m1 save" });
    expect(plan({ module: "devices" }, [text({ moduleId: "m2" })], "m2")).toMatchObject({
      kind: "new",
      key: "m1 save",
    });
    expect(plan({}, [], "m2")).toMatchObject({ kind: "new", changes: [] });
    expect(plan({}, [])).toEqual({
      kind: "error",
      column: "name",
      message: "There is nothing of this name.",
      asks: "createIn",
    });
    expect(plan({ module: "m1" }, [])).toMatchObject({
      message: "There is nothing of this name in Devices.",
      asks: "createIn",
    });
  });

  it("names its module by code, label or id in any case", () => {
    const both = [text(), text({ id: "t2", moduleId: "m2" })];
    const found = (module: string) => plan({ module, value: "x" }, both);
    for (const said of ["identity", "ACCOUNTS", "M2"]) expect(found(said)).toMatchObject({ write: { id: "t2" } });
    expect(found("Devices")).toMatchObject({ write: { id: "t1" } });
    expect(plan({ module: `no ${"x".repeat(90)}` }, both)).toEqual({
      kind: "error",
      column: "module",
      message: `There is no module "no ${"x".repeat(77)}".`,
    });
  });

  it("of a name that several modules have is about the one that was chosen, or asks which", () => {
    const both = [text(), text({ id: "t2", moduleId: "m2" })];
    expect(plan({ value: "x" }, both, "m2")).toMatchObject({ write: { id: "t2" } });
    expect(plan({ value: "x" }, both)).toEqual({
      kind: "error",
      column: "name",
      message: 'Several modules have this name: Devices, Accounts. Say which in a column "module".',
    });
    expect(plan({ value: "x" }, [text({ moduleId: "m2" })])).toMatchObject({ key: "m2 save" });
  });
});

describe("the forms of a translation", () => {
  const one = "{count, plural, one {# bike} other {# bikes}}";
  it("are right where each has a form for all others, and none of the source is lost", () => {
    expect(icuFault("Bikes", "Vélos, {name}")).toBeUndefined();
    expect(icuFault(one, "{count, plural, one {# vélo} other {# vélos}}")).toBeUndefined();
    expect(icuFault(one, "# vélos")).toBe("{count, plural} is missing.");
    expect(icuFault("Bikes", one)).toBeUndefined();
    expect(icuFault(one, "{n, plural, other {# vélos}}")).toBe("{count, plural} is missing.");
    expect(icuFault(one, "{count, select, other {vélos}}")).toBe("{count, plural} is missing.");
    expect(icuFault(one, "{count, plural, one {# vélo}}")).toBe('{count, plural} has no form "other".');
    const within = `{kind, select, a {${one}} other {none}}`;
    expect(icuFault(within, "{kind, select, other {x}}")).toBe("{count, plural} is missing.");
    expect(icuFault(within, within.replace("other {# bikes}", ""))).toBe('{count, plural} has no form "other".');
  });

  it("are said to be unreadable, whichever text has them; a source that cannot be read asks for none", () => {
    expect(icuFault(one, "{count, plural, one {# vélo}")).toMatch(/^The forms cannot be read: .+[^:]\.$/);
    expect(icuFault("{count, plural, one {", "plain")).toBeUndefined();
  });
});
