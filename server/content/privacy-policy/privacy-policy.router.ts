import { get, post } from "@/server/kit/call/meta";
import { permitted, router } from "@/server/kit/call/procedure";
import { translationProcedures } from "@/server/kit/language/translation-procedures";
import { listProcedures } from "@/server/kit/list/list-procedures";
import { crudProcedures } from "@/server/kit/record/crud-procedures";
import {
  ListPrivacyPolicies,
  PrivacyPolicy,
  PublishPrivacyPolicy,
  privacyPolicyTexts,
  UpsertPrivacyPolicyTranslation,
} from "./privacy-policy.schema";
import { privacyPolicyService as service } from "./privacy-policy.service";

const at = "/v1/backoffice/admin/privacy-policy";
const section = "4.14";
const may = { read: "privacy-policy.read", write: "privacy-policy.write" } as const;
const of = { may, item: PrivacyPolicy, service };

/** The documents list versions and write the draft; drafting, publishing and deleting a draft are for screens only. */
export const privacyPolicyRouter = router({
  ...listProcedures({
    ...of,
    rest: get(at, { section }),
    input: ListPrivacyPolicies,
    dto: "ListPrivacyPolicyResponseDTO",
  }),
  ...crudProcedures(of),
  ...translationProcedures({ ...of, fields: privacyPolicyTexts, rest: {} }),
  upsert: permitted(may.write, post(`${at}/translation`, { section, dto: "UpsertPrivacyPolicyTranslationDTO" }))
    .input(UpsertPrivacyPolicyTranslation)
    .output(PrivacyPolicy)
    .mutation(({ ctx, input }) => service.upsert(ctx, input)),
  draft: permitted(may.write)
    .output(PrivacyPolicy)
    .mutation(({ ctx }) => service.draft(ctx)),
  publish: permitted(may.write)
    .input(PublishPrivacyPolicy)
    .output(PrivacyPolicy)
    .mutation(({ ctx, input }) => service.publish(ctx, input.id, input.ifMatch)),
});
