import fc from "fast-check";
import { type JsonSchema, resolve } from "@/server/doors/rest-plan";

/** Draws random values; the same seed draws the same values. */
export type Draw = fc.GeneratorValue;
/** Ids that exist, by the table they are of. */
export type KnownIds = Map<string, string[]>;

const word = (name: string) => name.toLowerCase().replaceAll(/[^a-z]/g, "");
export const singular = (name: string) => word(name).replace(/ies$/, "y").replace(/s$/, "");
const nowhere = "00000000-0000-7000-8000-00000000dead";

export const long = "ä".repeat(70_000);
export const deep = (levels: number) => "[".repeat(levels) + "]".repeat(levels);
const evil: unknown[] = [
  "",
  " ",
  "\0",
  "a\0b",
  "\ud800",
  "\udc00x",
  long,
  "null",
  "NaN",
  "%",
  "_",
  "\\",
  "'; drop table pers; --",
  "<b>",
  "1e999",
  "-0",
  "0x10",
  "9".repeat(400),
  "2026-02-31",
  "2026-13-01T00:00:00Z",
  "+275760-09-13",
  "0000-01-01",
  "-infinity",
  "infinity",
  "__proto__",
  "constructor",
  "no-such-value",
  "xx:yy",
  "a@b",
  nowhere,
  "=1+1",
  "{}",
  0,
  -1,
  1.5,
  -0,
  1e308,
  -1e308,
  2 ** 31,
  2 ** 53,
  2 ** 63,
  Number.MIN_VALUE,
  true,
  false,
  null,
  [],
  {},
  [[]],
  [null],
  { length: 1 },
  { toString: "x" },
  Array(3_000).fill(0),
  Array(3_000).fill({ a: 1 }),
  JSON.parse('{"__proto__":{"a":1}}'),
  JSON.parse(deep(63)),
  JSON.parse(deep(200)),
  { a: "\0" },
  ["\ud800"],
];
export const evilTexts = evil
  .map((value) => (typeof value === "string" ? value : JSON.stringify(value)))
  .concat("a,b,,\0,");

const texts = ["1.0.0", "en", "+33", "abcdef01", "admin@persdesk.demo", "Demo-pass-2026", "Some text", "label.name"];

export const among = <T>(draw: Draw, values: readonly T[]) => values[draw(fc.nat, values.length - 1)] as T; // none is empty
export const chance = (draw: Draw, percent: number) => draw(fc.integer, { min: 1, max: 100 }) <= percent;

/** Writes values that fit a JSON Schema well enough to come far, with ids that exist where the key says of what. */
export class Sound {
  constructor(
    private readonly draw: Draw,
    private readonly root: JsonSchema,
    private readonly ids: KnownIds,
    private readonly router: string,
  ) {}

  id(key: string) {
    const wanted = singular(key === "id" || key === "ids" ? this.router : key.replace(/Ids?$/, ""));
    const fitting = [...this.ids].find(([table]) => singular(table) === wanted)?.[1];
    if (fitting?.length && chance(this.draw, 85)) return among(this.draw, fitting);
    return among(this.draw, [...this.ids.values()].flat().concat(nowhere));
  }

  value(part: JsonSchema, key: string): unknown {
    const schema = resolve(part, this.root);
    if (schema.enum?.length) return among(this.draw, schema.enum);
    if ("const" in schema) return schema.const;
    const branches = [...(schema.anyOf ?? []), ...(schema.oneOf ?? [])] as JsonSchema[];
    if (branches.length) return this.value(among(this.draw, branches), key);
    switch (among(this.draw, [schema.type ?? "string"].flat())) {
      case "object":
        return this.object(schema);
      case "array":
        return Array.from({ length: schema.minItems ?? 1 }, () => this.value((schema.items ?? {}) as JsonSchema, key));
      case "integer":
      case "number":
        return Math.max(schema.minimum ?? 1, 1);
      case "boolean":
        return chance(this.draw, 50);
      case "null":
        return null;
      default:
        return this.text(schema, key);
    }
  }

  private object({ properties = {}, required = [] }: JsonSchema) {
    const kept = Object.entries(properties).filter(([name]) => required.includes(name) || chance(this.draw, 60));
    return Object.fromEntries(kept.map(([name, property]) => [name, this.value(property as JsonSchema, name)]));
  }

  private text({ format, minLength = 0, maxLength = 100 }: JsonSchema, key: string) {
    if (format === "uuid") return this.id(key);
    if (format === "date-time") return "2026-01-31T10:00:00.000Z";
    if (format === "date") return "2026-01-31";
    if (format === "email") return "admin@persdesk.demo";
    return among(this.draw, texts).padEnd(minLength, "0").slice(0, maxLength);
  }
}

/** Replaces a value, or one somewhere inside it, by a hostile one. */
export function spoiled(draw: Draw, value: unknown): unknown {
  if (typeof value !== "object" || value === null || chance(draw, 40)) return among(draw, evil);
  const keys = Object.keys(value);
  if (keys.length === 0) return among(draw, evil);
  const key = among(draw, keys);
  const inner = spoiled(draw, (value as Record<string, unknown>)[key]);
  if (Array.isArray(value)) return value.with(Number(key), inner);
  return { ...value, [key]: inner };
}

export const asText = (value: unknown) => (typeof value === "string" ? value : JSON.stringify(value));

/**
 * What a screen might send to a procedure: a valid input with one to three things changed for the worse, sometimes
 * something else altogether.
 */
export function malformedInput(draw: Draw, schema: JsonSchema, ids: KnownIds, router: string): unknown {
  if (chance(draw, 10)) return among(draw, evil);
  let input = new Sound(draw, schema, ids, router).value(schema, "");
  for (let times = draw(fc.integer, { min: 1, max: 3 }); times > 0; times--) input = spoiled(draw, input);
  return input;
}
