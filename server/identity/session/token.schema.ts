import { z } from "zod";
import { bearer } from "@/server/kit/secret/bearer.rules";

export const tokenFields = {
  accessToken: z.string(),
  refreshToken: z.string(),
  expiresIn: z.int().meta({ description: "Seconds until the access token expires." }),
  tokenType: z.literal("Bearer"),
};

export const Tokens = z.object(tokenFields).meta({ id: "TokenResponseDTO" });

export const BearerHeader = z
  .string()
  .max(4096)
  .regex(bearer, "Give it as: Bearer, a space, the token.")
  .meta({ description: "Bearer, a space, the refresh token. Required, but for a token of switch-to, which has none." });
