import { z } from "zod";
import { get, patch, post } from "@/server/kit/call/meta";
import { router, signedIn } from "@/server/kit/call/procedure";
import { Nothing } from "@/server/kit/call/wire";
import { RenewDevice, StoreDevice } from "@/server/notification/user-device/user-device.schema";
import { Preferences } from "../portal-user/optin.schema";
import { User } from "../user/user.schema";
import { OwnPreferences, SetOwnPreferences } from "./own-preference.schema";
import { ownPreferenceService } from "./own-preference.service";
import { ownUserService } from "./own-user.service";
import { GetProfile, Languages, OwnDevice, OwnPush, Profile, UpdateMyself } from "./profile.schema";
import { activeLanguages, myProfile } from "./profile.service";

const section = "4.10";
const ownTrail = { unaudited: "needs a caller with a row of their own; the service writes the row" };

export const profileRouter = router({
  me: signedIn(get("/v1/users/me", { section }))
    .input(GetProfile)
    .output(Profile)
    .query(({ ctx, input }) => myProfile(ctx, input)),
  languages: signedIn()
    .input(z.object({}))
    .output(Languages)
    .query(({ ctx }) => activeLanguages(ctx)),
  update: signedIn(patch("/v1/users", { section, dto: "UpdateUserDTO" }), ownTrail)
    .input(UpdateMyself)
    .output(User)
    .mutation(({ ctx, input: { ifMatch, ...values } }) => ownUserService.update(ctx, values, ifMatch)),
  storeDevice: signedIn(post("/v1/users/store-user-info", { section }), ownTrail)
    .input(StoreDevice)
    .output(Nothing)
    .mutation(({ ctx, input }) => ownUserService.storeDevice(ctx, input)),
  /** The caller's own device has another token, as a browser that renewed its subscription. */
  renewDevice: signedIn(undefined, ownTrail)
    .input(RenewDevice)
    .output(Nothing)
    .mutation(({ ctx, input }) => ownUserService.renewDevice(ctx, input)),
  /** The caller's own device gets no pushes any more. */
  removeDevice: signedIn(undefined, ownTrail)
    .input(OwnDevice)
    .output(Nothing)
    .mutation(({ ctx, input }) => ownUserService.removeDevice(ctx, input)),
  /** Whether this device of the caller takes pushes, and the key that a browser subscribes with; null where browsers get none. */
  push: signedIn()
    .input(OwnDevice)
    .output(OwnPush)
    .query(({ ctx, input }) => ownUserService.push(ctx, input)),
  preferences: signedIn()
    .input(z.object({}))
    .output(OwnPreferences)
    .query(({ ctx }) => ownPreferenceService.list(ctx)),
  setPreferences: signedIn(undefined, ownTrail)
    .input(SetOwnPreferences)
    .output(Preferences)
    .mutation(({ ctx, input }) => ownPreferenceService.set(ctx, input)),
});
