import { z } from "zod";
import { preferenceFields } from "@/server/identity/portal-user/optin.schema";
import { TimeZone } from "@/server/kit/call/time-zone.schema";
import { Id, IfMatch, Stamps } from "@/server/kit/call/wire";
import { listInput } from "@/server/kit/list/list.schema";

const fields = {
  ...preferenceFields,
  alertNotices: z.boolean().meta({ description: "whether its people hear of alerts that are overdue" }),
};

export const CompanyPreferences = z
  .object({ companyId: Id, ...fields, ...Stamps })
  .meta({ id: "CompanyPreferencesResponseDTO" });

export const UpdateCompanyPreferences = z.object({
  ...z.object({ ...fields, timeZone: TimeZone }).partial().shape,
  ifMatch: IfMatch,
});

export const ListCompanyPreferences = listInput({ sort: ["createdAt"], filters: {} });
