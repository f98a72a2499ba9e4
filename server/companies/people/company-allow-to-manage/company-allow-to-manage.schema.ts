import { z } from "zod";
import { Id } from "@/server/kit/call/wire";
import { listInput, pageOf } from "@/server/kit/list/list.schema";

const pair = { roleManagerId: Id, roleId: Id, allowed: z.boolean() };

export const CompanyAllowToManage = z.object({ id: Id, ...pair }).meta({ id: "CompanyAllowToManageDTO" });

/** All pairs that were set; a pair that is not there is not allowed. */
export const CompanyMatrix = pageOf(CompanyAllowToManage).meta({ id: "ListCompanyAllowToManageDTO" });

export const UpdateCompanyAllowToManage = z
  .object({ items: z.array(z.object(pair)).min(1).max(10_000) })
  .meta({ id: "BulkUpdateCompanyAllowToManageDTO" });

export const ListCompanyAllowToManage = listInput({
  sort: ["roleManagerId", "roleId", "allowed", "createdAt", "updatedAt"],
  filters: { roleManagerId: Id.meta({ description: "Only the roles that this one may grant." }) },
});
