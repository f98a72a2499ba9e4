import { get } from "@/server/kit/call/meta";
import { router } from "@/server/kit/call/procedure";
import { listProcedures } from "@/server/kit/list/list-procedures";
import { DeskAlert, ListDeskAlerts } from "./alert-desk.schema";
import { alertDeskService as service } from "./alert-desk.service";
import { deskProcedures } from "./alert-desk-procedures";

const at = "/v1/backoffice/admin/pers-alerts";
const section = "own PERS alerts";
const may = { read: "pers-alert.read", write: "pers-alert.write" } as const;

/** The desk of staff: the alerts of all devices as work. */
export const alertDeskRouter = router({
  ...listProcedures({
    may,
    rest: get(at, { section }),
    input: ListDeskAlerts,
    item: DeskAlert,
    dto: "ListDeskAlertDTO",
    service,
    isLive: true,
  }),
  ...deskProcedures({ may, at, section, item: DeskAlert, service }),
});
