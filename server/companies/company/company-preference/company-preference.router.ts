import { get, patch } from "@/server/kit/call/meta";
import { ofAnyCompany, router } from "@/server/kit/call/procedure";
import { CompanyPreferences, UpdateCompanyPreferences } from "./company-preference.schema";
import { companyPreferenceService } from "./company-preference.service";

const at = "/v1/backoffice/admin/companies/{companyId:id}/preference";
const section = "4.8";

export const companyPreferenceRouter = router({
  get: ofAnyCompany("company-preference.read", get(at, { section }))
    .output(CompanyPreferences)
    .query(({ ctx }) => companyPreferenceService.get(ctx)),
  update: ofAnyCompany("company-preference.write", patch(at, { section, dto: "UpdateCompanyPreferencesDTO" }))
    .input(UpdateCompanyPreferences)
    .output(CompanyPreferences)
    .mutation(({ ctx, input: { ifMatch, ...values } }) => companyPreferenceService.update(ctx, values, ifMatch)),
});
