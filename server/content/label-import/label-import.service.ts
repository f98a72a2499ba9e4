import { and, eq, sql } from "drizzle-orm";
import { auditLog, labels, labelTranslations, languages, modules } from "@/db/schema";
import { LabelFields, LabelName, LabelValue } from "@/server/content/label-interface/label-interface.schema";
import { touched } from "@/server/content/label-interface/label-interface.service";
import { removeLabels } from "@/server/content/label-interface/label-remove.service";
import { editLabels, type LabelEdit } from "@/server/content/label-interface/label-write.service";
import type { Ctx, KnownCtx } from "@/server/kit/context";
import { type AppError, broken, notFound } from "@/server/kit/errors";
import { groupBy } from "@/server/kit/group.rules";
import { importOnce } from "@/server/kit/import/import-once";
import { importer, type Left } from "@/server/kit/import/importer";
import { oneOf } from "@/server/kit/list";
import type { UploadedFile } from "@/server/kit/meta";
import { Text } from "@/server/kit/wire";
import { type KnownLabels, type LabelTexts, planLabel } from "./label-import.rules";
import { LabelImportOptions } from "./label-import.schema";
import { type ImportedLabel, writeImported } from "./label-import-write.service";

async function assertLanguage(ctx: Ctx, languageId: string, fault: () => AppError) {
  const [language] = await ctx.db.select({ id: languages.id }).from(languages).where(eq(languages.id, languageId));
  if (!language) throw fault();
}

/** The labels of these names with their values in one language, locked first where an import is about to write. */
async function labelsNamed(ctx: Ctx, names: string[], languageId: string): Promise<KnownLabels> {
  const named = oneOf(labels.name, [...new Set(names)], "text");
  const all = await ctx.db.select({ id: modules.id, code: modules.code, label: modules.label }).from(modules);
  if (ctx.inTransaction)
    await ctx.db.select({ id: labels.id }).from(labels).where(named).orderBy(labels.id).for("update");
  const rows = await ctx.db
    .select({
      id: labels.id,
      name: labels.name,
      moduleId: labels.moduleId,
      labelInterfacePage: labels.labelInterfacePage,
      description: labels.description,
      value: labelTranslations.value,
    })
    .from(labels)
    .leftJoin(
      labelTranslations,
      and(eq(labelTranslations.parentId, labels.id), eq(labelTranslations.languageId, languageId)),
    )
    .where(named);
  return { byName: groupBy(rows, (row) => row.name), modules: all };
}

const withTexts = ({ value, ...fields }: LabelTexts, languageId: string) => ({
  ...fields,
  translations: value === undefined ? [] : [{ languageId, value }],
});

const people = async (ctx: Ctx, ids: string[]) => {
  const rows = await ctx.db
    .selectDistinctOn([auditLog.objectId], { id: auditLog.objectId, by: auditLog.actorLabel })
    .from(auditLog)
    .where(and(eq(auditLog.objectType, "label"), oneOf(auditLog.objectId, ids)))
    .orderBy(auditLog.objectId, sql`${auditLog.at} desc`);
  return new Map(rows.map(({ id, by }) => [id, by]));
};

/**
 * Labels get back what they had, new ones go. One that somebody changed since stays: a changed label where a text that was
 * imported is another by now, a new one where anything of it is.
 */
async function undo(ctx: KnownCtx, imported: ImportedLabel[], languageId: string): Promise<Left[]> {
  const ids = imported.map(({ id }) => id);
  await ctx.db.select({ id: labels.id }).from(labels).where(oneOf(labels.id, ids)).orderBy(labels.id).for("update");
  const rows = await ctx.db
    .select({
      id: labels.id,
      version: labels.version,
      labelInterfacePage: labels.labelInterfacePage,
      description: labels.description,
      value: labelTranslations.value,
    })
    .from(labels)
    .leftJoin(
      labelTranslations,
      and(eq(labelTranslations.parentId, labels.id), eq(labelTranslations.languageId, languageId)),
    )
    .where(oneOf(labels.id, ids));
  const now = new Map(rows.map((row) => [row.id, row]));
  const edits: LabelEdit[] = [];
  const gone: string[] = [];
  const changed: ImportedLabel[] = [];
  for (const one of imported) {
    const row = now.get(one.id);
    const asImported =
      row && Object.entries(one.after).every(([field, text]) => row[field as keyof LabelTexts] === text);
    if (!row || !asImported || (one.isNew && row.version > 1)) changed.push(one);
    else if (one.isNew) gone.push(one.id);
    else edits.push({ id: one.id, ...withTexts(one.before, languageId) });
  }
  await editLabels(ctx, edits);
  if (gone.length > 0) await removeLabels(ctx, gone);
  const by =
    changed.length > 0
      ? await people(
          ctx,
          changed.map(({ id }) => id),
        )
      : new Map();
  return changed.map(({ id, label }) => ({
    id,
    label,
    reason: `${now.has(id) ? "Changed" : "Deleted"} since by ${by.get(id) ?? "somebody"}.`,
  }));
}

/** Texts of labels in one language, from a file with the documents' columns `name,value` and what else a label has. */
export const labelImporter = importer({
  name: "label",
  options: LabelImportOptions,
  key: "name",
  columns: {
    name: { title: "name", schema: LabelName, required: true, help: "The label's key, such as button.save" },
    value: { title: "value", schema: LabelValue, expected: true, help: "The text. An empty one leaves what is there." },
    module: { title: "module", schema: Text(200), help: "The module's code or name, where several have such a label" },
    labelInterfacePage: {
      title: "labelInterfacePage",
      schema: LabelFields.shape.labelInterfacePage.unwrap().unwrap(),
      help: "The page it stands on",
    },
    description: {
      title: "description",
      schema: LabelFields.shape.description.unwrap().unwrap(),
      help: "What translators should know",
    },
  },
  async check(ctx, { languageId, createIn }) {
    await assertLanguage(ctx, languageId, () => broken("languageId", "There is no such language."));
    if (createIn && (await ctx.db.$count(modules, eq(modules.id, createIn))) === 0)
      throw broken("createIn", "There is no such module.");
  },
  known: (ctx, rows, { languageId }) =>
    labelsNamed(
      ctx,
      rows.map(({ name }) => name),
      languageId,
    ),
  plan: (row, known, { createIn }) => planLabel(row, known, createIn),
  write: (ctx, writes, { languageId }) => writeImported(ctx, writes, languageId),
  undo: (ctx, imported, { languageId }) => undo(ctx, imported, languageId),
});

interface Upload {
  languageId: string;
  file: UploadedFile;
  dryRun: boolean;
}

/** The REST upload (document 4.14): good rows are saved in one transaction, the others reported; 404 for an unknown language. */
export async function uploadLabels(ctx: KnownCtx, { languageId, file, dryRun }: Upload) {
  const check = () => assertLanguage(ctx, languageId, notFound);
  const { ids, report } = await importOnce(ctx, labelImporter, file, { languageId }, { dryRun, check });
  return { ...(await touched(ctx, ids)), report };
}
