import { sql } from "drizzle-orm";
import { beforeAll, describe, expect, it } from "vitest";
import { useDatabase } from "@/db/testing/database";
import { sample } from "@/db/testing/sample";
import { scaled } from "@/db/testing/scale";
import { type AppError, toAppError } from "@/server/kit/call/errors";
import { staffCtx } from "@/server/kit/testing";
import { callProcedure } from "@/server/testing/call-procedure";
import { type Made, withNeeded, withoutFile, withSomeFiles } from "@/server/testing/sample-steps";
import { prepareSamples, samples } from "../root.samples";
import { takes, texts, unstorable } from "../testing/texts";

const { db } = useDatabase();

const call = (path: string, input: unknown, type: "query" | "mutation") =>
  callProcedure(path, input, { ...staffCtx(db()), requestId: crypto.randomUUID() }, { type });

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
    for (const { procedure, path, schema, name } of sample(lists, 40, "filters of lists that no record can match"))
      for (const text of unstorable) {
        if (!takes(schema, text)) continue;
        const answer = await call(procedure, { [path[0] ?? ""]: text }, "query").catch(toAppError);
        const { errors, items, totalItems, status } = answer as Partial<AppError> & {
          items?: unknown[];
          totalItems?: number;
        };
        // A list of one parent is refused because the parent is missing; PostgreSQL's refusal would name no field.
        if ((status && !errors?.length) || items?.length || totalItems) wrong.push(`${name} ${JSON.stringify(text)}`);
      }
    expect(wrong).toEqual([]);
  });

  it("no mutation stores one, and none fails of it", { timeout: scaled(240_000, 600_000) }, async () => {
    const made: Made = {};
    const failed: string[] = [];
    let tried = 0;
    const some = withSomeFiles(samples, "texts that cannot be stored");
    const spoilt = new Set(sample(some, 25, "mutations whose fields get texts that cannot be stored"));
    for (const step of withNeeded(some, spoilt)) {
      const { call: path, input, as } = step;
      const given = spoilt.has(step)
        ? sample(unstorable, 1, "texts that cannot be stored, in each field of a mutation")
        : [];
      for (const text of given)
        for (const bad of spoiled(await input(made), text)) {
          // A file's bytes are handed over to the thread that reads them, so each call gets its own.
          const error = await call(path, structuredClone(bad), "mutation")
            .then(withoutFile)
            .then(() => undefined, toAppError);
          if (error && error.status >= 500) failed.push(`${path} ${JSON.stringify(bad)}`);
          tried++;
        }
      const answer = await withoutFile(await call(path, await input(made), "mutation"));
      if (as) made[as] = answer as Made[string];
    }
    expect(failed).toEqual([]);
    expect(tried).toBeGreaterThan(scaled(5, 500));
    const { found, columns } = await stored();
    expect(found).toEqual([]);
    expect(columns).toBeGreaterThan(100);
  });
});
