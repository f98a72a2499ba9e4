import { env } from "@/env/env";

/** Behind TLS: browsers use https only, for a year. */
export const transportSecurity: Record<string, string> = env.APP_URL.startsWith("https:")
  ? { "strict-transport-security": "max-age=31536000" }
  : {};
