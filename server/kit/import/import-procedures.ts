import { z } from "zod";
import { permitted } from "@/server/kit/call/procedure";
import { ById, known, Text, Upload } from "@/server/kit/call/wire";
import type { Door, DoorInput } from "@/server/kit/list/list-procedures";
import type { Permission } from "@/server/permissions";
import { tt } from "@/texts/t";
import { cancelImport, confirmImport } from "./confirm-import";
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
import { previewImport, replanImport } from "./plan-import";
import { planPage } from "./plan-page";
import { sheetCaps, xliffCaps } from "./sheet/sheet";
import { undoImport } from "./undo-import";

interface Options<D> {
  may: { read: Permission; write: Permission };
  importer: Importer;
  /** `permitted` where not said */
  door?: D;
}

const FileInput = z.object({ fileName: Text(300), file: Upload });

/** Nothing but what the door asks for. */
const NoInput: z.ZodType<object, object> = z.object({});

const dear = "import" as const;
const planOnly = { unaudited: "a plan changes no record", withoutKey: "a plan is made beside any transaction", dear };

/**
 * What a screen needs to import files: the columns and a template, `preview` (a file, at the upload door) and `replan`
 * (other options), the plan's rows, `confirm`, progress by `get`, `cancel`, the bad rows as a file, the newest imports,
 * and `undo`.
 */
export function importProcedures<D extends Door = typeof permitted>({ may, importer, door }: Options<D>) {
  const enter = (door ?? permitted) as typeof permitted; // what a door adds to the input stands in `takes`
  const takes = <S extends z.ZodType>(schema: S) =>
    known<z.ZodType<z.output<S> & DoorInput<D>, z.input<S> & DoorInput<D>>>(schema); // the door checks its own part
  const options = importer.options;
  const sent = { files: ["file"], maxFileBytes: (importer.takesXliff ? xliffCaps : sheetCaps).fileBytes };
  const columns = () =>
    importer.columns.map(([, { title, help, required = false, expected = false }]) => ({
      title, // as it stands in the file
      help: tt(help) ?? null,
      isRequired: required,
      isExpected: required || expected,
    }));
  return {
    columns: enter(may.read).input(takes(NoInput)).output(ImportColumns).query(columns),
    template: enter(may.read)
      .input(takes(z.object({ format: ImportFileFormat })))
      .output(FileAnswer)
      .query(({ input }) => templateOf(importer, input.format)),
    recent: enter(may.read)
      .input(takes(NoInput))
      .output(z.array(Import))
      .query(({ ctx }) => recentImports(ctx, importer)),
    get: enter(may.read)
      .input(takes(ById))
      .output(Import)
      .query(async ({ ctx, input }) => viewOf(ctx, await importRow(ctx, importer, input.id))),
    plan: enter(may.read)
      .input(takes(ReadPlan))
      .output(PlanPage)
      .query(({ ctx, input }) => planPage(ctx, importer, input.id, input.kind, input.page)),
    badRows: enter(may.read)
      .input(takes(ById.extend({ format: ImportFileFormat })))
      .output(FileAnswer)
      .query(({ ctx, input }) => badRowsFile(ctx, importer, input.id, input.format)),
    preview: enter(may.write, undefined, { ...planOnly, ...sent })
      .input(takes(FileInput.extend({ options })))
      .output(Import)
      .mutation(({ ctx, input: { fileName, file, options } }) =>
        previewImport(ctx, importer, { name: fileName, bytes: file.bytes }, options),
      ),
    replan: enter(may.write, undefined, planOnly)
      .input(takes(ById.extend({ options })))
      .output(Import)
      .mutation(({ ctx, input }) => replanImport(ctx, importer, input.id, input.options)),
    confirm: enter(may.write, undefined, {
      withoutKey: "it goes on after its answer, and starts a plan once by itself",
      dear,
    })
      .input(takes(ConfirmImport))
      .output(Import)
      .mutation(({ ctx, input }) => confirmImport(ctx, importer, input.id, input.token)),
    cancel: enter(may.write, undefined, {
      unaudited: "what it ends leaves nothing behind",
      withoutKey: "the run that it ends must see it at once",
    })
      .input(takes(ById))
      .output(Import)
      .mutation(({ ctx, input }) => cancelImport(ctx, importer, input.id)),
    undo: enter(may.write, undefined, { dear })
      .input(takes(ById))
      .output(Import)
      .mutation(({ ctx, input }) => undoImport(ctx, importer, input.id)),
  };
}
