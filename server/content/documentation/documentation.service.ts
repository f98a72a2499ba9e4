import { and, eq } from "drizzle-orm";
import { z } from "zod";
import { documentationContents, documentationContentTranslations, documentations } from "@/db/schema";
import { contentsOf } from "@/server/content/contents.service";
import { inTransaction, type KnownCtx } from "@/server/kit/call/context";
import { unknownReference } from "@/server/kit/call/exists";
import { joinDesk } from "@/server/kit/desk/desk-join";
import type { Texts } from "@/server/kit/language/translations";
import { contains, oneOf } from "@/server/kit/list/list-filters";
import { listService } from "@/server/kit/list/list-service";
import { recordService } from "@/server/kit/record/record-service";
import { documentationContentTexts, ListDocumentations } from "./documentation.schema";

const table = documentations;
const contents = contentsOf({
  table: documentationContents,
  parent: documentationContents.documentationId,
  texts: documentationContentTranslations,
  one: "content",
});

const list = listService({
  table,
  scope: "global",
  input: ListDocumentations,
  sort: { name: table.name, isActivated: table.isActivated, createdAt: table.createdAt, updatedAt: table.updatedAt },
  filters: { name: contains(table.name) },
  load: async (ctx, ids) => contents.addTo(ctx, await ctx.db.select().from(table).where(oneOf(table.id, ids))),
});

const record = recordService(list, { name: "documentation", label: (row) => row.name, parts: contents.parts });
const writes = contents.writesOf(record);

/**
 * Documents for the people who use the apps (document 4.14): addresses and files, in each language. People who may read a
 * documentation may read its files.
 */
export const documentationService = {
  ...record,
  ...writes,

  /** Sets title and place of one content in one language. 404 for an unknown record, 422 for a content of another. */
  translateContentOf: (
    ctx: KnownCtx,
    id: string,
    contentId: string,
    languageId: string,
    fields: Texts<typeof documentationContentTranslations>,
    ifMatch?: string,
  ) =>
    inTransaction(ctx, async (ctx) => {
      await record.lock(ctx, id, ifMatch);
      const isOfIt = and(eq(documentationContents.id, contentId), eq(documentationContents.documentationId, id));
      if ((await ctx.db.$count(documentationContents, isOfIt)) === 0) throw unknownReference("contentId", "content");
      return writes.translateContent(ctx, contentId, languageId, fields);
    }),
};

joinDesk({
  name: "documentation",
  title: "Documentation",
  may: { read: "documentation.read", write: "documentation.write" },
  table: documentationContents,
  texts: documentationContentTranslations,
  contents: { parent: documentationContents.documentationId, one: "content" },
  label: documentations.name,
  joins: [{ table: documentations, on: eq(documentations.id, documentationContents.documentationId) }],
  fields: { title: { title: "Title" } },
  schema: z.object(documentationContentTexts),
  record: documentationService,
  set: documentationService.translateContent,
  remove: (ctx, id, translation) => documentationService.removeContentTranslation(ctx, id, translation.id),
});
