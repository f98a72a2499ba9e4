import { createHash } from "node:crypto";
import { callTRPCProcedure } from "@trpc/server";
import fc from "fast-check";
import { afterAll, beforeAll, expect, it, vi } from "vitest";
import { closeDatabase, preparedSql } from "@/db/client";
import { sessionSettings } from "@/db/session";
import { useDemo } from "@/db/testing/demo";
import { inputSchemaOf, type JsonSchema, proceduresOf, resolve, takesOrGivesFiles } from "@/server/doors/rest-plan";
import { toAppError } from "@/server/kit/call/errors";
import { staffCtx } from "@/server/kit/testing";
import { Sound } from "./malformed.values";
import { appRouter } from "./root";
import { knownIds } from "./testing/malformed";

// What each read answers about a demo at a moment of its story, asked plainly, by each of its filters and in each order, is
// in a file: a change of it shows, and is meant. Where it is: `npx vitest run server/root.answers.slow.test.ts -u`.

const moment = "2026-11-01T12:00:00Z";
const { db } = useDemo(20, moment);
const { search_path: path } = sessionSettings;

/** The database's clock, as far as statements ask it: the story's moment. */
const clock = `create schema test;
  ${["now", "clock_timestamp", "statement_timestamp", "transaction_timestamp"]
    .map(
      (name) =>
        `create function test.${name}() returns timestamptz language sql stable as $$ select '${moment}'::timestamptz $$;`,
    )
    .join("\n")}`;

/** What is seeded with every database is as old as it happens, and in the order in which it happened: made as old as the story. */
async function age() {
  const columns = await preparedSql()<{ table: string; column: string }[]>`
    select format('%I.%I', table_schema, table_name) as table, quote_ident(column_name) as column
    from information_schema.columns join information_schema.tables using (table_schema, table_name)
    where table_type = 'BASE TABLE' and column_name in ('created_at', 'updated_at')
      and data_type like 'timestamp%' and table_schema not in ('pg_catalog', 'information_schema', 'graphile_worker')`;
  expect(columns.length).toBeGreaterThan(100);
  for (const { table, column } of columns)
    await preparedSql().unsafe(`update ${table} set ${column} = '${moment}' where ${column} > '${moment}'`);
}

beforeAll(async () => {
  await age();
  await preparedSql().unsafe(clock);
  await closeDatabase();
  sessionSettings.search_path = "test, pg_catalog, public";
  vi.useFakeTimers({ toFake: ["Date"], now: Date.parse(moment) });
});
afterAll(async () => {
  vi.useRealTimers();
  sessionSettings.search_path = path;
  await closeDatabase();
});

const queries = proceduresOf(appRouter).filter(
  ([, procedure]) => procedure._def.type === "query" && !takesOrGivesFiles(procedure),
);
const names = new Set(queries.map(([name]) => name));
/** Rows and totals are also in the list of the same resource. */
const isOfList = (name: string) => /\.(rows|count)$/.test(name) && names.has(name.replace(/\w+$/, "list"));
const draws = fc.sample(fc.gen(), { numRuns: 4, seed: 20_261_125 });

interface Answer {
  items?: unknown[];
}

async function ask(name: string, input: unknown) {
  try {
    return (await callTRPCProcedure({
      router: appRouter,
      path: name,
      ctx: staffCtx(db()),
      type: "query",
      getRawInput: async () => input,
      signal: undefined,
      batchIndex: 0,
    }).then((answer) => (Object(answer) === answer ? answer : { answer }))) as Answer;
  } catch (error) {
    return { refused: toAppError(error).code };
  }
}

const sizeOf = (answer: Answer | { refused: string }) =>
  "refused" in answer ? -1 : (answer.items?.length ?? JSON.stringify(answer).length);

/** Ids, beginnings of keys and places of walks by lot, and moments of the seeding: after the story's. */
const keys = /"prefix":"[0-9a-f]{10}"/g;
const byLot = /[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12}/g;
const later = (text: string) => (Date.parse(text) > Date.parse(moment) + 86_400_000 ? "later" : text);
/** Ids that begin with the moment at which they were made, of what was made while the demo was seeded. */
const ofNow = (id: string) =>
  /-7[0-9a-f]{3}-/.test(id) && Number.parseInt(id.replace("-", "").slice(0, 12), 16) > Date.parse(moment) + 86_400_000;
