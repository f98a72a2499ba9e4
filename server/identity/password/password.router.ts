import { post } from "@/server/kit/call/meta";
import { checkedBy, open, permitted, router, signedIn } from "@/server/kit/call/procedure";
import { Nothing } from "@/server/kit/call/wire";
import { Tokens } from "../session/token.schema";
import {
  ChangePassword,
  Forgot,
  ForgotPassword,
  ResetPassword,
  SetSwitchToPassword,
  ValidateResetCode,
} from "./password.schema";
import { passwordChangeService as service } from "./password-change.service";

const at = "/v1/users";
const section = "4.10";
const none = { section, auth: "none", limited: true } as const;
const ownTrail = { unaudited: "the service writes the row as the account itself" };
const byPassword = { ...ownTrail, withoutKey: "it counts tries" };

export const passwordRouter = router({
  forgot: open(post(`${at}/forgot-password`, none), ownTrail)
    .input(ForgotPassword)
    .output(Forgot)
    .mutation(({ ctx, input }) => service.forgot(ctx, input.email)),
  validateCode: open(post(`${at}/validate-password-reset-code`, none), ownTrail)
    .input(ValidateResetCode)
    .output(Tokens)
    .mutation(({ ctx, input }) => service.validateCode(ctx, input)),
  reset: checkedBy(
    service.checkReset,
    post(`${at}/reset-password`, {
      section,
      status: 204,
      dto: "UserResetPasswordDTO",
      headers: { authorization: "Authorization" },
    }),
    ownTrail,
  )
    .input(ResetPassword)
    .output(Nothing)
    .mutation(({ ctx, input }) => service.reset(ctx, input.authorization, input.password)),
  change: signedIn(post(`${at}/change-password`, { section }), byPassword)
    .input(ChangePassword)
    .output(Nothing)
    .mutation(({ ctx, input }) => service.change(ctx, input)),
  setSwitchTo: permitted("switch-to.use", undefined, byPassword)
    .input(SetSwitchToPassword)
    .output(Nothing)
    .mutation(({ ctx, input }) => service.setSwitchTo(ctx, input)),
});
