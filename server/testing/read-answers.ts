import { createHash } from "node:crypto";
import fc from "fast-check";
import { afterAll, beforeAll, expect, vi } from "vitest";
import { closeDatabase, database, preparedSql } from "@/db/client";
import { sessionSettings } from "@/db/session";
import { inputSchemaOf, type JsonSchema, proceduresOf, resolve, takesOrGivesFiles } from "@/server/doors/rest-plan";
import type { Actor, KnownCtx } from "@/server/kit/call/context";
import { toAppError } from "@/server/kit/call/errors";
import { staffCtx } from "@/server/kit/testing";
import { permissionCodes } from "@/server/permissions";
import { appRouter } from "@/server/root";
import { Sound } from "../malformed.values";
import { callProcedure } from "./call-procedure";
import type { Hints } from "./contrasting-rows";
import type { Before } from "./released-sections";

// What each read answers at a moment of a demo's story: asked plainly, by each of its filters and in each order.

/** The moment that a story leads up to. */
export const moment = "2026-11-01T12:00:00Z";
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

/** Stops the clocks of a test file and of its database at the moment: call it at the top of the file, after the demo. */
export function useMoment() {
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
}

const all = proceduresOf(appRouter).filter(
  ([, procedure]) => procedure._def.type === "query" && !takesOrGivesFiles(procedure),
);
const names = new Set(all.map(([name]) => name));
/** Rows and totals are also in the list of the same resource. */
const isOfList = (name: string) => /\.(rows|count)$/.test(name) && names.has(name.replace(/\w+$/, "list"));
/** The reads that are asked. */
export const reads = all.filter(([name]) => !isOfList(name));
/** Draws of a read by itself, so that they are the same whatever is asked before. */
const drawsOf = () => fc.sample(fc.gen(), { numRuns: 4, seed: 20_261_125 });

interface Answer {
  items?: unknown[];
}

/** Somebody of the company that is asked about, who may do everything in it. */
const member = (): KnownCtx => {
  const ctx = staffCtx(database());
  const rightsIn = async () => new Set(permissionCodes);
  return { ...ctx, actor: { ...ctx.actor, type: "Pro Center Admin", rightsIn } as Extract<Actor, { kind: "user" }> };
};

/** What a read answers to staff, or to somebody of the company where it is for these alone. */
async function ask(name: string, input: unknown) {
  const answer = await askAs(staffCtx(database()), name, input);
  return "refused" in answer && answer.refused === "forbidden" ? askAs(member(), name, input) : answer;
}

async function askAs(ctx: KnownCtx, name: string, input: unknown) {
  try {
    return (await callProcedure(name, input, ctx, { type: "query" }).then((answer) =>
      Object(answer) === answer ? answer : { answer },
    )) as Answer;
  } catch (error) {
    return { refused: toAppError(error).code };
  }
}

const sizeOf = (answer: Answer | { refused: string }) =>
  "refused" in answer ? -1 : (answer.items?.length ?? JSON.stringify(answer).length);

/** Ids, beginnings of keys and places of walks by lot, and moments of the seeding: after the story's. */
const keys = /"prefix":"[0-9a-f]{6}[^"]*"/g;
const byLot = /[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12}/g;
const later = (text: string) => (Date.parse(text) > Date.parse(moment) + 86_400_000 ? "later" : text);
/** Ids that begin with the moment at which they were made, of what was made while the demo was seeded. */
const ofNow = (id: string) =>
  /-7[0-9a-f]{3}-/.test(id) && Number.parseInt(id.replace("-", "").slice(0, 12), 16) > Date.parse(moment) + 86_400_000;
export const isStable = (id: string) => !id.match(byLot) && !ofNow(id);
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
  const draws = drawsOf();
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

interface Found {
  input: object;
  answer: Answer | { refused: string };
}
const isEmpty = ({ answer }: Found) => "refused" in answer || answer.items?.length === 0;

/** What a read is asked with so that it answers much: drawn, and where that finds nothing, with each of the hints. */
async function fullest(name: string, needed: JsonSchema, more: object, { ids, values, others }: Hints): Promise<Found> {
  const { properties = {}, required = [] } = needed;
  let best: Found | undefined;
  const tried = async (input: object) => {
    const found = { input, answer: await ask(name, input) };
    if (!best || sizeOf(found.answer) > sizeOf(best.answer)) best = found;
    return best;
  };
  const drawn =
    required.length > 0 ? drawsOf().map((draw) => new Sound(draw, needed, ids, name.split(".")[0] ?? "")) : [];
  const given = drawn.map((sound) => sound.value(needed, "") as object); // an object's schema gives one
  let most = await tried({ ...given[0], ...more });
  for (const values of given.slice(1)) most = await tried({ ...values, ...more });
  const every = [...ids.values(), others].flat();
  for (const key of required.filter((key) => key !== "companyId")) {
    if (values.size === 0 || !isEmpty(most)) break;
    const { format, type } = resolve(properties[key] as JsonSchema, needed);
    const hinted = format === "uuid" ? every : type === "string" ? (values.get(key) ?? []) : [];
    for (const value of hinted.slice(0, 150)) {
      most = await tried({ ...most.input, [key]: value });
      if (!isEmpty(most)) break;
    }
  }
  return most;
}

/**
 * A read's answers, a line each: the first is what it needs.
 * @param before what it was asked with when its answers were released, which is asked again; a section that is
 * taken out of the file is drawn anew
 */
export async function answersOf([name, procedure]: (typeof reads)[number], hints: Hints, before?: Before) {
  const schema: JsonSchema = procedure._def.inputs.length ? inputSchemaOf(procedure) : { type: "object" };
  const { properties = {}, required = [] } = resolve(schema, schema);
  const kept = Object.fromEntries(Object.entries(properties).filter(([key]) => required.includes(key)));
  const needed = { ...resolve(schema, schema), required, properties: kept, $defs: schema.$defs };
  const more = "limit" in properties && !required.includes("limit") ? { limit: 1000 } : {};
  const again = before && { input: before.input, answer: await ask(name, before.input) };
  const base =
    again && (before.isRefused || !("refused" in again.answer)) ? again : await fullest(name, needed, more, hints);
  const lines = [`${name} ${masked(JSON.stringify(base.input))}`, `  ${lineOf(base.answer)}`];
  if ("refused" in base.answer) return lines;
  const seen = new Set<string>();
  for (const own of inputsOf(name, schema, hints.ids, base.answer.items)) {
    const said = JSON.stringify(own);
    if (seen.has(said)) continue;
    seen.add(said);
    lines.push(`  ${masked(said)} ${lineOf(await ask(name, { ...base.input, ...own }))}`);
  }
  return lines;
}
