import { and, eq } from "drizzle-orm";
import type { z } from "zod";
import { labels, labelTranslations, languages, modules } from "@/db/schema";
import { touched } from "@/server/content/label-interface/label-interface.service";
import { createLabels, editLabels } from "@/server/content/label-interface/label-write.service";
import { type Ctx, inTransaction, type KnownCtx } from "@/server/kit/context";
import { AppError, broken, notFound } from "@/server/kit/errors";
import { groupBy } from "@/server/kit/group.rules";
import { sha256 } from "@/server/kit/hash";
import type { ImportPreview, ImportReport } from "@/server/kit/import.schema";
import { oneOf } from "@/server/kit/list";
import type { UploadedFile } from "@/server/kit/meta";
import { type Csv, readCsv } from "@/server/kit/spreadsheet";
import { isStorable } from "@/server/kit/text.rules";
import { type Known, type Planned, planImport, titlesOf } from "./label-import.rules";
import type { ConfirmLabelImport, PreviewLabelImport } from "./label-import.schema";

/** Reads the file. @throws AppError 400 for what is no CSV file with the columns name and value */
function read(bytes: Uint8Array): Csv {
  const csv = readCsv(bytes);
  const { missing } = titlesOf(csv);
  if (missing.length) {
    const columns = missing.map((column) => `"${column}"`).join(" and ");
    throw new AppError("invalid_input", `The first line of the file has no column ${columns}.`);
  }
  if (csv.rows.length === 0) throw new AppError("invalid_input", "The file has a first line, but no rows below it.");
  return csv;
}

/** The labels that the file names, locked first where the import is about to write, then read. */
async function knownTo(ctx: Ctx, csv: Csv, languageId: string, createIn?: string): Promise<Known> {
  const column = titlesOf(csv).titles.get("name") ?? "";
  const names = [...new Set(csv.rows.map((row) => (row.values[column] ?? "").trim()))].filter(isStorable);
  const all = await ctx.db.select({ id: modules.id, code: modules.code, label: modules.label }).from(modules);
  if (createIn && !all.some((module) => module.id === createIn)) throw broken("createIn", "There is no such module.");
  if (ctx.inTransaction)
    await ctx.db
      .select({ id: labels.id })
      .from(labels)
      .where(oneOf(labels.name, names, "text"))
      .orderBy(labels.id)
      .for("update");
  const rows = await ctx.db
    .select({
      id: labels.id,
      name: labels.name,
      moduleId: labels.moduleId,
      labelInterfacePage: labels.labelInterfacePage,
      description: labels.description,
    })
    .from(labels)
    .where(oneOf(labels.name, names, "text"));
  const texts = await ctx.db
    .select({ labelId: labelTranslations.parentId, value: labelTranslations.value })
    .from(labelTranslations)
    .where(
      and(
        eq(labelTranslations.languageId, languageId),
        oneOf(
          labelTranslations.parentId,
          rows.map((row) => row.id),
        ),
      ),
    );
  const values = new Map(texts.map((text) => [text.labelId, text.value]));
  const known = rows.map((row) => ({ ...row, value: values.get(row.id) ?? null }));
  return { labels: groupBy(known, (row) => row.name), modules: all, createIn };
}

async function assertLanguage(ctx: Ctx, languageId: string, fault: () => AppError) {
  const [language] = await ctx.db.select({ id: languages.id }).from(languages).where(eq(languages.id, languageId));
  if (!language) throw fault();
}

/** Writes what the plan says: every good row, in one transaction. @returns the ids of the labels touched */
async function write(ctx: KnownCtx, plan: Planned[], languageId: string) {
  const withTexts = <T extends { value?: string }>({ value, ...fields }: T) => ({
    ...fields,
    translations: value === undefined ? [] : [{ languageId, value }],
  });
  const created = await createLabels(
    ctx,
    plan.flatMap(({ create }) => (create ? withTexts(create) : [])),
  );
  const updated = await editLabels(
    ctx,
    plan.flatMap(({ edit }) => (edit ? withTexts(edit) : [])),
  );
  return [...created, ...updated];
}

const count = (plan: Planned[], status: Planned["row"]["status"]) =>
  plan.filter(({ row }) => row.status === status).length;

const reportOf = (plan: Planned[]): ImportReport => ({
  total: plan.length,
  created: count(plan, "new"),
  updated: count(plan, "changed"),
  skipped: count(plan, "same"),
  errors: plan.flatMap(({ row: { row, column, message } }) => (message === null ? [] : { row, column, message })),
});

const tokenOf = (plan: Planned[]) => sha256(JSON.stringify(plan));

type Input = z.output<typeof PreviewLabelImport>;
const unknownLanguage = () => broken("languageId", "There is no such language.");

/** What importing the file would do; writes nothing. */
export async function previewLabelImport(ctx: KnownCtx, input: Input): Promise<ImportPreview> {
  await assertLanguage(ctx, input.languageId, unknownLanguage);
  const bytes = Buffer.from(input.base64, "base64");
  const csv = read(bytes);
  const plan = planImport(csv, await knownTo(ctx, csv, input.languageId, input.createIn));
  return {
    sha256: sha256(bytes),
    token: tokenOf(plan),
    counts: {
      total: plan.length,
      new: count(plan, "new"),
      changed: count(plan, "changed"),
      same: count(plan, "same"),
      error: count(plan, "error"),
    },
    unknown: plan.filter((planned) => planned.unknown).length,
    ignoredColumns: titlesOf(csv).ignored,
    rows: plan.map(({ row }) => row),
  };
}

/**
 * Imports the good rows of a file that was previewed, in one transaction.
 * @throws AppError 422 where the file, or what it would do, is no longer what the preview showed
 */
export const confirmLabelImport = (ctx: KnownCtx, input: z.output<typeof ConfirmLabelImport>): Promise<ImportReport> =>
  inTransaction(ctx, async (ctx) => {
    await assertLanguage(ctx, input.languageId, unknownLanguage);
    const bytes = Buffer.from(input.base64, "base64");
    if (sha256(bytes) !== input.sha256) throw broken("base64", "This is not the file that was previewed.");
    const csv = read(bytes);
    const plan = planImport(csv, await knownTo(ctx, csv, input.languageId, input.createIn));
    if (tokenOf(plan) !== input.token)
      throw broken("token", "Labels were changed since the preview. Nothing was imported; look at the preview again.");
    await write(ctx, plan, input.languageId);
    return reportOf(plan);
  });

/** The REST upload (document 4.14): good rows are saved in one transaction, the others reported; 404 for an unknown language. */
export const uploadLabels = (ctx: KnownCtx, languageId: string, file: UploadedFile) =>
  inTransaction(ctx, async (ctx) => {
    const csv = read(file.bytes);
    await assertLanguage(ctx, languageId, notFound);
    const plan = planImport(csv, await knownTo(ctx, csv, languageId));
    const ids = await write(ctx, plan, languageId);
    return { ...(await touched(ctx, ids)), report: reportOf(plan) };
  });
