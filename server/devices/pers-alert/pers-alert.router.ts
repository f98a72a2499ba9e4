import { listProcedures } from "@/server/kit/list-procedures";
import { get } from "@/server/kit/meta";
import { router } from "@/server/kit/procedure";
import { ListAllPersAlerts, ListPersAlerts, PersAlert } from "./pers-alert.schema";
import { persAlertService } from "./pers-alert.service";

const lists = { may: { read: "pers.read" }, item: PersAlert, service: persAlertService } as const;
const ofOnePers = {
  rest: get("/v1/backoffice/pers/{persId}/pers-alerts", { section: "4.12" }),
  input: ListPersAlerts,
  dto: "ListPersAlertDTO",
};

export const persAlertRouter = router({
  ...listProcedures({ ...lists, input: ListAllPersAlerts }),
  list: listProcedures({ ...lists, ...ofOnePers }).list,
});
