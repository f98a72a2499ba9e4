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
  resolve,
  takesOrGivesFiles,
} from "@/server/doors/rest-plan";
import { appRouter } from "@/server/root";
import { Sound } from "./malformed.values";
import { ask, askScreen, readScreen } from "./testing/ask";
import { administrator, knownIds } from "./testing/malformed";
import { neededOf, type Path, pathsTo, requestOf, withValue } from "./testing/schema-paths";

// Every date that an operation takes, at both doors, is tried at its ends: an answer, or a refusal that says so, never a 500.

const { db } = useDemo(60, "2026-11-01T12:00:00Z");

const bareDays = ["0001-01-01", "0026-11-23", "0099-12-31", "1000-01-01", "9999-12-30", "9999-12-31"];
const unreadable = ["0000-01-01", "0001-01-01T00:00:00+14:00", "9999-12-31T23:59:59.999-12:00", "+010000-01-01"];
const values = [
  ...bareDays,
  ...unreadable,
  "0031-01-01T00:00:00Z",
  "0001-01-01T00:00:00-23:59",
  "9999-12-31T23:59:59.999Z",
  "9999-12-31T23:59:59+23:59",
  "2026-02-29",
];

const isDate = ({ format }: JsonSchema) => format === "date" || format === "date-time";

const draws = fc.sample(fc.gen(), { numRuns: 6, seed: 20_261_124 });
let ids = new Map<string, string[]>();
let person: Awaited<ReturnType<typeof administrator>>;

beforeAll(async () => {
  ids = await knownIds(db());
  person = await administrator(db());
});

interface Answer {
  status: number;
  text: string;
  asked: string;
}

/** Device messages are judged one by one: the answer is 200 and names those that were refused. */
const refusesItem = (text: string) => text.includes('"rejected":[{"index":0,');

/** Tries all values with an input that is answered for an ordinary day, or with the last of a few. */
async function tryEnds(schema: JsonSchema, name: string, path: Path, call: (input: unknown) => Promise<Answer>) {
  const needed = neededOf(resolve(schema, schema));
  let input: unknown;
  let isAnswered = false;
  for (const draw of draws) {
    input = new Sound(draw, { ...needed, $defs: schema.$defs }, ids, name.split(".")[0] ?? "").value(needed, "");
    const { status, text, asked } = await call(withValue(input, path, "2026-01-31T10:00:00Z"));
    expect(status, asked).toBeLessThan(500);
    isAnswered = status < 300 && !refusesItem(text);
    if (isAnswered) break;
  }
  if (isAnswered) answered.push(name);
  for (const value of values) {
    const { status, text, asked } = await call(withValue(input, path, value));
    expect(status, asked).toBeLessThan(500);
    if (isAnswered && unreadable.includes(value)) expect(refusesItem(text) ? 400 : status, asked).toBe(400);
  }
}

const found = proceduresOf(appRouter)
  .filter(([, procedure]) => procedure._def.inputs.length > 0 && !takesOrGivesFiles(procedure))
  .flatMap(([name, procedure]) => {
    const schema = inputSchemaOf(procedure);
    return pathsTo(schema, schema, isDate).map((path) => ({ name, path, schema, type: procedure._def.type }));
  });

const answered: string[] = [];
const procedures = sample(found, 15, "dates of screens' input that are set to the ends of time");

test("finds the dates of lists and bodies", () => {
  const names = found.map(({ name, path }) => `${name} ${path.join(".")}`);
  expect(names).toEqual(expect.arrayContaining(["vehicles.rows endDate"]));
  expect(names.length).toBeGreaterThan(80);
});

test.each(procedures)("a screen's $name takes the ends of time as $path", ({ name, path, schema, type }) =>
  tryEnds(schema, name, path, async (input) => {
    const call = type === "mutation" ? askScreen : readScreen;
    const { status, text } = await call(name, input, { headers: { cookie: person.cookie } });
    return { status, text, asked: `${JSON.stringify(input).slice(0, 500)} answers ${text.slice(0, 500)}` };
  }),
);

const withoutForms = planOperations(appRouter).filter(({ bodyType }) => bodyType !== "multipart");
const asked = withoutForms.flatMap((operation) =>
  pathsTo(operation.input, operation.input, isDate).map((path) => ({ name: operation.name, path, operation })),
);
const operations = sample(asked, 15, "dates of operations that are set to the ends of time");

test.each(operations)("the operation $name takes the ends of time as $path", async ({ name, path, operation }) => {
  const { rest, input: schema } = operation;
  const headers: Record<string, string> =
    rest.auth === "apiKey" ? { "x-api-key": env.INTERNAL_API_KEY ?? "" } : { authorization: `Bearer ${person.bearer}` };
  await tryEnds(schema, name, path, async (asked) => {
    const { path, body } = requestOf(operation, asked);
    const { status, text } = await ask(rest.method, path, { headers, body });
    return { status, text, asked: `${rest.method} ${path} ${JSON.stringify(asked).slice(0, 400)} answers ${text}` };
  });
});

test("most of these are answered for an ordinary day, so that the ends came to the operation", () => {
  expect(answered.length).toBeGreaterThan((procedures.length + operations.length) * scaled(0.5, 0.7));
});
