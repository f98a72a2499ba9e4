import { and, eq, type SQL } from "drizzle-orm";
import type { PgTable } from "drizzle-orm/pg-core";
import { languages, modules } from "@/db/schema";
import type { Ctx, KnownCtx } from "@/server/kit/call/context";
import { type AppError, broken, notFound } from "@/server/kit/call/errors";
import type { UploadedFile } from "@/server/kit/call/meta";
import { LongText, Text } from "@/server/kit/call/wire";
import { importOnce } from "@/server/kit/import/import-once";
import { type Column, importer } from "@/server/kit/import/importer";
import { leftSince } from "@/server/kit/import/left-records";
import { writtenBy } from "@/server/kit/import/written-by";
import { oneOf } from "@/server/kit/list/list-filters";
import { groupBy } from "@/server/kit/value/group.rules";
import { ImportOptions, type TextEdit, TextName, textCaps } from "./text.schema";
import { type KnownText, type KnownTexts, planText, type TextCells, type TextImport } from "./text-import-plan";
import { type ImportedText, writeImported } from "./text-import-write";
import { plainColumns, type TextSource } from "./text-record";
import type { TextService } from "./text-service";

async function assertLanguage(ctx: Ctx, languageId: string, fault: () => AppError) {
  const [language] = await ctx.db.select({ id: languages.id }).from(languages).where(eq(languages.id, languageId));
  if (!language) throw fault();
}

/** These texts with their values in one language. */
async function textsWhere(ctx: Ctx, of: TextSource, where: SQL, languageId: string): Promise<KnownText[]> {
  const { table, values } = of;
  return (await ctx.db
    .select({
      id: table.id,
      name: table.name,
      moduleId: table.moduleId,
      version: table.version,
      fields: { ...plainColumns(of), value: values.value },
    })
    .from(table as PgTable)
    .leftJoin(values as PgTable, and(eq(values.parentId, table.id), eq(values.languageId, languageId)))
    .where(where)) as KnownText[]; // the columns of a `TextTable` and its `ValueTable`
}

const lockWhere = (ctx: Ctx, { table }: TextSource, where: SQL) =>
  ctx.db
    .select({ id: table.id })
    .from(table as PgTable)
    .where(where)
    .orderBy(table.id)
    .for("update");

/** The texts of these names, locked first where an import is about to write. */
async function textsNamed(ctx: Ctx, of: TextSource, names: string[], languageId: string): Promise<KnownTexts> {
  const named = oneOf(of.table.name, [...new Set(names)], "text");
  const [all, [language], locked] = await Promise.all([
    ctx.db.select({ id: modules.id, code: modules.code, label: modules.label }).from(modules),
    ctx.db.select({ code: languages.code }).from(languages).where(eq(languages.id, languageId)),
    ctx.inTransaction ? lockWhere(ctx, of, named) : undefined,
  ]);
  const texts = locked?.length === 0 ? [] : await textsWhere(ctx, of, named, languageId);
  return { byName: groupBy(texts, (row) => row.name), modules: all, language: language?.code ?? "" };
}

/**
 * Texts get back what they had, new ones go. One that somebody changed since stays: a changed text where a field that was
 * imported is another by now, a new one where anything of it is.
 */
async function undo(ctx: KnownCtx, service: TextService, imported: ImportedText[], languageId: string) {
  const { source, writer } = service;
  const these = oneOf(
    source.table.id,
    imported.map(({ id }) => id),
  );
  await lockWhere(ctx, source, these);
  const now = new Map((await textsWhere(ctx, source, these, languageId)).map((row) => [row.id, row]));
  const edits: TextEdit[] = [];
  const gone: string[] = [];
  const changed: ImportedText[] = [];
  for (const one of imported) {
    const row = now.get(one.id);
    const asImported = row && Object.entries(one.after).every(([field, text]) => row.fields[field] === text);
    if (!row || !asImported || (one.isNew && row.version > 1)) changed.push(one);
    else if (one.isNew) gone.push(one.id);
    else {
      const { value, ...fields } = one.before;
      edits.push({ id: one.id, ...fields, translations: value === undefined ? [] : [{ languageId, value }] });
    }
  }
  await writer.edit(ctx, edits);
  if (gone.length > 0) await writer.remove(ctx, gone);
  return leftSince(ctx, source.name, changed, (id) => now.has(id));
}

/** Imports texts in one language, from a file with the documents' columns `name,value` and what else a text has. */
export function textImporter(service: TextService) {
  const { source } = service;
  const { schemas } = source;
  const own = Object.entries(schemas.own).map(([key, { schema, help }]): [string, Column] => [
    key,
    { title: key, schema, help },
  ]);
  const fields = ["value", ...own.map(([key]) => key), "description"];
  return importer({
    name: source.name,
    options: ImportOptions,
    key: "name",
    columns: {
      name: { title: "name", schema: TextName, required: true, help: "The key, such as button.save." },
      value: {
        title: "value",
        schema: schemas.value,
        expected: true,
        help: "The text. An empty one leaves what is there.",
      },
      module: {
        title: "module",
        schema: Text(200),
        help: "The module's code or name, where several have such a text",
      },
      ...Object.fromEntries(own),
      description: {
        title: "description",
        schema: LongText(textCaps.description),
        help: "What translators should know",
      },
    },
    async check(ctx, { languageId, createIn }) {
      await assertLanguage(ctx, languageId, () => broken("languageId", "There is no such language."));
      if (createIn && (await ctx.db.$count(modules, eq(modules.id, createIn))) === 0)
        throw broken("createIn", "There is no such module.");
    },
    known: (ctx, rows, { languageId }) =>
      textsNamed(
        ctx,
        source,
        rows.map(({ name }) => String(name)),
        languageId,
      ),
    // Each column's schema reads a text and makes a text.
    plan: (row, known: KnownTexts, { createIn }) => planText(fields, row as TextCells, known, createIn),
    write: (ctx, writes: TextImport[], options) =>
      writeImported(writtenBy(ctx, options), source, writes, options.languageId),
    undo: (ctx, imported, { languageId }) => undo(ctx, service, imported, languageId),
  });
}

type TextImporter = ReturnType<typeof textImporter>;

interface Upload {
  languageId: string;
  file: UploadedFile;
  dryRun: boolean;
}

/** The REST upload (document 4.14): good rows are saved in one transaction, the others reported; 404 for an unknown language. */
export async function uploadTexts(ctx: KnownCtx, service: TextService, importer: TextImporter, upload: Upload) {
  const { languageId, file, dryRun } = upload;
  const check = () => assertLanguage(ctx, languageId, notFound);
  const { ids, report } = await importOnce(ctx, importer, file, { languageId }, { dryRun, check });
  return { ...(await service.touched(ctx, ids)), report };
}
