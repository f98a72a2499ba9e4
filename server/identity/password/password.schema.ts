import { z } from "zod";
import { Email } from "@/server/kit/call/email.schema";
import { without } from "@/server/kit/call/wire";
import { textFault } from "@/server/kit/value/text.rules";
import { Code } from "../user-code/user-code.schema";

/** A password that somebody chooses. */
export const NewPassword = z.string().min(10).max(200).check(without(textFault));

export const ForgotPassword = z.object({ email: Email }).meta({ id: "ForgotPasswordRequestDTO" });
export const Forgot = z.object({ message: z.string() }).meta({ id: "ResponseForgotPassDTO" });
export const ValidateResetCode = z.object({ email: Email, code: Code }).meta({ id: "ValidatePasswordResetCodeDTO" });
const given = z.string().min(1).max(200);
/** `authorization` is a credential, so a missing or unreadable one is 401, which the service answers. */
export const ResetPassword = z.object({ password: NewPassword, authorization: z.string().max(4096).optional() });
export const ChangePassword = z
  .object({ currentPassword: given, newPassword: NewPassword })
  .meta({ id: "UserChangePasswordDTO" });
export const SetSwitchToPassword = z.object({ currentPassword: given, switchToPassword: NewPassword });
