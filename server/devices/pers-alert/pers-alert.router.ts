import { get } from "@/server/kit/call/meta";
import { router } from "@/server/kit/call/procedure";
import { listProcedures } from "@/server/kit/list/list-procedures";
import { ListPersAlerts, PersAlert } from "./pers-alert.schema";
import { persAlertService } from "./pers-alert.service";

/** The documents list the alerts of one PERS; screens also those of all. */
export const persAlertRouter = router(
  listProcedures({
    may: { read: "pers.read" },
    rest: get("/v1/backoffice/pers/{persId}/pers-alerts", { section: "4.12" }),
    input: ListPersAlerts,
    parent: "persId",
    item: PersAlert,
    dto: "ListPersAlertDTO",
    service: persAlertService,
  }),
);
