import { and, eq } from "drizzle-orm";
import { imports } from "@/db/schema";
import { inTransaction, type KnownCtx, ownerOf } from "@/server/kit/call/context";
import { AppError, broken } from "@/server/kit/call/errors";
import { same } from "@/server/kit/value/same.rules";
import { importStates } from "./import.rules";
import type { Import } from "./import.schema";
import { type ImportRow, importRow, viewOf } from "./import-row";
import type { Chosen, Importer } from "./importer";
import { columnsOf, type PlannedRow, rowPlanner } from "./plan-rows";
import { readChunk, removePlan } from "./plan-store";
import { orDropped, planWriter } from "./plan-writer";
import { readSheet } from "./sheet/read-sheet";
import type { SheetRow } from "./sheet/sheet";

type Moved = ImportRow["moved"];

/** The chosen options as the importer takes them. @throws AppError 400 */
export const chosenOf = (importer: Importer, options: unknown): Chosen =>
  Object.fromEntries(
    Object.entries(importer.options.parse(options)).flatMap(([key, value]) =>
      value === undefined ? [] : [[key, String(value)]],
    ),
  );

export interface FileToImport {
  name: string;
  bytes: Uint8Array;
}

interface PlanOptions {
  /** in place of the importer's own look at its options */
  check?: () => Promise<void>;
  /** false: nothing is stored, and so nothing can be confirmed */
  keep?: boolean;
}

/** The rows to plan, from a file or from elsewhere. */
export interface PlannedSheet {
  kind: ImportRow["kind"];
  /** of all that the rows hold */
  sha256: string;
  titles: string[];
  rows: AsyncIterable<SheetRow[]> | Iterable<SheetRow[]>;
}

/** Finds out what each row of a sheet would do; writes none of it. */
export async function planSheet(
  ctx: KnownCtx,
  importer: Importer,
  { kind, sha256, titles, rows }: PlannedSheet,
  options: Chosen,
  { check = () => importer.check(ctx, options), keep = true }: PlanOptions = {},
) {
  const { ignored } = columnsOf(importer, titles);
  await check();
  const subject = { owner: ownerOf(ctx), companyId: ctx.company?.id ?? null, fileSha256: sha256, options };
  const writer = planWriter(subject, { keep });
  return orDropped(writer, async () => {
    const plan = rowPlanner(importer, titles, options);
    for await (const batch of rows) {
      await importer.count(ctx, batch.length);
      await writer.add((await plan(ctx, batch)).map(({ row }) => row));
    }
    const planned = await writer.end();
    if (planned.counts.total === 0)
      throw new AppError("invalid_input", "The file has a first line, but no rows below it.");
    return { kind, titles, ignoredTitles: ignored, ...subject, ...planned };
  });
}

/** Reads a file and finds out what each of its rows would do; writes none of it. */
export async function planFile(
  ctx: KnownCtx,
  importer: Importer,
  file: FileToImport,
  options: Chosen,
  how: PlanOptions = {},
) {
  const { takesXliff } = importer;
  return readSheet(file.bytes, (sheet) => planSheet(ctx, importer, sheet, options, how), { takesXliff });
}

/** A file's name as it may be stored and shown. */
const fileNameOf = (name: string) =>
  name
    .replace(/[\p{C}\p{Zl}\p{Zp}]/gu, "")
    .trim()
    .slice(0, 200) || "file";

/** Keeps a plan as an import that can be confirmed. */
export async function keepPlan(
  ctx: KnownCtx,
  importer: Importer,
  name: string,
  { errors: _, ...planned }: Awaited<ReturnType<typeof planFile>>,
): Promise<ImportRow> {
  const [row] = await ctx.db
    .insert(imports)
    .values({
      ...planned,
      importer: importer.name,
      actorLabel: ctx.actor.label,
      fileName: fileNameOf(name),
      status: "planned",
      moved: [],
      left: [],
      plannedAt: new Date().toISOString(),
    })
    .returning();
  if (!row) throw new Error("insert into imports returned nothing");
  return row;
}

