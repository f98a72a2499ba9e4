import { get } from "@/server/kit/rest-meta";
import { router, signedIn } from "@/server/trpc";
import { GetProfile, Profile } from "./profile.schema";
import { myProfile } from "./profile.service";

export const profileRouter = router({
  me: signedIn(get("/v1/users/me", { section: "4.10" }))
    .input(GetProfile)
    .output(Profile)
    .query(({ ctx }) => myProfile(ctx)),
});
