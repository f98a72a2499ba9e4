import { callTRPCProcedure } from "@trpc/server";
import { sql } from "drizzle-orm";
import { beforeAll, describe, expect, it } from "vitest";
import type { z } from "zod";
import { useDatabase } from "@/db/testing/database";
import { proceduresOf } from "@/server/doors/rest-plan";
import { type AppError, toAppError } from "@/server/kit/errors";
import { staffCtx } from "@/server/kit/testing";
import { appRouter } from "../root";
import { type Made, prepareSamples, samples } from "../root.samples";

// Characters that PostgreSQL, JSON or XML cannot hold, in every text that either door takes (ADR 19). Both doors check the
// same schemas, so what the procedures refuse is refused everywhere.

const { db } = useDatabase();
const procedures = proceduresOf(appRouter);

const unstorable = ["a\u0000b", "a\ufffeb", "a\ud800b", "a\u001bb"];
const brokenLines = ["a\r\nb", "a\nb", "a\tb"];

/** Texts that a mutation takes and never stores: versions and earlier values are compared, secrets are compared or hashed. */
const notStored =
  / (ifMatch|expected|password|currentPassword|code|totpCode|token|refreshToken|authorization|(initial|previous)KitConfiguration\.key)$/;

/** Texts of several lines. */
const severalLines = /[ .](description|content|releaseNote|reason|value)$/;

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

const texts = procedures.flatMap(([name, { _def }]) =>
  _def.inputs.flatMap((input) =>
    leavesOf(input).map((leaf) => ({
      ...leaf,
      name: `${name} ${leaf.path.filter((part) => part !== 0).join(".")}`,
      procedure: name,
      isMutation: _def.type === "mutation",
    })),
  ),
);
const takes = (schema: z.ZodType, text: string) => schema.safeParse(text).success;

describe("texts at the door", () => {
  it("finds the texts it judges", () => {
    expect(texts.length).toBeGreaterThan(300);
    const known = texts.map(({ name }) => name);
    for (const name of ["pers.create nuSerialPersNumber", "labels.bulkUpsert items.value", "alerts.create rule.value"])
      expect(known).toContain(name);
  });

  it("no mutation takes a text that cannot be stored", () => {
    const open = texts.filter(({ isMutation, schema }) => isMutation && unstorable.some((text) => takes(schema, text)));
    expect(open.map(({ name }) => name).filter((name) => !notStored.test(name))).toEqual([]);
  });

  it("no mutation takes line breaks and tabs where one line is meant", () => {
    const open = texts.filter(
      ({ isMutation, schema }) => isMutation && brokenLines.some((text) => takes(schema, text)),
    );
    const names = open.map(({ name }) => name).filter((name) => !notStored.test(name));
    expect(names.filter((name) => !severalLines.test(name))).toEqual([]);
  });
});

const call = (path: string, input: unknown, type: "query" | "mutation") =>
  callTRPCProcedure({
    router: appRouter,
    path,
    ctx: { ...staffCtx(db()), requestId: crypto.randomUUID() },
    type,
    getRawInput: async () => input,
    signal: undefined,
    batchIndex: 0,
  });

/** A value with `text` in the place of each of its texts, one at a time. */
function* spoiled(value: unknown, text: string): Generator<unknown> {
  if (typeof value === "string") yield text;
  else if (typeof value === "object" && value !== null && !(value instanceof Uint8Array))
    for (const [key, part] of Object.entries(value))
      for (const bad of spoiled(part, text))
        yield Array.isArray(value) ? value.with(Number(key), bad) : { ...value, [key]: bad };
}

/** The tables' columns of text or JSON in which one of these characters was found. */
async function stored() {
  const columns = await db().execute<{ table: string; column: string }>(sql`
    select format('%I.%I', table_schema, table_name) as table, quote_ident(column_name) as column
    from information_schema.columns
    where table_schema in ('backoffice', 'notification', 'platform') and data_type in ('text', 'jsonb', 'ARRAY')`);
  const found: string[] = [];
  for (const { table, column } of columns) {
    // U+FFFD is what UTF-8 makes of half a surrogate pair.
    const [row] = await db().execute(
      sql`select 1 from ${sql.raw(table)} where ${sql.raw(column)}::text ~ ${"[\ufffe\ufffd\u001b]|\\\\u(fffe|d800|001b|0000)"} limit 1`,
    );
    if (row) found.push(`${table}.${column}`);
  }
  return { found, columns: columns.length };
}

describe("through the procedures", () => {
  beforeAll(() => prepareSamples(db()));

  it("a list searched for what no record can hold finds nothing", async () => {
    const wrong: string[] = [];
    const lists = texts.filter(({ procedure, path }) => /\.(list|rows|count)$/.test(procedure) && path.length === 1);
    expect(lists.length).toBeGreaterThan(50);
    for (const { procedure, path, schema, name } of lists)
      for (const text of unstorable) {
        if (!takes(schema, text)) continue;
        const answer = await call(procedure, { [path[0] ?? ""]: text }, "query").catch(toAppError);
        const { errors, items, totalItems, status } = answer as Partial<AppError> & {
          items?: unknown[];
          totalItems?: number;
        };
        // A list of one parent is refused for want of that parent; PostgreSQL's refusal of the text would name no field.
        if ((status && !errors?.length) || items?.length || totalItems) wrong.push(`${name} ${JSON.stringify(text)}`);
      }
    expect(wrong).toEqual([]);
  });

  it("no mutation stores one, and none fails of it", { timeout: 120_000 }, async () => {
    const made: Made = {};
    const failed: string[] = [];
    let tried = 0;
    for (const { call: path, input, as } of samples) {
      for (const text of unstorable)
        for (const bad of spoiled(input(made), text)) {
          const error = await call(path, bad, "mutation").then(() => undefined, toAppError);
          if (error && error.status >= 500) failed.push(`${path} ${JSON.stringify(bad)}`);
          tried++;
        }
      const answer = await call(path, input(made), "mutation");
      if (as) made[as] = answer as Made[string];
    }
    expect(failed).toEqual([]);
    expect(tried).toBeGreaterThan(500);
    const { found, columns } = await stored();
    expect(found).toEqual([]);
    expect(columns).toBeGreaterThan(100);
  });
});
