import { get, post } from "@/server/kit/call/meta";
import { permitted, router } from "@/server/kit/call/procedure";
import { ById, byId, Id } from "@/server/kit/call/wire";
import { listProcedures } from "@/server/kit/list/list-procedures";
import { crudProcedures, restOf } from "@/server/kit/record/crud-procedures";
import {
  CreateDocumentation,
  CreateDocumentationContent,
  Documentation,
  DocumentationContentOf,
  DocumentationContents,
  DocumentationContentTranslation,
  ListDocumentations,
  ReadDocumentation,
  UpdateDocumentation,
  UpdateDocumentationContent,
} from "./documentation.schema";
import { documentationService as service } from "./documentation.service";

const at = "/v1/backoffice/admin/documentation";
const content = `${at}/{id}/content`;
const section = "4.14";
const may = { read: "documentation.read", write: "documentation.write" } as const;
const of = { may, item: Documentation, service };

/** The documents read, add and translate contents; screens also change them and take them away. */
export const documentationRouter = router({
  ...listProcedures({ ...of, rest: get(at, { section }), input: ListDocumentations, dto: "ListDocumentationDTO" }),
  ...crudProcedures({
    ...of,
    rest: restOf(`${at}/{id}`, section),
    create: CreateDocumentation,
    update: UpdateDocumentation,
  }),
  get: permitted(may.read, get(`${at}/{id}`, { section }))
    .input(ById)
    .output(ReadDocumentation)
    .query(({ ctx, input }) => service.get(ctx, input.id)),
  contents: permitted(may.read, get(content, { section }))
    .input(ById)
    .output(DocumentationContents)
    .query(({ ctx, input }) => service.get(ctx, input.id)),
  addContent: permitted(
    may.write,
    post(content, { section, status: 201, empty: true, dto: "CreateDocumentationContentDTO" }),
  )
    .input(CreateDocumentationContent)
    .output(DocumentationContents)
    .mutation(({ ctx, input: { id, ifMatch, ...place } }) => service.addContent(ctx, id, place, [], ifMatch)),
  translateContent: permitted(
    may.write,
    post(`${content}/translation`, { section, dto: "UpsertDocumentationContentTranslationDTO" }),
  )
    .input(DocumentationContentTranslation)
    .output(DocumentationContents)
    .mutation(({ ctx, input: { id, contentId, languageId, ifMatch, ...fields } }) =>
      service.translateContentOf(ctx, id, contentId, languageId, fields, ifMatch),
    ),
  changeContent: permitted(may.write)
    .input(UpdateDocumentationContent)
    .output(DocumentationContents)
    .mutation(({ ctx, input: { id, contentId, ifMatch, ...place } }) =>
      service.changeContent(ctx, id, contentId, place, ifMatch),
    ),
  removeContent: permitted(may.write)
    .input(DocumentationContentOf)
    .output(DocumentationContents)
    .mutation(({ ctx, input }) => service.removeContent(ctx, input.id, input.contentId, input.ifMatch)),
  /** `id`: the content's. */
  removeContentTranslation: permitted(may.write)
    .input(byId({ translationId: Id }))
    .output(DocumentationContents)
    .mutation(({ ctx, input }) => service.removeContentTranslation(ctx, input.id, input.translationId, input.ifMatch)),
});
