import { z } from "zod";
import { Id, Stamps } from "@/server/kit/call/wire";
import { listInput } from "@/server/kit/list/list.schema";

const pair = { roleManagerId: Id, roleId: Id, allowed: z.boolean() };

export const AllowManage = z.object({ id: Id, ...pair, ...Stamps }).meta({ id: "AllowToManageRoleConfigurationDTO" });

export const UpdateAllowManage = z
  .object({ items: z.array(z.object(pair)).min(1).max(10_000) })
  .meta({ id: "BulkUpdateAllowToManageRoleConfigurationDTO" });

export const ListAllowManage = listInput({
  sort: ["roleManagerId", "roleId", "allowed", "createdAt", "updatedAt"],
  filters: {},
  isGetAll: true,
});
