import { del, get, patch, post } from "@/server/kit/call/meta";
import { router } from "@/server/kit/call/procedure";
import { translationProcedures } from "@/server/kit/language/translation-procedures";
import { listProcedures } from "@/server/kit/list/list-procedures";
import { crudProcedures, restOf } from "@/server/kit/record/crud-procedures";
import { CreateLanguage, Language, ListLanguages, languageTexts, UpdateLanguage } from "./language.schema";
import { languageService } from "./language.service";

const at = "/v1/backoffice/admin/languages";
const translation = `${at}/{id}/translation`;
const section = "4.14";

const of = {
  may: { read: "language.read", write: "language.write" },
  item: Language,
  service: languageService,
} as const;

export const languageRouter = router({
  ...listProcedures({
    ...of,
    rest: get(at, { section }),
    input: ListLanguages,
    dto: "ListLanguageBOResponseDTO",
  }),
  ...crudProcedures({ ...of, rest: restOf(`${at}/{id}`, section), create: CreateLanguage, update: UpdateLanguage }),
  ...translationProcedures({
    ...of,
    fields: languageTexts,
    rest: {
      set: post(translation, { section, dto: "CreateLanguageTranslationDTO" }),
      change: patch(`${translation}/{translationId}`, { section, dto: "UpdateLanguageTranslationDTO" }),
      remove: del(`${translation}/{translationId}`, { section }),
    },
  }),
});
