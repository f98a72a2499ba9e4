// @ts-check

/** A failure that its message explains completely: it is shown as one line, without a stack. */
export class Plain extends Error {}

/** @type {Record<string, string>} */
const reasons = {
  ENOSPC: "The disk is full",
  EDQUOT: "The disk quota is used up",
  EACCES: "No permission",
  EPERM: "No permission",
  EROFS: "The file system is read-only",
  ENOTDIR: "Not a folder",
  EMFILE: "Too many open files",
};

const unreachable = new Set([
  "ECONNREFUSED",
  "ECONNRESET",
  "ENOTFOUND",
  "CONNECT_TIMEOUT",
  "CONNECTION_CLOSED",
  "NO_HOST",
]);

/**
 * The one line for a failure.
 * @param {unknown} error
 */
export function explain(error) {
  if (error instanceof Plain) return error.message;
  const { code, path, message } = /** @type {NodeJS.ErrnoException} */ (error);
  const reason = code && reasons[code];
  if (reason) return path ? `${reason}: ${path}` : `${reason}.`;
  if (code && unreachable.has(code)) return `The database does not answer: ${message}`;
  return message?.split("\n")[0] || String(error);
}

/** Prints the one line (the stack too under DEBUG=1) and ends the process with exit code 1. */
export function fail(/** @type {unknown} */ error) {
  console.error(`persdesk: ${explain(error)}`);
  if (process.env.DEBUG) console.error(error);
  process.exit(1);
}
