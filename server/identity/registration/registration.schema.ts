import { z } from "zod";
import { Email } from "../profile/email.schema";
import { OwnFields } from "../profile/profile.schema";

/** A password that somebody chooses. */
export const NewPassword = z.string().min(10, "At least 10 characters.").max(200, "At most 200 characters.");

export const Code = z
  .string()
  .trim()
  .regex(/^\d{6}$/, "Give the six digits of the code.");

export const Register = OwnFields.extend({ email: Email, password: NewPassword }).meta({ id: "RegisterUserDTO" });
export const Registered = z
  .object({ email: z.string(), status: z.literal("pending") })
  .meta({ id: "ResponseRegisterUserDTO" });
export const GenerateCode = z.object({ email: Email }).meta({ id: "GenerateActivationCodeDTO" });
export const VerifyCode = z.object({ email: Email, code: Code }).meta({ id: "VerifyActivationCodeDTO" });
