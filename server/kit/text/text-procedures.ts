import type { TRPCMutationProcedure, TRPCQueryProcedure } from "@trpc/server";
import { z } from "zod";
import { del, get, type Meta, patch, post, type RestMeta } from "@/server/kit/call/meta";
import { permitted, router } from "@/server/kit/call/procedure";
import { Id, IfMatch, known } from "@/server/kit/call/wire";
import { importProcedures } from "@/server/kit/import/import-procedures";
import type { Importer } from "@/server/kit/import/importer";
import { listProcedures } from "@/server/kit/list/list-procedures";
import { crudProcedures } from "@/server/kit/record/crud-procedures";
import type { Permission } from "@/server/permissions";
import {
  BulkUpsertResult,
  Completeness,
  Deleted,
  type NamedValue,
  Restored,
  type TextEdit,
  TextIds,
  type TextSchemas,
  UploadTexts,
} from "./text.schema";
import { textImporter, uploadTexts } from "./text-importer";
import type { TextService } from "./text-service";

interface NamedValues {
  languageId: string;
  items: NamedValue[];
}

interface May {
  read: Permission;
  write: Permission;
}

interface Options<S extends TextSchemas> {
  /** those of the service, whose types the procedures get */
  schemas: S;
  service: TextService;
  /** the documented operations; the id of an update stands in its path, or else in its body */
  rest: Partial<
    Record<
      "list" | "create" | "update" | "remove" | "bulkUpdate" | "bulkUpsert" | "upload" | "removeOfModule",
      RestMeta
    >
  >;
}

/** The operations that the documents have for texts of every kind; the id of an update stands in its body. */
export const textRest = (at: string, section: RestMeta["section"]) => ({
  list: get(at, { section }),
  create: post(at, { section, status: 201 }),
  update: patch(at, { section }),
  remove: del(`${at}/{id}`, { section }),
  bulkUpsert: post(`${at}/translation/bulk-upsert/{languageId}`, { section }),
  upload: post(`${at}/upload/{languageId}`, { section, files: ["file"], query: ["dryRun"] }),
});

type Query<I, O> = TRPCQueryProcedure<{ meta: Meta; input: I; output: O }>;
type Mutation<I, O> = TRPCMutationProcedure<{ meta: Meta; input: I; output: O }>;

const importsOf = (may: May, importer: Importer) => router(importProcedures({ may, importer }));

/** What the service has beside a text's own procedures, for `crudProcedures`. */
interface Removable {
  remove: unknown;
  restore: unknown;
}
/** The procedures that these options make. */
type Made<S extends TextSchemas> = ReturnType<typeof listProcedures<S["list"], S["item"], never, typeof permitted>> &
  ReturnType<typeof crudProcedures<S["item"], Removable, S["create"], undefined, typeof permitted>> & {
    update: Mutation<z.input<S["update"]> & { ifMatch?: string }, z.output<S["item"]>>;
    bulkUpdate: Mutation<z.input<S["bulkUpdate"]>, z.output<S["touched"]>>;
    bulkUpsert: Mutation<{ languageId: string } & z.input<S["bulkUpsert"]>, z.output<typeof BulkUpsertResult>>;
    upload: Mutation<z.input<typeof UploadTexts>, z.output<S["uploaded"]>>;
    imports: ReturnType<typeof importsOf>;
    removeOfModule: Mutation<{ moduleId: string }, z.output<typeof Deleted>>;
    setValue: Mutation<z.input<S["setValue"]>, z.output<S["item"]>>;
    removeMany: Mutation<z.input<typeof TextIds>, z.output<typeof Deleted>>;
    restoreMany: Mutation<z.input<typeof TextIds>, z.output<typeof Restored>>;
    completeness: Query<{ moduleId?: string }, z.output<typeof Completeness>>;
    places: Query<void, z.output<S["places"]>>;
  };

/**
 * What every resource of texts offers: list, create, update, remove and their undo, many at once, values by name, files
 * (`upload` at once, `imports` with a plan), one cell of the grid, how complete each language is, and what to filter by.
 */
export function textProcedures<S extends TextSchemas>({ schemas, service, rest }: Options<S>): Made<S> {
  const { may } = service.source;
  const importer = textImporter(service);
  const { item } = schemas;
  const isIdInPath = /\{id\b/.test(rest.update?.path ?? "");
  const { create, update, bulkUpdate, bulkUpsert, setValue } = schemas;
  const procedures = {
    ...listProcedures({
      may,
      rest: rest.list,
      input: schemas.list,
      item,
      dto: `List${schemas.dto}ResponseDTO`,
      service,
    }),
    ...crudProcedures({
      may,
      rest: { create: rest.create, remove: rest.remove },
      item,
      create,
      service,
    }),
    update: permitted(may.write, rest.update && { dto: update.meta()?.id, ...rest.update })
      .input(known<z.ZodType<TextEdit>>(z.object({ ifMatch: IfMatch, ...update.shape })))
      .output(item)
      .mutation(({ ctx, input }) => service.update(ctx, input, isIdInPath)),
    bulkUpdate: permitted(may.write, rest.bulkUpdate)
      .input(known<z.ZodType<{ items: TextEdit[] }>>(bulkUpdate))
      .output(schemas.touched as z.ZodType)
      .mutation(({ ctx, input }) => service.bulkUpdate(ctx, input.items)),
    bulkUpsert: permitted(may.write, rest.bulkUpsert && { dto: bulkUpsert.meta()?.id, ...rest.bulkUpsert })
      .input(known<z.ZodType<NamedValues>>(z.object({ languageId: Id, ...bulkUpsert.shape })))
      .output(BulkUpsertResult)
      .mutation(({ ctx, input }) => service.bulkUpsert(ctx, input.languageId, input.items)),
    upload: permitted(may.write, rest.upload, { dear: "import" })
      .input(UploadTexts)
      .output(schemas.uploaded as z.ZodType)
      .mutation(({ ctx, input }) => uploadTexts(ctx, service, importer, input)),
    imports: importsOf(may, importer),
    removeOfModule: permitted(may.write, rest.removeOfModule)
      .input(z.object({ moduleId: Id }))
      .output(Deleted)
      .mutation(({ ctx, input }) => service.removeOfModule(ctx, input.moduleId)),
    setValue: permitted(may.write)
      .input(known<z.ZodType<Parameters<TextService["setValue"]>[1]>>(setValue))
      .output(item)
      .mutation(({ ctx, input }) => service.setValue(ctx, input)),
    removeMany: permitted(may.write)
      .input(TextIds)
      .output(Deleted)
      .mutation(({ ctx, input }) => service.writer.remove(ctx, input.ids)),
    restoreMany: permitted(may.write)
      .input(TextIds)
      .output(Restored)
      .mutation(({ ctx, input }) => service.writer.restore(ctx, input.ids)),
    completeness: permitted(may.read)
      .input(z.object({ moduleId: Id.optional() }))
      .output(Completeness)
      .query(({ ctx, input }) => service.completeness(ctx, input.moduleId)),
    places: permitted(may.read)
      .output(schemas.places)
      .query(({ ctx }) => service.places(ctx)),
  };
  return procedures as unknown as Made<S>; // each is made of the schemas that its type names
}
