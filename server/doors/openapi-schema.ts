import { isDeepStrictEqual } from "node:util";
import { z } from "zod";
import type { JsonSchema } from "./rest-plan";

const dropped = ["$defs", "$schema"];
/** Formats that need no pattern beside them; the one of a date-time has 300 characters. */
const formats = new Set<unknown>(["uuid", "date", "date-time", "email"]);

/** Whether it is the bound of all whole numbers, which zod gives each of them. */
const isNoBound = (key: string, value: unknown) =>
  (key === "maximum" && value === Number.MAX_SAFE_INTEGER) || (key === "minimum" && value === Number.MIN_SAFE_INTEGER);

/** A choice of whole numbers as one of integers. */
function chosen(schema: JsonSchema): JsonSchema {
  const values = schema.enum ?? [schema.const];
  return schema.type === "number" && values.every(Number.isInteger) ? { ...schema, type: "integer" } : schema;
}

/** The named schemas of an OpenAPI document, gathered while its operations are described. */
export class Schemas {
  readonly #named = new Map<string, JsonSchema>();

  /** A zod schema of an answer; what has a `.meta({ id })` becomes a component. */
  of(schema: z.ZodType): JsonSchema {
    const json = z.toJSONSchema(schema, {
      io: "output",
      unrepresentable: "any",
      // Answers may grow: a client that checks them should not refuse a field it does not know.
      override: ({ jsonSchema }) => {
        if (jsonSchema.additionalProperties === false) delete jsonSchema.additionalProperties;
      },
    });
    return this.take(json, json);
  }

  /** A part of a JSON Schema document, its `$defs` moved to the components. */
  take(part: JsonSchema, root: JsonSchema): JsonSchema {
    const renamed = new Map<string, string>();
    const move = (value: unknown): unknown => {
      if (Array.isArray(value)) return value.map(move);
      if (typeof value !== "object" || value === null) return value;
      const drop = "format" in value && formats.has(value.format) ? [...dropped, "pattern"] : dropped;
      const kept = Object.entries(value).filter(([key, inner]) => !drop.includes(key) && !isNoBound(key, inner));
      const moved = Object.fromEntries(
        kept.map(([key, inner]) => [key, key === "$ref" ? reference(String(inner)) : move(inner)]),
      );
      return "enum" in moved || "const" in moved ? chosen(moved) : moved;
    };
    const reference = (ref: string) => {
      const name = ref.replace("#/$defs/", "");
      if (ref === name) return ref;
      const target = root.$defs?.[name];
      if (!target) throw new Error(`${ref} leads nowhere`);
      if (!renamed.has(name)) {
        renamed.set(name, name); // before its insides, which may refer to it
        renamed.set(name, this.#add(name, move(target) as JsonSchema));
      }
      return `#/components/schemas/${renamed.get(name)}`;
    };
    return move(part) as JsonSchema;
  }

  /** The schema as a component, where it has a name. */
  named(name: string | undefined, schema: JsonSchema): JsonSchema {
    return name ? { $ref: `#/components/schemas/${this.#add(name, schema)}` } : schema;
  }

  /** Where a schema has defaults, input and output differ; the input then gets a name of its own. */
  #add(name: string, schema: JsonSchema): string {
    const known = this.#named.get(name);
    if (known && !isDeepStrictEqual(known, schema)) return this.#add(`${name}Input`, schema);
    this.#named.set(name, schema);
    return name;
  }

  /** What a reference leads to, over others. */
  resolved(schema: JsonSchema): JsonSchema {
    const found = this.#named.get(schema.$ref?.replace("#/components/schemas/", "") ?? "");
    return found ? this.resolved(found) : schema;
  }

  components() {
    return Object.fromEntries([...this.#named].sort(([a], [b]) => (a < b ? -1 : 1)));
  }
}

export const isSchemaOfFile = (schema: JsonSchema) => schema.format === "binary";
