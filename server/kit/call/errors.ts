import { ZodError } from "zod";
import { noteAccess } from "@/server/kit/process/access";
import { t } from "@/texts/t";
import { databaseFault } from "./database-fault";
import { type ErrorCode, errorCodes, type FieldError } from "./error-codes";
import { StateError } from "./states";

export interface Problem {
  type: string;
  title: string;
  status: number;
  detail: string;
  instance: string;
  code: ErrorCode;
  requestId: string;
  errors?: FieldError[];
}

interface AppErrorOptions {
  errors?: FieldError[];
  /** seconds, for 429 and 503 */
  retryAfter?: number;
  /** response headers, such as `Allow` */
  headers?: Record<string, string>;
  /** which limit a 429 went beyond: a word of ours for the log and the metrics */
  limit?: string;
  cause?: unknown;
}

/** The one error that may leave a service. `detail` is shown to people, so it never holds anything internal. */
export class AppError extends Error {
  readonly errors?: FieldError[];
  readonly headers: Record<string, string>;
  readonly limit?: string;
  constructor(
    readonly code: ErrorCode,
    readonly detail: string = errorCodes[code][1],
    options: AppErrorOptions = {},
  ) {
    super(detail, { cause: options.cause });
    this.errors = options.errors;
    this.limit = options.limit;
    this.headers = { ...options.headers, ...(options.retryAfter && { "retry-after": String(options.retryAfter) }) };
  }
  get status() {
    return errorCodes[this.code][0];
  }
}

/** The rules that clients tell apart; all others are `rule_broken`. */
type Rule =
  | "password_wrong"
  | "password_too_weak"
  | "code_wrong"
  | "link_invalid"
  | "state_not_allowed"
  | "period_overlaps"
  | "plan_outdated"
  | "last_administrator"
  | "rule_broken";

/** A broken rule on one field (422). */
export const broken = (path: string, message: string, rule: Rule = "rule_broken") =>
  new AppError(rule, message, { errors: [{ path, message }] });

/**
 * More than a limit lets through (429).
 * @param limit its name, for the log and the metrics: of our words only, because each becomes a time series
 * @param retryAfter seconds
 */
export const tooMany = (limit: string, detail: string, retryAfter: number) =>
  new AppError("too_many_requests", detail, { limit, retryAfter });

export const notFound = () => new AppError("not_found");

/**
 * Turns anything that was thrown into an AppError; an unknown error becomes `internal` and keeps its cause for the log.
 */
export function toAppError(thrown: unknown): AppError {
  for (let e = thrown, depth = 0; e instanceof Error && depth < 6; e = e.cause, depth++) {
    if (e instanceof AppError) return e;
    if (e instanceof ZodError) return fromZod(e);
    if (e instanceof StateError) return broken(e.field, e.message, "state_not_allowed");
    const fault = databaseFault(e);
    if (fault) return new AppError(fault.code, fault.detail, { ...fault, cause: e });
  }
  return new AppError("internal", undefined, { cause: thrown });
}

/** An error as it is answered; a limit that it names is noted for the request's line in the log. */
export function toProblem(error: AppError, request: { requestId: string; path: string }): Problem {
  if (error.limit) noteAccess({ limit: error.limit });
  return problemOf(error, request);
}

const problemOf = (error: AppError, request: { requestId: string; path: string }): Problem => ({
  type: `urn:persdesk:problem:${error.code}`,
  title: t(errorCodes[error.code][1]),
  status: error.status,
  detail: t(error.detail),
  instance: request.path,
  code: error.code,
  requestId: request.requestId,
  ...(error.errors && { errors: error.errors.map((one) => ({ ...one, message: t(one.message) })) }),
});

function fromZod(error: ZodError) {
  const errors = error.issues.map((issue) => ({ path: issue.path.join("."), message: t(issue.message) }));
  const detail = errors.map((e) => (e.path ? `${e.path}: ${e.message}` : e.message)).join("; ");
  return new AppError("invalid_input", detail.slice(0, 1000), { errors });
}
