import { constraints } from "@/db/constraints/all";
import { t } from "@/texts/t";
import { within } from "@/texts/within";
import { isAway, type Said } from "./database-away.rules";
import type { ErrorCode, FieldError } from "./error-codes";

/** What the driver says of a statement that failed. */
export interface DatabaseError extends Error, Said {
  message: string;
  detail?: string;
  schema_name?: string;
  table_name?: string;
  constraint_name?: string;
}

interface Fault {
  code: ErrorCode;
  detail?: string;
  errors?: FieldError[];
  /** seconds */
  retryAfter?: number;
  /** of 429: which limit */
  limit?: string;
}

/** Values that only the database can refuse: a number out of range, a text that is no uuid, a byte it cannot store. */
const unreadable = new Set(["22003", "22P02", "22021", "22P05", "22008", "22007", "22009"]);

/** The server has no disk or memory left, or DATA_DIR no room; what was begun is undone. */
const exhausted = new Set(["53100", "53200", "ENOSPC", "EDQUOT"]);

/** What took longer than it may (`db/pool.ts`). */
const tooSlow: Record<string, string> = {
  POOL_BUSY: "The service is busy. Try again shortly.",
  "55P03": "Somebody else is changing this at the moment. Try again shortly.",
  "57014": "This takes too long at the moment. Try again shortly.",
  "25P03": "This took too long. Try again.",
};

/** What somebody asks for beside what they have under way (`db/turns.ts`). */
const callerBusy = "What you asked for before is still under way. Try again shortly.";

const ofConstraint: Record<string, ErrorCode> = {
  "23503": "unknown_reference",
  "23505": "duplicate",
  "23514": "rule_broken",
  "23P01": "period_overlaps",
};

/**
 * The column and value of PostgreSQL's `Key (a)=(1)`, which is the same in every language of the server, where a record
 * cannot be deleted because others refer to it.
 */
export function deletedKey(error: DatabaseError) {
  const [, column, value] = /\((\w+)\)=\((.*?)\)/.exec(error.detail ?? "") ?? [];
  if (error.code !== "23503" || !column || value === undefined) return undefined;
  // The constraint's name begins with the referring table and column: another column is the one referred to.
  const isMissing = error.constraint_name?.startsWith(`${error.table_name}_${column}_`);
  return isMissing ? undefined : { column, value };
}

/** Why the database refused, for people; undefined where it is not a fault of the request. */
export function databaseFault(error: DatabaseError): Fault | undefined {
  const sqlState = error.code ?? "";
  if (exhausted.has(sqlState)) return { code: "unavailable", retryAfter: 10 };
  if (sqlState === "40001" || sqlState === "40P01") return { code: "unavailable", retryAfter: 1 };
  if (sqlState === "CALLER_BUSY")
    return { code: "too_many_requests", retryAfter: 5, detail: callerBusy, limit: "caller" };
  const waited = tooSlow[sqlState];
  if (waited) return { code: "unavailable", retryAfter: 2, detail: waited };
  if (isAway(error)) return { code: "unavailable", retryAfter: 2 };
  if (unreadable.has(sqlState)) return { code: "invalid_input", detail: "A value is out of range or not readable." };
  const code = ofConstraint[sqlState];
  if (!code) return undefined;
  const known = constraints.get(error.constraint_name ?? "");
  if (deletedKey(error))
    return { code: "in_use", detail: t("It is still used by {users}.", { users: t(known?.users?.[1] ?? "others") }) };
  if (!known)
    return { code, detail: error.constraint_name?.endsWith("_pkey") ? "This record exists already." : undefined };
  const says = t(known.says, known.what === undefined ? undefined : { what: within(t(known.what)) });
  return { code, detail: says, errors: known.fields.map((path) => ({ path, message: says })) };
}

/** A statement behind one that failed, and an unknown savepoint. */
const outOfStep = new Set(["25P02", "3B001"]);

/**
 * Whether the transaction in which this was thrown is over as a whole, or to be done again from its beginning: nothing that
 * would be written after it could be kept.
 */
export function endsTransaction(thrown: unknown): boolean {
  for (let e = thrown, depth = 0; e instanceof Error && depth < 6; e = e.cause, depth++) {
    const error = e as DatabaseError;
    if (outOfStep.has(error.code ?? "") || databaseFault(error)?.code === "unavailable") return true;
  }
  return false;
}
