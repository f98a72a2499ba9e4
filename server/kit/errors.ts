import { ZodError } from "zod";
import { databaseFault } from "./database-fault";
import { StateError } from "./states";

/** Every `code` a client can meet, with its status and title (decisions 0, RFC 9457). */
export const errorCodes = {
  invalid_input: [400, "The request does not have the declared shape"],
  unauthorized: [401, "Credentials are missing or no longer valid"],
  invalid_credentials: [401, "E-mail or password is wrong"],
  second_factor_required: [401, "A code of the second factor is needed in addition to the password"],
  invalid_second_factor: [401, "The code of the second factor is wrong or was used before"],
  second_factor_enrolment_required: [403, "Staff must set up a second factor before anything else"],
  forbidden: [403, "Not allowed"],
  account_not_activated: [403, "The account is not activated yet"],
  not_found: [404, "Not found"],
  method_not_allowed: [405, "This path does not support that method"],
  version_mismatch: [412, "The record was changed in the meantime"],
  payload_too_large: [413, "The request is too large"],
  unsupported_media_type: [415, "The request's content type is not accepted here"],
  duplicate: [422, "That value is already in use"],
  unknown_reference: [422, "A referenced record does not exist"],
  in_use: [422, "The record is still in use"],
  rule_broken: [422, "The request breaks a rule"],
  too_many_requests: [429, "Too many requests"],
  internal: [500, "Something went wrong on our side"],
  unavailable: [503, "The service is not available for a moment"],
} as const satisfies Record<string, readonly [number, string]>;

export type ErrorCode = keyof typeof errorCodes;
export interface FieldError {
  path: string;
  message: string;
}
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
  cause?: unknown;
}

/** The one error that may leave a service. `detail` is shown to people, so it never holds anything internal. */
export class AppError extends Error {
  readonly errors?: FieldError[];
  readonly headers: Record<string, string>;
  constructor(
    readonly code: ErrorCode,
    readonly detail: string = errorCodes[code][1],
    options: AppErrorOptions = {},
  ) {
    super(detail, { cause: options.cause });
    this.errors = options.errors;
    this.headers = { ...options.headers, ...(options.retryAfter && { "retry-after": String(options.retryAfter) }) };
  }
  get status() {
    return errorCodes[this.code][0];
  }
}

/** A broken rule on one field (422). */
export const broken = (path: string, message: string) =>
  new AppError("rule_broken", message, { errors: [{ path, message }] });

export const notFound = () => new AppError("not_found");

/**
 * Turns anything that was thrown into an AppError; an unknown error becomes `internal` and keeps its cause for the log.
 */
export function toAppError(thrown: unknown): AppError {
  for (let e = thrown, depth = 0; e instanceof Error && depth < 6; e = e.cause, depth++) {
    if (e instanceof AppError) return e;
    if (e instanceof ZodError) return fromZod(e);
    if (e instanceof StateError) return broken(e.field, e.message);
    const fault = databaseFault(e);
    if (fault) return new AppError(fault.code, fault.detail, { ...fault, cause: e });
  }
  return new AppError("internal", undefined, { cause: thrown });
}

export const toProblem = (error: AppError, request: { requestId: string; path: string }): Problem => ({
  type: `urn:persdesk:problem:${error.code}`,
  title: errorCodes[error.code][1],
  status: error.status,
  detail: error.detail,
  instance: request.path,
  code: error.code,
  requestId: request.requestId,
  ...(error.errors && { errors: error.errors }),
});

function fromZod(error: ZodError) {
  const errors = error.issues.map((issue) => ({ path: issue.path.join("."), message: issue.message }));
  const detail = errors.map((e) => (e.path ? `${e.path}: ${e.message}` : e.message)).join("; ");
  return new AppError("invalid_input", detail.slice(0, 1000), { errors });
}
