import { z } from "zod";
import { Email } from "@/server/identity/profile/email.schema";
import { User } from "@/server/identity/profile/profile.schema";
import { Text } from "@/server/kit/wire";

const Credentials = z.object({ email: Email, password: z.string().min(1, "Fill this in.").max(200) });

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

const tokens = {
  accessToken: z.string(),
  refreshToken: z.string(),
  expiresIn: z.int().meta({ description: "Seconds until the access token expires." }),
  tokenType: z.literal("Bearer"),
};

export const Tokens = z.object(tokens).meta({ id: "TokenResponseDTO" });
export const LoggedIn = z.object({ ...tokens, user: User }).meta({ id: "AuthUserResponseDTO" });

const bearer = /^Bearer +([\w.~+/-]+=*)$/i;

/** `Bearer …` → the token; undefined for anything else. */
export const tokenOf = (header: unknown) => (typeof header === "string" ? bearer.exec(header)?.[1] : undefined);

export const BearerHeader = z
  .string()
  .max(4096)
  .regex(bearer, "Give it as: Bearer, a space, the token.")
  .meta({ description: "Bearer, a space, the refresh token. Required." });

// Both are credentials, so what is missing or unreadable is 401 and left to the service, not 400.
export const RefreshInput = z.object({
  refreshToken: z.string().max(4096).optional().meta({ description: "Bearer, a space, the refresh token. Required." }),
  authorization: z.string().max(4096).optional(),
});
