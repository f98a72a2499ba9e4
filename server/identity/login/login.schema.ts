import { z } from "zod";
import { Email } from "@/server/kit/call/email.schema";
import { Text } from "@/server/kit/call/wire";
import { tokenFields } from "../session/token.schema";
import { User } from "../user/user.schema";

const Credentials = z.object({ email: Email, password: z.string().min(1).max(200) });

const SecondFactorCode = z
  .string()
  .max(40)
  .optional()
  .meta({ description: "Of an account with a second factor: the authenticator's code, or a recovery code." });

/** A browser's sign-in. */
export const SignIn = Credentials.extend({ totpCode: SecondFactorCode });

export const Login = Credentials.extend({
  keyPlatformTech: Text(100, 0).optional(),
  mobileDeviceId: Text(200, 0).optional(),
  totpCode: SecondFactorCode,
}).meta({ id: "AuthUserRequestDTO" });

export const LoggedIn = z.object({ ...tokenFields, user: User }).meta({ id: "AuthUserResponseDTO" });

// Both are credentials: the service answers a missing or unreadable one with 401 before the input is checked.
export const RefreshInput = z.object({
  refreshToken: z.string().max(4096).meta({ description: "Bearer, a space, the refresh token." }),
  authorization: z.string().max(4096),
});
