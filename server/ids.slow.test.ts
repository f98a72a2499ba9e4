import fc from "fast-check";
import { beforeAll, expect, test } from "vitest";
import { useDemo } from "@/db/testing/demo";
import { sample } from "@/db/testing/sample";
import { scaled } from "@/db/testing/scale";
import { env } from "@/env/env";
import {
  inputSchemaOf,
  type JsonSchema,
  planOperations,
  proceduresOf,
  takesOrGivesFiles,
} from "@/server/doors/rest-plan";
import { appRouter } from "@/server/root";
import { Sound } from "./malformed.values";
import { ask, readScreen } from "./testing/ask";
import { administrator, knownIds } from "./testing/malformed";
import { neededOf, pathsTo, requestOf } from "./testing/schema-paths";

// Whatever is read by ids is read by the same ids in capitals, at both doors.

const { db } = useDemo(60, "2026-11-01T12:00:00Z");
const draws = fc.sample(fc.gen(), { numRuns: 8, seed: 20_261_124 });
let ids = new Map<string, string[]>();
let person: Awaited<ReturnType<typeof administrator>>;

beforeAll(async () => {
  ids = await knownIds(db());
  person = await administrator(db());
});

const takesIds = (schema: JsonSchema) =>
  pathsTo(neededOf(schema), schema, ({ format }) => format === "uuid").length > 0;
const inCapitals = (value: unknown): unknown =>
  JSON.parse(JSON.stringify(value), (_, one) => (/^[\da-f]{8}(-[\da-f]{4}){3}-/.test(one) ? one.toUpperCase() : one));

interface Answer {
  status: number;
  text: string;
}
const answered: string[] = [];

/** What is another one at each moment: times, and files, which hold theirs. */
const moving = /"(at|now|asOf|nextRunAt|file)":"[^"]*"/g;
const still = ({ status, text }: Answer) => ({ status, text: text.replaceAll(moving, "") });

/** Asks with ids that are there, and with the same in capitals. */
async function tryBoth(name: string, schema: JsonSchema, call: (input: unknown) => Promise<Answer>) {
  const needed = neededOf(schema);
  for (const draw of draws) {
    const input = new Sound(draw, { ...needed, $defs: schema.$defs }, ids, name.split(".")[0] ?? "").value(needed, "");
    const first = await call(input);
    if (first.status >= 300) continue;
    answered.push(name);
    expect(still(await call(inCapitals(input))), JSON.stringify(input)).toEqual(still(first));
    return;
  }
}

const readers = proceduresOf(appRouter)
  .filter(([, one]) => one._def.type === "query" && one._def.inputs.length > 0 && !takesOrGivesFiles(one))
  .map(([name, one]) => ({ name, schema: inputSchemaOf(one) }))
  .filter(({ schema }) => takesIds(schema));
const reads = sample(readers, 30, "reads of screens by ids in capitals");

test.each(reads)("a screen reads $name by ids in capitals", ({ name, schema }) =>
  tryBoth(name, schema, (input) => readScreen(name, input, { headers: { cookie: person.cookie } })),
);

const gets = planOperations(appRouter).filter(({ rest, input }) => rest.method === "GET" && takesIds(input));
const operations = sample(gets, 25, "operations that are asked with ids in capitals");

test.each(operations)("GET $rest.path takes ids in capitals", (operation) => {
  const { rest, name, input: schema } = operation;
  const headers: Record<string, string> =
    rest.auth === "apiKey" ? { "x-api-key": env.INTERNAL_API_KEY ?? "" } : { authorization: `Bearer ${person.bearer}` };
  return tryBoth(name, schema, (input) => ask("GET", requestOf(operation, input).path, { headers }));
});

test("most of these were answered", () => {
  expect(readers.length + gets.length).toBeGreaterThan(120);
  expect(answered.length).toBeGreaterThan((reads.length + operations.length) * scaled(0.4, 0.6));
});
