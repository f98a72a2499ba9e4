import type { AnyRouter } from "@trpc/server";
import type { z } from "zod";
import type { Database } from "@/db/client";
import { assertMay, enterCompany, isCompanyThere } from "@/server/kit/admission";
import type { Actor, Ctx, KnownCtx } from "@/server/kit/context";
import { AppError, notFound } from "@/server/kit/errors";
import { logError } from "@/server/kit/log";
import type { Meta } from "@/server/kit/meta";
import { type Cell, csvStream, type Producer, xlsxStream } from "@/server/kit/spreadsheet";
import { within } from "./health";
import { projectionOf } from "./projection";
import type { Incoming } from "./rest";
import { type Reply, respond } from "./rest-answer";
import { checkedInput, type Field, fieldsOf, inputSchemaOf, proceduresOf } from "./rest-plan";
import { queryValue, readQuery } from "./rest-text";
import { assertSameOrigin } from "./trpc-door";

interface ExportDoor {
  router: AnyRouter;
  screenActor: (cookie: string | null) => Promise<Actor | null>;
  database: () => Database;
  appUrl: string;
}

export const exportPath = "/api/export/";
/** A download that nobody reads must not hold its database connection for ever. */
const patienceMs = 60_000;

const formats = {
  csv: { type: "text/csv; charset=utf-8", stream: csvStream },
  xlsx: { type: "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet", stream: xlsxStream },
};

interface ExportedList {
  meta: Meta;
  stream: NonNullable<Meta["list"]>["stream"];
  fields: Map<string, Field>;
  /** the rows as the list answers them: a file holds no column that no answer shows */
  shown: (rows: unknown[]) => unknown[];
  parse: (input: unknown) => unknown;
}

interface Column {
  path: string[];
  title: string;
}

function unescaped(text: string) {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** `label=Label,modelPERS.label=PERS model`; a title's own commas and equals signs are percent-encoded once more. */
export function columnsOf(text: string | null): Column[] {
  const columns = (text ?? "").split(",").map((pair) => {
    const [path = "", ...title] = pair.split("=");
    return { path: path.trim().split("."), title: unescaped(title.join("=") || path) };
  });
  if (columns.length > 200 || columns.some(({ path }) => path.some((key) => !/^\w{1,100}$/.test(key)))) {
    const message = "Give the columns as path=Title, comma-separated.";
    throw new AppError("invalid_input", message, { errors: [{ path: "columns", message }] });
  }
  return columns;
}

const property = (value: unknown, key: string): unknown =>
  typeof value === "object" && value !== null && Object.hasOwn(value, key)
    ? (value as Record<string, unknown>)[key]
    : null;

/** A value of a row as one cell; a list as its items, what is deeper as JSON. */
export function cellOf(row: unknown, path: string[]): Cell {
  const value = path.reduce(property, row) ?? null;
  if (value === null || typeof value === "string" || typeof value === "number" || typeof value === "boolean")
    return value;
  if (Array.isArray(value) && value.every((item) => typeof item !== "object")) return value.join(", ");
  return JSON.stringify(value);
}

/** What the schema of a list's `rows` leaves of them. */
function rowsBy(output: z.ZodType) {
  const project = projectionOf(output);
  return (rows: unknown[]) => (project({ items: rows, hasMore: false }) as { items: unknown[] }).items;
}

/** `modelPers` on the 31st of January → "model-pers-2026-01-31.csv". */
const fileName = (router: string, format: string) =>
  `${router.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}-${new Date().toISOString().slice(0, 10)}.${format}`;

/**
 * Runs a producer, and tells when its first rows are there: what fails before them can still be answered with an error,
 * what fails later only ends the file early.
 */
function watched(produce: Producer, onLateFailure: (error: unknown) => void) {
  let wrapped: Producer = produce;
  const first = new Promise<void>((resolve, reject) => {
    let begun = false;
    wrapped = async (write) => {
      try {
        await produce(async (rows) => {
          begun = true;
          resolve();
          await within(patienceMs, write(rows), "The reader is too slow.");
        });
        resolve();
      } catch (error) {
        if (begun) onLateFailure(error);
        reject(error);
        throw error;
      }
    };
  });
  return { wrapped, first };
}

/** The caller, inside the company where the list is a company's. */
async function admitted(caller: Ctx, meta: Meta, query: URLSearchParams): Promise<KnownCtx> {
  if (meta.company !== undefined) {
    const entered = await enterCompany(caller, meta, queryValue(query, meta.company));
    if (!(await isCompanyThere(entered))) throw notFound();
    return entered;
  }
  const actor = assertMay(caller, meta);
  if (!actor) throw new AppError("unauthorized");
  return { ...caller, actor };
}

/** All rows of a screen's list as a file: the same filters and order, the chosen columns, streamed. */
export function exportDoor({ router, screenActor, database, appUrl }: ExportDoor) {
  const lists = new Map<string, ExportedList>();
  for (const [name, procedure] of proceduresOf(router)) {
    const { meta, output } = procedure._def;
    if (!meta?.list || !output) continue;
    const fields = fieldsOf(inputSchemaOf(procedure));
    lists.set(name.split(".").slice(0, -1).join("."), {
      meta,
      stream: meta.list.stream,
      fields,
      shown: rowsBy(output),
      parse: (input) => checkedInput(procedure, input),
    });
  }
  return async ({ request, url, requestId, ip }: Incoming): Promise<Reply | Response> => {
    const name = url.pathname.slice(exportPath.length);
    const list = lists.get(name);
    if (!list) throw notFound();
    if (request.method !== "GET" && request.method !== "HEAD")
      throw new AppError("method_not_allowed", undefined, { headers: { allow: "GET, HEAD" } });
    assertSameOrigin(request.headers, appUrl);
    const caller: Ctx = {
      db: database(),
      actor: await screenActor(request.headers.get("cookie")),
      door: "screen",
      requestId,
      ip,
    };
    const ctx = await admitted(caller, list.meta, url.searchParams);
    const format = url.searchParams.get("format") ?? "csv";
    if (format !== "csv" && format !== "xlsx") throw new AppError("invalid_input", "format: give csv or xlsx.");
    const columns = columnsOf(url.searchParams.get("columns"));
    const input: Record<string, unknown> = {};
    readQuery(list.fields, url.searchParams, input);
    const checked = list.parse(input) as never; // by the procedure's own schema, which is what its stream takes
    if (request.method === "HEAD") return respond({ status: 200, text: null }, request, requestId);
    const { wrapped, first } = watched(
      (write) =>
        list.stream(ctx, checked, (rows) =>
          write(list.shown(rows).map((row) => columns.map(({ path }) => cellOf(row, path)))),
        ),
      (error) => request.signal.aborted || logError(error, { requestId, operation: `export ${name}` }),
    );
    const titles = columns.map(({ title }) => title);
    const file = {
      name: fileName(name, format),
      type: formats[format].type,
      body: formats[format].stream(titles, wrapped),
    };
    await first;
    return respond({ status: 200, text: null, file }, request, requestId);
  };
}
