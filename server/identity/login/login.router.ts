import { z } from "zod";
import { post } from "@/server/kit/call/meta";
import { checkedBy, open, router, signedIn } from "@/server/kit/call/procedure";
import { Nothing } from "@/server/kit/call/wire";
import { BearerHeader, Tokens } from "../session/token.schema";
import { LoggedIn, Login, RefreshInput } from "./login.schema";
import { loginService } from "./login.service";

const at = "/v1/users";
const section = "4.10";
const ownTrail = { unaudited: "the session service writes its own audit rows" };
const refreshToken = { refreshToken: "refreshToken" };

/** Sessions of the apps: login, refresh, logout (document 4.10). */
export const loginRouter = router({
  login: open(post(`${at}/login`, { section, auth: "none", alsoAnswers: [401, 403], limited: true }), ownTrail)
    .input(Login)
    .output(LoggedIn)
    .mutation(({ ctx, input }) => loginService.login(ctx, input)),
  refresh: checkedBy(
    loginService.checkRefresh,
    post(`${at}/refresh-token`, {
      section,
      limited: true,
      headers: { ...refreshToken, authorization: "Authorization" },
    }),
    ownTrail,
  )
    .input(RefreshInput)
    .output(Tokens)
    .mutation(({ ctx, input }) => loginService.refresh(ctx, input)),
  logout: signedIn(post(`${at}/logout`, { section, headers: refreshToken }), ownTrail)
    .input(z.object({ refreshToken: BearerHeader.optional() }))
    .output(Nothing)
    .mutation(({ ctx, input }) => loginService.logout(ctx, input.refreshToken)),
});
