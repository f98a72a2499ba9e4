import { z } from "zod";
import { Id } from "@/server/kit/call/wire";
import { listInput } from "@/server/kit/list/list.schema";

export const CompanyRoleConfiguration = z
  .object({ companyRoleId: Id, isActivated: z.boolean(), isDefault: z.boolean() })
  .meta({ id: "CompanyRoleConfigurationDTO" });

export const UpdateCompanyRoleConfiguration = z
  .object({
    items: z
      .array(z.object({ companyRoleId: Id, isActivated: z.boolean().optional(), isDefault: z.boolean().optional() }))
      .min(1)
      .max(1000),
  })
  .meta({ id: "BulkUpdateCompanyRoleConfigurationDTO" });

export const ListCompanyRoleConfigurations = listInput({
  sort: ["title", "isActivated", "isDefault", "createdAt", "updatedAt"],
  filters: {},
});
