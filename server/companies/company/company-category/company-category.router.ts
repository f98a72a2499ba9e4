import { del, get, post } from "@/server/kit/call/meta";
import { permitted, router } from "@/server/kit/call/procedure";
import { translationProcedures } from "@/server/kit/language/translation-procedures";
import { listProcedures } from "@/server/kit/list/list-procedures";
import { crudProcedures, restOf } from "@/server/kit/record/crud-procedures";
import {
  CompanyCategory,
  CutRoles,
  companyCategoryTexts,
  ListCompanyCategories,
  PlannedCeiling,
  UpdateCompanyCategory,
} from "./company-category.schema";
import { companyCategoryService } from "./company-category.service";

const at = "/v1/backoffice/company-category";
const rest = { section: "4.6", auth: "either" } as const;

const of = {
  may: { read: "company-category.read", write: "company-category.write" },
  item: CompanyCategory,
  service: companyCategoryService,
} as const;

/** Each operation takes a bearer or a key; where both are sent, both must be allowed. */
export const companyCategoryRouter = router({
  ...listProcedures({
    ...of,
    rest: get(at, rest),
    input: ListCompanyCategories,
    dto: "ListCompanyCategoryResponseDTO",
  }),
  ...crudProcedures({ ...of, rest: restOf(`${at}/{id}`, rest.section, rest), update: UpdateCompanyCategory }),
  ...translationProcedures({
    ...of,
    fields: companyCategoryTexts,
    rest: {
      set: post(`${at}/{id}/translation`, { ...rest, dto: "UpsertCompanyCategoryTranslationDTO" }),
      remove: del(`${at}/translation/{translationId:id}`, rest),
    },
  }),
  cutBy: permitted(of.may.read)
    .input(PlannedCeiling)
    .output(CutRoles)
    .query(({ ctx, input }) => companyCategoryService.cutBy(ctx, input.id, input.permissions)),
});