/** What importing a file would do, kept for an hour; nothing is written before it is confirmed. */
export async function previewImport(ctx: KnownCtx, importer: Importer, file: FileToImport, options: unknown) {
  const planned = await planFile(ctx, importer, file, chosenOf(importer, options));
  return inTransaction(ctx, async (ctx) => viewOf(ctx, await keepPlan(ctx, importer, file.name, planned)));
}

const gone = () => broken("id", "This plan has expired. Choose the file again.", "plan_outdated");

/**
 * The rows of a plan's file, chunk by chunk; while one is worked on, the next is read.
 * @throws AppError 422 where the plan has had its hour
 */
export async function* rowsOfPlan({ planKey, chunks }: ImportRow): AsyncGenerator<PlannedRow[]> {
  const read = (chunk: number) => {
    const rows = chunk < chunks.length ? readChunk(planKey, chunk) : undefined;
    rows?.catch(() => undefined); // heard where it is awaited, or not at all where the work ends first
    return rows;
  };
  let coming = read(0);
  for (let chunk = 0; chunk < chunks.length; chunk++) {
    const rows = await coming;
    if (!rows) throw gone();
    coming = read(chunk + 1);
    yield rows;
  }
}

export const sheetRowOf = ({ row, cells, fault, blank }: PlannedRow): SheetRow => ({ row, cells, fault, blank });

/** Makes a plan again from the rows that it keeps: with other options, or because the data moved. */
export async function planAgain(
  ctx: KnownCtx,
  importer: Importer,
  row: ImportRow,
  options: Chosen,
): Promise<ImportRow> {
  importStates.assert("status", row.status, "planned");
  await importer.check(ctx, options);
  const { owner, companyId, fileSha256 } = row;
  const writer = planWriter({ owner, companyId, fileSha256, options }, { keep: true });
  const isSameChoice = same(options, row.options);
  const moved: Moved = [];
  const planned = await orDropped(writer, async () => {
    const plan = rowPlanner(importer, row.titles, options);
    for await (const before of rowsOfPlan(row)) {
      const after = (await plan(ctx, before.map(sheetRowOf))).map((one) => one.row);
      if (isSameChoice) moved.push(...movedBetween(before, after, mostMoved - moved.length));
      await writer.add(after);
    }
    return writer.end();
  });
  const { errors: _, ...fresh } = planned;
  const again = {
    ...fresh,
    options,
    moved,
    status: "planned" as const,
    startedAt: null,
    written: 0,
    plannedAt: new Date().toISOString(),
  };
  const [changed] = await inTransaction(ctx, (ctx) =>
    ctx.db
      .update(imports)
      .set(again)
      .where(and(eq(imports.id, row.id), eq(imports.planKey, row.planKey), eq(imports.status, row.status)))
      .returning(),
  );
  if (!changed) {
    await writer.drop();
    throw broken("id", "This plan was made again somewhere else. Load the page again.", "plan_outdated");
  }
  await removePlan(row.planKey, row.chunks.length);
  return changed;
}

const mostMoved = 100;

function movedBetween(before: PlannedRow[], after: PlannedRow[], most: number): Moved {
  return after
    .flatMap((one, index) => {
      const was = before[index];
      return !was || was.digest === one.digest ? [] : { row: one.row, name: one.name, was: was.kind, is: one.kind };
    })
    .slice(0, most);
}

/** The plan of the same file with other options. */
export async function replanImport(ctx: KnownCtx, importer: Importer, id: string, options: unknown): Promise<Import> {
  const row = await importRow(ctx, importer, id);
  if (row.status !== "planned") throw broken("id", "This import was started already.");
  return viewOf(ctx, await planAgain(ctx, importer, row, chosenOf(importer, options)));
}
