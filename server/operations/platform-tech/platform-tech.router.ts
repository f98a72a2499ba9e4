import { get } from "@/server/kit/call/meta";
import { router } from "@/server/kit/call/procedure";
import { listProcedures } from "@/server/kit/list/list-procedures";
import { crudProcedures, restOf } from "@/server/kit/record/crud-procedures";
import { CreatePlatformTech, ListPlatformTechs, PlatformTech, UpdatePlatformTech } from "./platform-tech.schema";
import { platformTechService } from "./platform-tech.service";

const at = "/v1/backoffice/admin/platform-techs";
const section = "4.15";

const of = {
  may: { read: "platform-tech.read", write: "platform-tech.write" },
  item: PlatformTech,
  service: platformTechService,
} as const;

export const platformTechRouter = router({
  ...listProcedures({
    ...of,
    rest: get(at, { section }),
    input: ListPlatformTechs,
    dto: "ListPlatformTechResponseDTO",
  }),
  ...crudProcedures({
    ...of,
    rest: restOf(`${at}/{id}`, section),
    create: CreatePlatformTech,
    update: UpdatePlatformTech,
  }),
});
