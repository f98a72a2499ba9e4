import { z } from "zod";
import { Email, ShownEmail } from "@/server/kit/call/email.schema";
import { NewPassword } from "../password/password.schema";
import { OwnFields } from "../user/user.schema";
import { Code } from "../user-code/user-code.schema";

export const Register = OwnFields.extend({ email: Email, password: NewPassword }).meta({ id: "RegisterUserDTO" });
export const Registered = z
  .object({ email: ShownEmail, status: z.literal("pending") })
  .meta({ id: "ResponseRegisterUserDTO" });
export const GenerateCode = z.object({ email: Email }).meta({ id: "GenerateActivationCodeDTO" });
export const VerifyCode = z.object({ email: Email, code: Code }).meta({ id: "VerifyActivationCodeDTO" });
