import pino from "pino";
import { env } from "@/server/env";

const redacted = [
  "password",
  "authorization",
  "cookie",
  "refreshToken",
  "accessToken",
  "token",
  "apiKey",
  "code",
  "pin",
];

/** One JSON line an event; secrets are taken out by name, at any of the first two levels. */
export const log = pino({
  level: env.LOG_LEVEL,
  redact: { paths: redacted.flatMap((name) => [name, `*.${name}`]), censor: "[redacted]" },
});

/** Logs a failure with its cause; the client only ever sees the request id. */
export function logError(error: unknown, fields: Record<string, unknown>) {
  const cause = error instanceof Error && error.cause ? error.cause : error;
  log.error({ ...fields, err: cause }, error instanceof Error ? error.message : "error");
}
