import { crudProcedures, restOf } from "@/server/kit/crud-procedures";
import { listProcedures } from "@/server/kit/list-procedures";
import { del, get, patch, post } from "@/server/kit/meta";
import { permitted, router } from "@/server/kit/procedure";
import { byId, Nothing } from "@/server/kit/wire";
import { TranslationId } from "../translation.schema";
import {
  CreateLanguage,
  CreateLanguageTranslation,
  Language,
  ListLanguages,
  UpdateLanguage,
  UpdateLanguageTranslation,
} from "./language.schema";
import { languageService } from "./language.service";

const at = "/v1/backoffice/admin/languages";
const section = "4.14";

const of = {
  may: { read: "language.read", write: "language.write" },
  item: Language,
  service: languageService,
} as const;

// A language is turned off, never removed: what was written in it stays readable.
const { get: one, update } = crudProcedures({ ...of, rest: restOf(`${at}/{id}`, section), update: UpdateLanguage });

export const languageRouter = router({
  ...listProcedures({
    ...of,
    rest: get(at, { section }),
    input: ListLanguages,
    dto: "ListLanguageBOResponseDTO",
  }),
  get: one,
  update,
  create: permitted("language.write", post(at, { section, status: 201 }))
    .input(CreateLanguage)
    .output(Language)
    .mutation(({ ctx, input: { translations, ...values } }) => languageService.create(ctx, values, translations)),
  translate: permitted("language.write", post(`${at}/{id}/translation`, { section }))
    .input(byId(CreateLanguageTranslation.shape))
    .output(Language)
    .mutation(({ ctx, input: { id, ifMatch, languageId, ...fields } }) =>
      languageService.translate(ctx, id, languageId, fields, ifMatch),
    ),
  changeTranslation: permitted("language.write", patch(`${at}/{id}/translation/{translationId}`, { section }))
    .input(byId({ ...TranslationId, ...UpdateLanguageTranslation.shape }))
    .output(Language)
    .mutation(({ ctx, input: { id, translationId, ifMatch, ...fields } }) =>
      languageService.changeTranslation(ctx, id, translationId, fields, ifMatch),
    ),
  removeTranslation: permitted("language.write", del(`${at}/{id}/translation/{translationId}`, { section }))
    .input(byId(TranslationId))
    .output(Nothing)
    .mutation(({ ctx, input }) => languageService.removeTranslation(ctx, input.id, input.translationId, input.ifMatch)),
});
