import { z } from "zod";
import { get, patch, post } from "@/server/kit/meta";
import { router, signedIn } from "@/server/kit/procedure";
import { Id, Nothing } from "@/server/kit/wire";
import { StoreDevice } from "@/server/notification/device/device.schema";
import { User } from "../user/user.schema";
import { ownUserService } from "./own-user.service";
import { GetProfile, Profile, UpdateMyself } from "./profile.schema";
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
    .output(z.object({ items: z.array(z.object({ id: Id, code: z.string(), name: z.string() })) }))
    .query(({ ctx }) => activeLanguages(ctx)),
  update: signedIn(patch("/v1/users", { section, dto: "UpdateUserDTO" }), ownTrail)
    .input(UpdateMyself)
    .output(User)
    .mutation(({ ctx, input: { ifMatch, ...values } }) => ownUserService.update(ctx, values, ifMatch)),
  storeDevice: signedIn(post("/v1/users/store-user-info", { section }), ownTrail)
    .input(StoreDevice)
    .output(Nothing)
    .mutation(({ ctx, input }) => ownUserService.storeDevice(ctx, input)),
});
