import { del, get, post } from "@/server/kit/call/meta";
import { permitted, router, signedIn } from "@/server/kit/call/procedure";
import { Nothing } from "@/server/kit/call/wire";
import { CurrentDevice, DevicesOfPeople, FoundDevice, ListDevices, StoreDevice } from "./user-device.schema";
import { userDeviceService } from "./user-device.service";

const rest = { section: "N User devices", auth: "apiKey" } as const;

/** Devices that take pushes, for internal callers (notification document, User devices). */
export const userDeviceRouter = router({
  store: permitted("device.write", post("/users/devices", rest))
    .input(StoreDevice)
    .output(Nothing)
    .mutation(async ({ ctx, input }) => {
      await userDeviceService.store(ctx, input);
    }),
  /** Ours: an app that is signed out of, or uninstalled, gets no pushes any more. */
  remove: signedIn(del("/users/devices/{mobileDeviceId}", { ...rest, auth: "either" }))
    .input(CurrentDevice)
    .output(Nothing)
    .mutation(({ ctx, input }) => userDeviceService.removeOwn(ctx, input)),
  list: permitted("device.read", get("/users/devices", rest))
    .input(ListDevices)
    .output(DevicesOfPeople)
    .query(({ ctx, input }) => userDeviceService.listOf(ctx, input.emailList)),
  /** A POST that changes nothing: the address stands in its body. */
  current: permitted("device.read", post("/users/current/devices", { ...rest, status: 200 }))
    .input(CurrentDevice)
    .output(FoundDevice)
    .query(({ ctx, input }) => userDeviceService.current(ctx, input)),
});
