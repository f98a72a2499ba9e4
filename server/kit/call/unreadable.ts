import { isUnreadable, unreadableMet, writtenAs } from "@/db/schema/moment";
import { log } from "@/server/kit/process/log";
import { AppError } from "./errors";

/** How many of the rows left out of one answer are named in the log. */
const mostNamed = 20;

/** Finds what could not be read; arrays are left whole by it, and looked through one element at a time. */
class Sieve {
  /** where what is left out stood in the answer, its id where it has one, and what the database holds there */
  readonly left: { at: string; id: unknown; holds: string }[] = [];

  /** The value without the rows that hold something unreadable, whether these are rows of the answer or of one of its rows. */
  sift(value: unknown, at: string): unknown {
    if (Array.isArray(value)) return this.siftRows(value, at);
    if (typeof value !== "object" || value === null || Object.getPrototypeOf(value) !== Object.prototype) return value;
    return Object.fromEntries(Object.entries(value).map(([key, part]) => [key, this.sift(part, join(at, key))]));
  }

  private siftRows(rows: unknown[], at: string) {
    return rows.flatMap((row, index) => {
      const kept = this.sift(row, join(at, index));
      const [field, holds] = unreadableIn(kept) ?? [];
      if (field === undefined) return [kept];
      this.left.push({ at: join(at, index, field), id: Object(row).id, holds: String(holds) });
      return [];
    });
  }
}

const join = (...parts: (string | number)[]) => parts.filter((part) => part !== "").join(".");

/** The first thing in a value, without its arrays, that could not be read: where it is, and what the database holds. */
function unreadableIn(value: unknown, at = ""): [string, string] | undefined {
  if (typeof value === "string") return isUnreadable(value) ? [at, writtenAs(value)] : undefined;
  if (typeof value !== "object" || value === null || Array.isArray(value)) return undefined;
  for (const [key, part] of Object.entries(value)) {
    const found = unreadableIn(part, join(at, key));
    if (found) return found;
  }
  return undefined;
}

/**
 * An answer without the rows that cannot be read; each is an error in the log (ADR 84).
 * @param path what was asked
 * @returns it, and how many rows it lacks
 * @throws AppError `internal` where what cannot be read is the answer itself, not a row of it
 */
export function readableOf<T>(path: string, data: T): { data: T; left: number } {
  const sieve = new Sieve();
  const kept = sieve.sift(data, "") as T; // the same, less some rows
  const { left } = sieve;
  for (const { at, id, holds } of left.slice(0, mostNamed))
    log.error({ path, at, id, holds }, "a row cannot be read and is left out");
  if (left.length > mostNamed) log.error({ path, rows: left.length }, "more rows cannot be read and are left out");
  const [at, holds] = unreadableIn(kept) ?? [];
  if (at !== undefined)
    throw new AppError("internal", undefined, { cause: new Error(`${path} holds at ${at} the unreadable ${holds}`) });
  return { data: kept, left: left.length };
}

type Visit<Row> = (rows: Row[]) => Promise<void>;

/**
 * Hands rows on as they are read, some at a time, without those that cannot be read.
 * @returns how many rows were left out in all
 */
export async function visitLeavingOut<Row>(
  path: string,
  read: (visit: Visit<Row>) => Promise<void>,
  visit: Visit<Row>,
): Promise<number> {
  const before = unreadableMet();
  let all = 0;
  await read((rows) => {
    if (unreadableMet() === before) return visit(rows);
    const { data, left } = readableOf(path, rows);
    all += left;
    return visit(data);
  });
  return all;
}

/** An answer that says how many rows it lacks: in its `meta` where it has one. */
export function sayingLeftOut(data: unknown, unreadable: number): unknown {
  if (unreadable === 0 || typeof data !== "object" || data === null || Array.isArray(data)) return data;
  if (!("meta" in data)) return { ...data, unreadable };
  return { ...data, meta: { ...Object(data.meta), unreadable } };
}
