import pino from "pino";
import { env } from "@/env/env";
import { spanIds } from "@/env/spans";
import { requestIdHere } from "./access";

const redacted = [
  "password",
  "authorization",
  "cookie",
  "refreshToken",
  "accessToken",
  "token",
  "apiKey",
  "activationCode",
  "resetCode",
  "pin",
];

/** The root cause of an error, without the values of its query, which may hold secrets. */
export function safeError(error: unknown): unknown {
  if (!(error instanceof Error)) return error;
  if (error.cause instanceof Error) return safeError(error.cause);
  const { message, stack, code, constraint_name } = error as Error & Record<string, unknown>;
  return { type: error.name, message, stack, code, constraint_name };
}

/** The request that a line belongs to, where there is one. */
const requestHere = () => {
  const requestId = requestIdHere();
  return requestId === undefined ? {} : { requestId };
};

/** One JSON line per event, with its request and its trace where there is one; secrets are removed by name on the first two levels. */
export const log = pino({
  level: env.LOG_LEVEL,
  mixin: () => ({ ...requestHere(), ...spanIds() }),
  serializers: { err: safeError },
  redact: { paths: redacted.flatMap((name) => [name, `*.${name}`]), censor: "[redacted]" },
});

/** Logs a failure with its cause; the client only ever sees the request id. */
export function logError(error: unknown, fields: Record<string, unknown>) {
  const cause = error instanceof Error && error.cause ? error.cause : error;
  log.error({ ...fields, err: cause }, error instanceof Error ? error.message : "error");
}
