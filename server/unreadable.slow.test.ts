import { sql } from "drizzle-orm";
import fc from "fast-check";
import { decodeJwt } from "jose";
import { beforeAll, expect, test, vi } from "vitest";
import { z } from "zod";
import { useDemo } from "@/db/testing/demo";
import { sample } from "@/db/testing/sample";
import { inputSchemaOf, type JsonSchema, proceduresOf, resolve, takesOrGivesFiles } from "@/server/doors/rest-plan";
import { log } from "@/server/kit/process/log";
import { arrayOf } from "@/server/kit/value/array.rules";
import { appRouter } from "@/server/root";
import { Sound } from "./malformed.values";
import { ask, readScreen } from "./testing/ask";
import { administrator, knownIds } from "./testing/malformed";

// A moment that cannot be read is planted in one row of each table, in every column that may hold one. No answer with rows
// may fail for it: those rows are missing, the answer says how many, the log says which, and the others are there.

const { db } = useDemo(60, "2026-11-01T12:00:00Z");
let person: Awaited<ReturnType<typeof administrator>>;

interface Column extends Record<string, unknown> {
  schema: string;
  table: string;
  column: string;
}

const columnsOfMoments = sql`
  select c.table_schema as schema, c.table_name as table, c.column_name as column
  from information_schema.columns c join information_schema.tables t using (table_schema, table_name)
  where c.table_schema in ('backoffice', 'notification', 'platform') and c.data_type = 'timestamp with time zone'
    and t.table_type = 'BASE TABLE' and c.table_name !~ '_[0-9]{4}_[0-9]{2}$' order by 1, 2, 3`;

/** Puts what cannot be read into a row, if there is one. @returns false where the database itself refuses each such value */
async function plant({ schema, table, column }: Column, own: string[]) {
  const of = sql`${sql.identifier(schema)}.${sql.identifier(table)}`;
  const [some] = await db().execute(sql`select 1 from ${of} limit 1`);
  if (!some) return true;
  // In some rows it cannot be: alerts of one device must not overlap.
  const tries = ["infinity", "-infinity", "0044-03-15 00:00:00+00 BC"].flatMap((value) =>
    Array.from({ length: 12 }, (_, nth) => ({ value, nth })),
  );
  for (const { value, nth } of tries) {
    const change = sql`update ${of} set ${sql.identifier(column)} = ${value}
      where ctid = (select ctid from ${of} as t where not t::text like any(${arrayOf(own)}::text[]) order by ${sql.identifier(column)} is null, ctid offset ${nth} limit 1)`;
    const isPlanted = await db()
      .transaction((tx) => tx.execute(change))
      .then(
        ({ count }) => count > 0,
        () => false,
      );
    if (isPlanted) return true;
  }
  return false;
}

/** Whether an output is an object with rows, at the top of it. */
const hasRows = (schema: JsonSchema) =>
  resolve((resolve(schema, schema).properties?.items as JsonSchema | undefined) ?? {}, schema).type === "array";

const all = proceduresOf(appRouter)
  .filter(([, procedure]) => procedure._def.type === "query" && !takesOrGivesFiles(procedure))
  .map(([name, procedure]) => ({ name, procedure, output: procedure._def.output }))
  .filter(({ output }) => output && hasRows(z.toJSONSchema(output, { unrepresentable: "any" })));
const lists = sample(all, 50, "lists with moments that cannot be read");

interface Answer {
  items: { id?: string }[];
  unreadable?: number;
  meta?: { unreadable?: number };
}
const missingIn = (answer?: Answer) => answer?.unreadable ?? answer?.meta?.unreadable ?? 0;
const leftOut: string[] = [];
const sizeOf = ({ items }: Answer) => items.length;
const draws = fc.sample(fc.gen(), { numRuns: 8, seed: 20_261_125 });

async function read(name: string, input: unknown) {
  const { status, text } = await readScreen(name, input, { headers: { cookie: person.cookie } });
  return { status, text, data: status === 200 ? (JSON.parse(text).result.data as Answer) : undefined };
}

/** With what a query is answered, and with the most rows of a few tries; undefined where none is. */
async function inputOf(name: string, schema: JsonSchema, ids: Map<string, string[]>) {
  const { properties = {}, required = [] } = resolve(schema, schema);
  const kept = Object.entries(properties).filter(([key]) => required.includes(key));
  const needed = { ...resolve(schema, schema), required, properties: Object.fromEntries(kept), $defs: schema.$defs };
  const more = "limit" in properties && !required.includes("limit") ? { limit: 1000 } : {};
  let best: { input: unknown; data: Answer } | undefined;
  for (const draw of kept.length > 0 ? draws : draws.slice(0, 1)) {
    const drawn = new Sound(draw, needed, ids, name.split(".")[0] ?? "").value(needed, "");
    const input = { ...(drawn as object), ...more };
    const { data } = await read(name, input);
    if (data && (!best || sizeOf(data) > sizeOf(best.data))) best = { input, data };
  }
  return best;
}

const asked = new Map<string, { input: unknown; data: Answer }>();
const refusing: string[] = [];
const said = vi.spyOn(log, "error");

beforeAll(async () => {
  const ids = await knownIds(db());
  await administrator(db()); // so that there is a session beside the one that asks
  person = await administrator(db());
  for (const { name, procedure } of lists) {
    const best = await inputOf(name, procedure._def.inputs.length ? inputSchemaOf(procedure) : { type: "object" }, ids);
    if (best && sizeOf(best.data) > 0) asked.set(name, best);
  }
  const columns = await db().execute<Column>(columnsOfMoments);
  const own = [person.sid, String(decodeJwt(person.bearer).sub)].map((id) => `%${id}%`);
  for (const column of columns) if (!(await plant(column, own))) refusing.push(`${column.table}.${column.column}`);
  expect(columns.length).toBeGreaterThan(100);
}, 300_000);

test("every column takes something that cannot be read, but for one that the database keeps", () => {
  // By it the table is divided into months.
  expect(refusing).toEqual(["iot_messages.received_at"]);
});

test.each(lists)("$name", async ({ name }) => {
  const before = asked.get(name);
  if (!before) return;
  const { status, text, data } = await read(name, before.input);
  expect(status, text.slice(0, 2000)).toBe(200);
  const missing = missingIn(data);
  // A row may also be gone for what the planted moment means, such as the end of a link.
  expect((data?.items.length ?? 0) + missing).toBeGreaterThan(sizeOf(before.data) - 4);
  if (missing === 0) return;
  leftOut.push(name);
  expect(said).toHaveBeenCalledWith(expect.objectContaining({ path: name }), expect.any(String));
});

test("most lists left rows out, and said so", () => {
  expect(leftOut.length).toBeGreaterThan(asked.size / 2);
});

test("a file says which rows it lacks, and has the others", async () => {
  const path = "/export/modelPers?columns=label=Label,createdAt=Created";
  const { status, text } = await ask("GET", path, { headers: { cookie: person.cookie } });
  const lines = text.trim().split("\n");
  expect(status).toBe(200);
  expect(lines.at(-1)).toMatch(/[1-9] rows cannot be read and are missing in this file\./);
  expect(lines.length).toBeGreaterThan(4);
});