const isStable = (id: string) => !id.match(byLot) && !ofNow(id);
const masked = (text: string) =>
  text
    .replace(byLot, "#")
    .replace(/,"next":"[\w-]+"/g, "")
    .replace(keys, '"prefix":"#"')
    .replace(/\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z/g, later);

/** How much was answered, how it begins, and a digest of the rest. */
function lineOf(answer: object) {
  const text = masked(JSON.stringify(answer));
  const digest = createHash("sha256").update(text).digest("hex").slice(0, 12);
  return `${text.slice(0, 160)} ${text.length > 160 ? `… ${text.length} ${digest}` : ""}`;
}

/** A value that a filter may look for: that of a row of the answer, of the field that the filter is named for. */
function valueIn(rows: unknown, filter: string): unknown {
  const field = filter.replace(/(AnyOf|NoneOf)$/, "");
  const last = Array.isArray(rows) ? rows.at(-1) : undefined;
  const value = typeof last === "object" && last !== null ? (last as Record<string, unknown>)[field] : undefined;
  if (value === undefined || value === null || typeof value === "object") return undefined;
  return field === filter ? value : [value];
}

/** A request with what it needs, and one more for each of its filters and orders. */
function* inputsOf(name: string, schema: JsonSchema, ids: Map<string, string[]>, rows: unknown) {
  const { properties = {}, required = [] } = resolve(schema, schema);
  const router = name.split(".")[0] ?? "";
  for (const [key, property] of Object.entries(properties)) {
    if (required.includes(key) || /^(limit|page|offset|knownTotal|after|withTotal)$/.test(key)) continue;
    const part = property as JsonSchema;
    const orders = key === "sortBy" ? (/Fields: (.*)\./.exec(part.description ?? "")?.[1]?.split(", ") ?? []) : [];
    // What is seeded with every database is not of the story's moments, and as old as it happens.
    for (const order of orders) if (!/^(createdAt|updatedAt)$/.test(order)) yield { sortBy: `${order}:asc` };
    if (key === "sortBy") continue;
    const found = valueIn(rows, key);
    if (found !== undefined) yield { [key]: found };
    for (const draw of part.type === "boolean" || found !== undefined ? [] : draws.slice(0, 2))
      yield { [key]: new Sound(draw, schema, ids, router).value(part, key) };
    for (const value of part.type === "boolean" ? [true, false] : []) yield { [key]: value };
  }
}

it("is what each read answers", async () => {
  const all = await knownIds(db());
  const ids = new Map([...all].map(([table, some]) => [table, some.filter(isStable)]));
  const lines: string[] = [];
  for (const [name, procedure] of queries) {
    if (isOfList(name)) continue;
    const schema: JsonSchema = procedure._def.inputs.length ? inputSchemaOf(procedure) : { type: "object" };
    const { properties = {}, required = [] } = resolve(schema, schema);
    const kept = Object.fromEntries(Object.entries(properties).filter(([key]) => required.includes(key)));
    const needed = { ...resolve(schema, schema), required, properties: kept, $defs: schema.$defs };
    const more = "limit" in properties && !required.includes("limit") ? { limit: 1000 } : {};
    let base: { input: object; answer: Answer | { refused: string } } | undefined;
    for (const draw of required.length > 0 ? draws : draws.slice(0, 1)) {
      const drawn = new Sound(draw, needed, ids, name.split(".")[0] ?? "").value(needed, "") as object;
      const input = { ...drawn, ...more };
      const answer = await ask(name, input);
      if (!base || sizeOf(answer) > sizeOf(base.answer)) base = { input, answer };
    }
    if (!base) continue;
    lines.push(`${name} ${masked(JSON.stringify(base.input))}`, `  ${lineOf(base.answer)}`);
    if ("refused" in base.answer) continue;
    const seen = new Set<string>();
    for (const own of inputsOf(name, schema, ids, base.answer.items)) {
      const said = JSON.stringify(own);
      if (seen.has(said)) continue;
      seen.add(said);
      lines.push(`  ${masked(said)} ${lineOf(await ask(name, { ...base.input, ...own }))}`);
    }
  }
  await expect(`${lines.join("\n")}\n`).toMatchFileSnapshot("released/answers.txt");
}, 300_000);
