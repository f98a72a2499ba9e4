import type { AnyRouter } from "@trpc/server";
import type { z } from "zod";
import type { Database } from "@/db/client";
import { assertMay, enterCompany, isCompanyThere } from "@/server/kit/call/admission";
import type { Actor, Ctx, KnownCtx } from "@/server/kit/call/context";
import { AppError, notFound } from "@/server/kit/call/errors";
import type { Meta } from "@/server/kit/call/meta";
import { cellColumns, type ExportColumn, type NamesOf, namesNeeded } from "@/server/kit/export/column-cells";
import { type ExportFormat, exportFile, exportFormats } from "@/server/kit/export/export-file";
import { mannerOf, speakAs } from "@/texts/node";
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
  /** the names of records that lists hold by their ids, by what `nameOf` calls them */
  namesOf: Record<string, (ctx: Ctx) => Promise<NamesOf[string]>>;
}

export const exportPath = "/api/export/";
interface ExportedList {
  meta: Meta;
  stream: NonNullable<Meta["list"]>["stream"];
  fields: () => Map<string, Field>;
  /** the list's items: a file holds nothing that no answer shows */
  item: z.ZodType;
  parse: (input: unknown) => unknown;
}

function unescaped(text: string) {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/**
 * `label=Label,modelPERS.label=PERS model,firstName lastName=Name`: a title's own commas and equals signs are
 * percent-encoded once more, and the texts of several paths stand in one column.
 */
export function columnsOf(text: string | null): ExportColumn[] {
  const columns = (text ?? "").split(",").map((pair) => {
    const [source = "", ...title] = pair.split("=");
    const paths = source.trim().split(/ +/);
    return { paths: paths.map((path) => path.split(".")), title: unescaped(title.join("=") || source) };
  });
  const areSane = columns.every(
    ({ paths }) => paths.length <= 5 && paths.flat().every((key) => /^\w{1,100}$/.test(key)),
  );
  if (columns.length > 200 || !areSane) {
    const message = "Give the columns as path=Title, comma-separated.";
    throw new AppError("invalid_input", message, { errors: [{ path: "columns", message }] });
  }
  return columns;
}

function formatOf(text: string | null): ExportFormat {
  const format = text ?? "csv";
  if (Object.hasOwn(exportFormats, format)) return format as ExportFormat; // hasOwn says so
  const message = "Give csv, xlsx or raw.";
  throw new AppError("invalid_input", `format: ${message}`, { errors: [{ path: "format", message }] });
}

const property = (value: unknown, key: string): unknown =>
  typeof value === "object" && value !== null && Object.hasOwn(value, key)
    ? (value as Record<string, unknown>)[key]
    : null;

/** A row for machines: the values of the columns under their paths; all of the row where no columns are named. */
function rawOf(item: z.ZodType, columns: ExportColumn[]) {
  const project = projectionOf(item);
  const paths = columns.flatMap((column) => column.paths);
  return (row: unknown): unknown => {
    const shown = project(row);
    if (paths.length === 0) return shown;
    return Object.fromEntries(paths.map((path) => [path.join("."), path.reduce(property, shown) ?? null]));
  };
}

/** What a list's `rows` answers consist of. */
function itemOf(output: z.ZodType): z.ZodType {
  const { shape } = output as z.ZodObject<{ items: z.ZodArray<z.ZodType> }>; // every `rows` answers `rowsOf(item)`
  return shape.items.element;
}

/** `modelPers` → "model-pers" */
const kebab = (router: string) => router.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);

/** The caller, inside the company where the list is a company's. */
async function admitted(caller: Ctx, meta: Meta, query: URLSearchParams): Promise<KnownCtx> {
  if (meta.company !== undefined) {
    const entered = await enterCompany(caller, meta, queryValue(query, meta.company));
    if (!(await isCompanyThere(entered))) throw notFound();
    return entered;
  }
  const actor = assertMay(caller, meta);
  if (!actor) throw new AppError("credentials_missing");
  return { ...caller, actor };
}

/** All rows of a screen's list as a file: the same filters and order, the chosen columns, in words or raw (ADR 21). */
export function exportDoor({ router, screenActor, database, appUrl, namesOf }: ExportDoor) {
  const lists = new Map<string, ExportedList>();
  for (const [name, procedure] of proceduresOf(router)) {
    const { meta, output } = procedure._def;
    if (!meta?.list || !output) continue;
    lists.set(name.split(".").slice(0, -1).join("."), {
      meta,
      stream: meta.list.stream,
      fields: () => fieldsOf(inputSchemaOf(procedure)),
      item: itemOf(output),
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
    const reader = await screenActor(request.headers.get("cookie"));
    speakAs(mannerOf(reader));
    const caller: Ctx = {
      db: database(),
      actor: reader,
      door: "screen",
      requestId,
      ip,
    };
    const ctx = await admitted(caller, list.meta, url.searchParams);
    const format = formatOf(url.searchParams.get("format"));
    const asked = url.searchParams.get("columns");
    const columns = format === "raw" && asked === null ? [] : columnsOf(asked);
    const input: Record<string, unknown> = {};
    readQuery(list.fields(), url.searchParams, input);
    const checked = list.parse(input) as object; // by the procedure's own schema, which is what its stream takes
    if (request.method === "HEAD") return respond({ status: 200, text: null }, request, requestId);
    const names: NamesOf = {};
    for (const kind of format === "raw" ? [] : namesNeeded(list.item))
      names[kind] = (await namesOf[kind]?.(ctx)) ?? new Map();
    const file = await exportFile(ctx, {
      name: kebab(name),
      format,
      columns: cellColumns(list.item, columns, names),
      raw: rawOf(list.item, columns),
      rows: (ctx, visit) => list.stream(ctx, checked, visit),
      signal: request.signal,
    });
    return respond({ status: 200, text: null, file }, request, requestId);
  };
}
