import { listProcedures } from "@/server/kit/list-procedures";
import { get } from "@/server/kit/rest-meta";
import { router } from "@/server/trpc";
import { ListPersAlerts, PersAlert } from "./pers-alert.schema";
import { persAlertService } from "./pers-alert.service";

export const persAlertRouter = router(
  listProcedures({
    permission: "pers.read",
    rest: get("/v1/backoffice/pers/{persId}/pers-alerts", { section: "4.12" }),
    input: ListPersAlerts,
    item: PersAlert,
    dto: "ListPersAlertDTO",
    service: persAlertService,
  }),
);
