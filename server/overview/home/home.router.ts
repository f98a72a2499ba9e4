import { permitted, router } from "@/server/kit/call/procedure";
import { fromReplica } from "@/server/kit/call/replica";
import { DevicesByFirmware, Figure, Notifications, OpenAlerts, SilentDevices } from "./home.schema";
import { homeService } from "./home.service";

/** Each figure needs the right to read the list behind it. */
export const homeRouter = router({
  devicesByFirmware: permitted("pers.read")
    .output(DevicesByFirmware)
    .query(({ ctx }) => fromReplica(ctx, homeService.devicesByFirmware)),
  openAlerts: permitted("pers.read")
    .output(OpenAlerts)
    .query(({ ctx }) => fromReplica(ctx, homeService.openAlerts)),
  silentDevices: permitted("pers.read")
    .output(SilentDevices)
    .query(({ ctx }) => fromReplica(ctx, homeService.silentDevices)),
  failedMails: permitted("mail-log.read")
    .output(Figure)
    .query(({ ctx }) => fromReplica(ctx, homeService.failedMails)),
  notifications: permitted("notification-request.read")
    .output(Notifications)
    .query(({ ctx }) => fromReplica(ctx, homeService.notifications)),
});
