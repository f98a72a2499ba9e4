import { describe, expect, it } from "vitest";
import { z } from "zod";
import { Instant } from "@/server/kit/call/wire";
import { choice, either, said } from "@/server/kit/value/words.rules";
import { speaking } from "@/texts/node";
import { cellColumns, namesNeeded } from "./column-cells";

const Item = z.object({
  name: z.string(),
  firstName: z.string().nullable(),
  status: choice({ stock: "In stock", gone: "Gone" }),
  kind: z.enum(["not_translated", "Pro Center Admin"]),
  isOn: z.boolean(),
  isActive: either("Active", ""),
  count: z.int(),
  share: z.number().register(said, { isShare: true }).nullable(),
  took: z.int().register(said, { unit: "ms" }).nullable().meta({ description: "later than the unit" }),
  at: Instant,
  endedAt: Instant.nullable().register(said, { none: "Open" }),
  tags: z.array(z.string()),
  languages: z.array(z.uuid().register(said, { nameOf: "language" })),
  owner: z.object({ id: z.uuid(), name: z.string() }).nullable(),
  roles: z.array(z.object({ title: z.string(), code: z.int() })),
  rule: z
    .object({ field: z.string(), value: z.number() })
    .register(said, { text: ({ field, value }) => `${field} is ${value}` })
    .nullable(),
  point: z.object({ x: z.number() }).optional(),
  reading: z.union([z.number(), z.boolean(), z.string()]),
});

const row = {
  name: "Bike",
  firstName: null,
  status: "stock",
  kind: "not_translated",
  isOn: false,
  isActive: true,
  count: -3,
  share: 1 / 3,
  took: 12,
  at: "2026-01-31T10:00:00.000Z",
  endedAt: null,
  tags: ["a", "b"],
  languages: ["l1", "l2"],
  owner: { id: "o", name: "Velora" },
  roles: [
    { title: "One, first", code: 1 },
    { title: "Two", code: 2 },
  ],
  rule: { field: "speed", value: 3 },
  point: { x: 1 },
  reading: true,
  hidden: "not declared",
};
const names = { language: new Map([["l1", "fr"]]) };
const cell = (path: string, of: object = row) => {
  const paths = path.split(" ").map((one) => one.split("."));
  const [column] = cellColumns(Item, [{ paths, title: "T" }], names);
  return [column?.title, column?.cell(of)];
};

describe("a cell of a file", () => {
  it.each([
    ["name", "T", "Bike"],
    ["status", "T", "In stock"],
    ["kind", "T", "Not translated"],
    ["isOn", "T", "No"],
    ["isActive", "T", "Active"],
    ["count", "T", -3],
    ["share", "T (%)", 33],
    ["took", "T (ms)", 12],
    ["at", "T (UTC)", new Date("2026-01-31T10:00:00Z")],
    ["endedAt", "T (UTC)", "Open"],
    ["tags", "T", "a, b"],
    ["languages", "T", "fr, l2"],
    ["owner", "T", "Velora"],
    ["owner.name", "T", "Velora"],
    ["roles", "T", "One, first; Two"],
    ["roles.code", "T", "1, 2"],
    ["rule", "T", "speed is 3"],
    ["point", "T", '{"x":1}'],
    ["reading", "T", "Yes"],
    ["firstName name", "T", "Bike"],
    ["name owner.name", "T", "Bike Velora"],
    ["firstName owner.name.x", "T", null],
    ["hidden", "T", null],
    ["owner.hidden", "T", null],
    ["constructor.name", "T", null],
    ["__proto__", "T", null],
  ])("%s", (path, title, value) => expect(cell(path)).toEqual([title, value]));

  it("is empty where there is nothing", () => {
    const nothing = { ...row, share: null, took: null, owner: null, rule: null, roles: [], tags: [], point: undefined };
    for (const path of [
      "firstName",
      "share",
      "took",
      "owner",
      "owner.name",
      "rule",
      "roles",
      "roles.code",
      "tags",
      "point",
    ])
      expect([path, cell(path, nothing)[1]]).toEqual([path, null]);
  });

  it("is said in the reader's language where it is a word of the product", () => {
    const said = speaking({ language: "fr", timeZone: "UTC" }, () =>
      ["status", "isOn", "reading", "endedAt", "name"].map((path) => cell(path)[1]),
    );
    expect(said).toEqual(["En stock", "Non", "Oui", "En cours", "Bike"]);
  });

  it("needs the names of records only where ids are told by them", () => {
    expect([...namesNeeded(Item)]).toEqual(["language"]);
    expect([...namesNeeded(Item.omit({ languages: true }))]).toEqual([]);
  });
});
