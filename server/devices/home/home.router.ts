import { permitted, router } from "@/server/kit/procedure";
import { DevicesByFirmware, Figure, Notifications, OpenAlerts, SilentDevices } from "./home.schema";
import { homeService } from "./home.service";

/** Each figure needs the right to read the list behind it. */
export const homeRouter = router({
  devicesByFirmware: permitted("pers.read")
    .output(DevicesByFirmware)
    .query(({ ctx }) => homeService.devicesByFirmware(ctx)),
  openAlerts: permitted("pers.read")
    .output(OpenAlerts)
    .query(({ ctx }) => homeService.openAlerts(ctx)),
  silentDevices: permitted("pers.read")
    .output(SilentDevices)
    .query(({ ctx }) => homeService.silentDevices(ctx)),
  failedMails: permitted("mail-log.read")
    .output(Figure)
    .query(({ ctx }) => homeService.failedMails(ctx)),
  notifications: permitted("notification-request.read")
    .output(Notifications)
    .query(({ ctx }) => homeService.notifications(ctx)),
});
