import { router } from "@/server/kit/call/procedure";
import { translationProcedures } from "@/server/kit/language/translation-procedures";
import { listProcedures } from "@/server/kit/list/list-procedures";
import { crudProcedures } from "@/server/kit/record/crud-procedures";
import {
  CreateGlossaryTerm,
  GlossaryTerm,
  glossaryTermTexts,
  ListGlossaryTerms,
  UpdateGlossaryTerm,
} from "./glossary-term.schema";
import { glossaryTermService } from "./glossary-term.service";

const of = {
  may: { read: "language.read", write: "language.write" },
  item: GlossaryTerm,
  service: glossaryTermService,
} as const;

/** For screens only: the documents have no glossary. */
export const glossaryTermRouter = router({
  ...listProcedures({ ...of, input: ListGlossaryTerms }),
  ...crudProcedures({ ...of, create: CreateGlossaryTerm, update: UpdateGlossaryTerm }),
  ...translationProcedures({ ...of, fields: glossaryTermTexts, rest: {} }),
});
