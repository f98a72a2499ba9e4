import { expect, it } from "vitest";
import { z } from "zod";
import { proceduresOf } from "@/server/doors/rest-plan";
import { said } from "@/server/kit/value/words.rules";
import { appRouter } from "@/server/root";
import { texts } from "@/texts/node";

/** What a file says of the values of a schema, and of all within it, that stands in the schema. */
function wordsOf(schema: z.core.$ZodType, seen = new Set<z.core.$ZodType>()): string[] {
  if (seen.has(schema)) return [];
  seen.add(schema);
  const { words = {}, none } = said.get(schema) ?? {};
  const own = [...Object.values(words), ...(none ? [none] : [])];
  if (schema instanceof z.ZodNullable || schema instanceof z.ZodOptional || schema instanceof z.ZodReadonly)
    return [...own, ...wordsOf(schema.unwrap(), seen)];
  if (schema instanceof z.ZodArray) return [...own, ...wordsOf(schema.element, seen)];
  if (schema instanceof z.ZodObject)
    return [...own, ...Object.values(schema.shape).flatMap((part) => wordsOf(part, seen))];
  return own;
}

it("words of a file have their French and German", () => {
  const lists = proceduresOf(appRouter).flatMap(([, { _def }]) =>
    _def.meta?.list && _def.output ? [_def.output] : [],
  );
  const words = lists.flatMap((output) => wordsOf(output)).filter((word) => word !== "");
  expect(words.length).toBeGreaterThan(50);
  expect([...new Set(words)].filter((word) => !texts[word])).toEqual([]);
});
