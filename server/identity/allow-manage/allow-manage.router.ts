import { get, patch } from "@/server/kit/call/meta";
import { permitted, router } from "@/server/kit/call/procedure";
import { Nothing } from "@/server/kit/call/wire";
import { listProcedures } from "@/server/kit/list/list-procedures";
import { AllowManage, ListAllowManage, UpdateAllowManage } from "./allow-manage.schema";
import { allowManageService } from "./allow-manage.service";

const at = "/v1/backoffice/admin/roles-configuration/allow-manage";
const section = "4.1";

export const allowManageRouter = router({
  ...listProcedures({
    may: { read: "role.read" },
    rest: get(at, { section }),
    input: ListAllowManage,
    item: AllowManage,
    dto: "ListAllowToManageRoleConfigurationDTO",
    service: allowManageService,
  }),
  updateAll: permitted("role.write", patch(at, { section, status: 200 }))
    .input(UpdateAllowManage)
    .output(Nothing)
    .mutation(({ ctx, input }) => allowManageService.updateAll(ctx, input.items)),
});
