import { expect, it } from "vitest";
import { z } from "zod";
import { inWords } from "./zod-words.rules";

/** What is said of a value that a schema refuses. */
const said = (schema: z.ZodType, value: unknown) =>
  schema.safeParse(value, { error: inWords }).error?.issues.map(({ message }) => message);

it.each([
  [z.string(), undefined, "This field is required."],
  [z.string(), 1, "This must be a text."],
  [z.number(), "1", "This must be a number."],
  [z.int(), 1.5, "This must be a whole number."],
  [z.boolean(), "yes", "This must be true or false."],
  [z.array(z.string()), "a", "This must be a list."],
  [z.object({}), [], "This must be an object."],
  [z.null(), 1, "This must be empty."],
  [z.date(), "x", "This has the wrong type."],
  [z.string().max(1), "ab", "At most 1 characters."],
  [z.string().min(1), "", "This field is required."],
  [z.string().min(2), "a", "At least 2 characters."],
  [z.array(z.int()).max(1), [1, 2], "At most 1 entry."],
  [z.array(z.int()).max(2), [1, 2, 3], "At most 2 entries."],
  [z.array(z.int()).min(1), [], "At least 1 entry."],
  [z.set(z.int()).min(2), new Set([1]), "At least 2 entries."],
  [z.number().max(1000), 1001, "At most 1,000."],
  [z.number().lt(5), 5, "Less than 5."],
  [z.number().min(3), 2, "At least 3."],
  [z.number().gt(3), 3, "More than 3."],
  [z.number().multipleOf(5), 7, "This must be a multiple of 5."],
  [z.enum(["a", "b"]), "c", "Give one of a, b."],
  [z.literal("a"), "c", "This must be a."],
  [z.email(), "x", "This is not an e-mail address."],
  [z.uuid(), "x", "This is not an id (UUID)."],
  [z.iso.date(), "x", "This is not a date."],
  [z.iso.datetime(), "x", "This is not a date with its time and zone."],
  [z.base64(), "?", "This is not base64."],
  [z.ipv4(), "x", "This does not have the right form."],
  [z.strictObject({}), { a: 1, b: 2 }, "This is not known here: a, b."],
  [z.string().refine(() => false), "x", "This is not valid."],
  [z.union([z.int(), z.boolean()]), "x", "This does not have the right form."],
])("is said in words: %#, %j", (schema, value, words) => {
  expect(said(schema, value)).toEqual([words]);
});
