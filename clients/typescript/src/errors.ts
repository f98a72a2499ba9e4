import type { ErrorCode } from "./types.js";

/**
 * What a call failed with: a code of the service; `network_failed` and `timed_out` where no answer came; `unreadable_answer`
 * where what came is not the service's, such as a proxy's page.
 */
export type FailureCode = ErrorCode | "network_failed" | "timed_out" | "unreadable_answer";

interface Details {
  status?: number | undefined;
  errors?: { path: string; message: string }[] | undefined;
  requestId?: string | undefined;
  retryAfter?: number | undefined;
  etag?: string | undefined;
  cause?: unknown;
}

/** A call that failed. Branch on `code`; `message` is for people, in the client's language. */
export class PersdeskError extends Error {
  override readonly name = "PersdeskError";
  /** of the answer; 0 where none came */
  readonly status: number;
  /** one entry for each field that was wrong */
  readonly errors: { path: string; message: string }[];
  /** finds the call in the service's logs */
  readonly requestId: string | undefined;
  /** seconds to wait before the next try, where the service says so */
  readonly retryAfter: number | undefined;
  /** with `version_mismatch`: the version that there is now */
  readonly etag: string | undefined;
  override readonly cause: unknown;

  constructor(
    readonly code: FailureCode,
    message: string,
    { status = 0, errors = [], requestId, retryAfter, etag, cause }: Details = {},
  ) {
    super(message);
    this.status = status;
    this.errors = errors;
    this.requestId = requestId;
    this.retryAfter = retryAfter;
    this.etag = etag;
    this.cause = cause;
  }
}

/** Whether something that was thrown is a failed call, with one of these codes where some are given. */
export const isFailure = (thrown: unknown, ...codes: FailureCode[]): thrown is PersdeskError =>
  thrown instanceof PersdeskError && (codes.length === 0 || codes.includes(thrown.code));
