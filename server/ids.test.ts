import { expect, test } from "vitest";
import { z } from "zod";
import { proceduresOf } from "./doors/rest-plan";
import { appRouter } from "./root";

// An id is read in any case, in every place: what comes behind the schema compares and looks up by its small letters.

const small = "0193a1b2-c3d4-7e5f-8a6b-abcdefabcdef";

/** Every schema of an id that these take, with its place; a schema that another one was made from counts as that one. */
const idSchemas = proceduresOf(appRouter).flatMap(([name, { _def }]) =>
  _def.inputs.flatMap((input) => {
    const found: { schema: z.core.$ZodType; place: string }[] = [];
    z.toJSONSchema(input, {
      io: "input",
      unrepresentable: "any",
      reused: "inline",
      override({ zodSchema, jsonSchema, path }) {
        if (jsonSchema.format === "uuid") found.push({ schema: zodSchema, place: `${name} ${path.join(".")}` });
      },
    });
    const origins = new Set(found.map(({ schema }) => schema._zod.parent));
    return found.filter(({ schema }) => !origins.has(schema));
  }),
);

test("every id of an input is read in any case and becomes small letters", () => {
  expect(idSchemas.length).toBeGreaterThan(1_000);
  const asSent = idSchemas.filter(({ schema }) => z.safeParse(schema, small.toUpperCase()).data !== small);
  expect(asSent.map(({ place }) => place)).toEqual([]);
});
