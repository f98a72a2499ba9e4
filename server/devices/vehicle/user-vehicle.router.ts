import { get } from "@/server/kit/call/meta";
import { router } from "@/server/kit/call/procedure";
import { listProcedures } from "@/server/kit/list/list-procedures";
import { ListUserVehicles } from "./user-vehicle.schema";
import { userVehicleService } from "./user-vehicle.service";
import { Vehicle } from "./vehicle.schema";

/** The vehicles of one portal user, for callers who may see the user, even where they may not see all vehicles. */
export const userVehicleRouter = router(
  listProcedures({
    may: { read: "portal-user.read" },
    rest: get("/v1/backoffice/admin/portal-users/{userId}/vehicles", { section: "4.11" }),
    input: ListUserVehicles,
    item: Vehicle,
    dto: "UserVehicleListDTO",
    service: userVehicleService,
  }),
);
