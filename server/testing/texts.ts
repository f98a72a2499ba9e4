import type { z } from "zod";
import { proceduresOf } from "@/server/doors/rest-plan";
import { appRouter } from "../root";

/** Texts with characters that PostgreSQL, JSON or XML cannot hold. */
export const unstorable = ["a\u0000b", "a\ufffeb", "a\ud800b", "a\u001bb"];

interface Leaf {
  path: (string | number)[];
  schema: z.ZodType;
}

/** zod's own description of a schema; a test may look inside. */
const definition = (schema: z.ZodType) =>
  (schema as unknown as { _zod: { def: Record<string, unknown> & { type: string } } })._zod.def;

const wrappers = new Set(["optional", "nullable", "default", "prefault", "nonoptional", "readonly", "catch"]);
function core(schema: z.ZodType): z.ZodType {
  const def = definition(schema);
  if (wrappers.has(def.type)) return core(def.innerType as z.ZodType);
  if (def.type === "lazy") return core((def.getter as () => z.ZodType)());
  if (def.type === "pipe" && definition(def.in as z.ZodType).type !== "string") return core(def.in as z.ZodType);
  return schema;
}

/** Every text inside a schema, with the checks that were put around it. */
function leavesOf(schema: z.ZodType, path: Leaf["path"] = []): Leaf[] {
  const inner = core(schema);
  const def = definition(inner);
  switch (def.type) {
    case "object":
      return Object.entries(def.shape as z.ZodRawShape).flatMap(([key, part]) =>
        leavesOf(part as z.ZodType, [...path, key]),
      );
    case "array":
      return leavesOf(def.element as z.ZodType, [...path, 0]);
    case "record":
      return leavesOf(def.valueType as z.ZodType, [...path, "key"]);
    case "union": {
      const options = (def.options as z.ZodType[]).filter((option) => definition(core(option)).type !== "string");
      const isText = options.length < (def.options as z.ZodType[]).length;
      return [...(isText ? [{ path, schema }] : []), ...options.flatMap((option) => leavesOf(option, path))];
    }
    case "string":
    case "pipe":
      return [{ path, schema }];
    default:
      return [];
  }
}

/** Every text of every procedure's input; both doors check the same schemas. */
export const texts = proceduresOf(appRouter).flatMap(([name, { _def }]) =>
  _def.inputs.flatMap((input) =>
    leavesOf(input).map((leaf) => ({
      ...leaf,
      name: `${name} ${leaf.path.filter((part) => part !== 0).join(".")}`,
      procedure: name,
      isMutation: _def.type === "mutation",
    })),
  ),
);

export const takes = (schema: z.ZodType, text: string) => schema.safeParse(text).success;
