import { z } from "zod";
import type { Door } from "@/server/kit/list-procedures";
import { permitted } from "@/server/kit/procedure";
import { ById, Text, Upload } from "@/server/kit/wire";
import type { Permission } from "@/server/permissions";
import {
  ConfirmImport,
  FileAnswer,
  Import,
  ImportColumns,
  ImportFileFormat,
  PlanPage,
  ReadPlan,
} from "./import.schema";
import { badRowsFile, templateOf } from "./import-files";
import { importRow, recentImports, viewOf } from "./import-row";
import type { Importer } from "./importer";
import { cancelImport, confirmImport } from "./confirm-import";
import { previewImport, replanImport } from "./plan-import";
import { planPage } from "./plan-page";
import { undoImport } from "./undo-import";

interface Options {
  may: { read: Permission; write: Permission };
  importer: Importer;
  /** `permitted` where not said */
  door?: Door;
}

const FileInput = z.object({ fileName: Text(300), file: Upload });

const planOnly = { unaudited: "a plan changes no record" };

/**
 * What a screen needs to import files: the columns and a template, `preview` (a file, at the upload door) and `replan`
 * (other options), the plan's rows, `confirm`, progress by `get`, `cancel`, the bad rows as a file, the newest imports,
 * and `undo`.
 */
export function importProcedures({ may, importer, door: enter = permitted }: Options) {
  const door = enter as typeof permitted; // what a door adds to the input, the screens of that door send along
  const options = importer.options;
  const columns = importer.columns.map(([, { title, help = null, required = false, expected = false }]) => ({
    title,
    help,
    isRequired: required,
    isExpected: required || expected,
  }));
  return {
    columns: door(may.read)
      .output(ImportColumns)
      .query(() => columns),
    template: door(may.read)
      .input(z.object({ format: ImportFileFormat }))
      .output(FileAnswer)
      .query(({ input }) => templateOf(importer, input.format)),
    recent: door(may.read)
      .output(z.array(Import))
      .query(({ ctx }) => recentImports(ctx, importer)),
    get: door(may.read)
      .input(ById)
      .output(Import)
      .query(async ({ ctx, input }) => viewOf(ctx, await importRow(ctx, importer, input.id))),
    plan: door(may.read)
      .input(ReadPlan)
      .output(PlanPage)
      .query(({ ctx, input }) => planPage(ctx, importer, input.id, input.kind, input.page)),
    badRows: door(may.read)
      .input(ById.extend({ format: ImportFileFormat }))
      .output(FileAnswer)
      .query(({ ctx, input }) => badRowsFile(ctx, importer, input.id, input.format)),
    preview: door(may.write, undefined, { ...planOnly, files: ["file"] })
      .input(FileInput.extend({ options }))
      .output(Import)
      .mutation(({ ctx, input: { fileName, file, options } }) =>
        previewImport(ctx, importer, { name: fileName, bytes: file.bytes }, options),
      ),
    replan: door(may.write, undefined, planOnly)
      .input(ById.extend({ options }))
      .output(Import)
      .mutation(({ ctx, input }) => replanImport(ctx, importer, input.id, input.options)),
    confirm: door(may.write)
      .input(ConfirmImport)
      .output(Import)
      .mutation(({ ctx, input }) => confirmImport(ctx, importer, input.id, input.token)),
    cancel: door(may.write, undefined, { unaudited: "what it ends leaves nothing behind" })
      .input(ById)
      .output(Import)
      .mutation(({ ctx, input }) => cancelImport(ctx, importer, input.id)),
    undo: door(may.write)
      .input(ById)
      .output(Import)
      .mutation(({ ctx, input }) => undoImport(ctx, importer, input.id)),
  };
}
