import { createHash } from "node:crypto";
import type { Row } from "postgres";
import type { WrittenRow } from "./written-rows";

// Answers and written rows as text that is the same in each run: what is drawn by lot has a name, and what is of this moment
// is said from now.

const hourMs = 3_600_000;
/** What is farther away is a date that was given. */
const farMs = 3 * 365 * 24 * hourMs;
const longest = 200;
const uuid = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g;
/** The end of an id, which the trail names a content by. */
const ending = /\b[0-9a-f]{6}\b/g;
const moment = /\d{4}-\d\d-\d\d(?:[T ]\d\d:\d\d(?::\d\d(?:\.\d+)?)?(?:Z|[+-]\d\d(?::?\d\d)?)?)?/g;
/** Tokens, hashes, and what is sealed. */
const secret =
  /(?<=https?:)\/\/[\w.:-]+\/l\/[\w-]+|(?<=\/l\/)[\w-]+|\bP-[0-9A-F]{10}\b|(?<![\w./+-])(?=[\w/+=.-]*\d)(?=[\w/+=.-]*[A-Z])[\w/+=.-]{22,}|\b[0-9a-f]{24,}\b/g;
/** What is drawn by lot, and what is in pieces of as many rows as there was time for. */
const byLot = /(hash|secrets?|token|sealed|link|prefix|key_id|recoveryCodes|last_step)$|^(pin|code)$/i;
const code = /^\d{4,8}$/;
/** Roles of tests (`makeRole`), which a process numbers through all its files. */
const numbered = /\bTEST_\d+\b/g;
/** Who asks, and how, is the same in each call; what changes with every change says nothing. */
const untold = new Set(["ip", "door", "request_id", "html", "updated_at", "written", "hour", "heard_hour", "shard"]);

/** A value within another: what is drawn by lot is only said to be there, and of a long text the beginning. */
function shown(key: string, value: unknown) {
  const isByLot = byLot.test(key) && (key !== "code" || code.test(String(value)));
  if (isByLot && value !== null && value !== undefined) return "…";
  return typeof value === "string" && value.length > longest ? `${value.slice(0, longest)}…` : value;
}

/** Numbers that a sequence gives, which goes on where what it was given for is undone. */
const bySequence = /(?<="(id|\w+_id)":"?)\d+\b/g;
/** Ids, days, times and long numbers in what people read. */
export const changing =
  /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}|\d{4}-\d\d-\d\d[\dT:.]*Z?|\b\d\d:\d\d\b|\b\w*\d{5,}\w*\b/g;

/**
 * What the database's own defaults and triggers take from the clock of the machine, as it is said from another moment.
 * @param at that moment, in ms
 */
function withoutMachine(said: string, at: number) {
  const hours = Math.round((performance.timeOrigin + performance.now() - at) / hourMs);
  return [hours - 1, hours, hours + 1].reduce(
    (left, one) => left.replaceAll(`now${one < 0 ? "" : "+"}${one}h`, "#"),
    said,
  );
}

/** A digest of lines that were said at a moment at which the clocks were stopped, in ms. */
export function digestOf(lines: string[], at: number) {
  const text = withoutMachine(lines.join("\n"), at).replace(bySequence, "#").replace(changing, "#");
  return createHash("sha256").update(text).digest("hex").slice(0, 8);
}

/** Says values alike in each run. */
export class Released {
  readonly #names = new Map<string, string>();

  /** @param known moments that were there before, in ms */
  constructor(private readonly known: Set<number>) {}

  /** What is there before the first call: its moments are said as "then". */
  static of(rows: Iterable<Row>) {
    const texts = [...rows].map((row) => JSON.stringify(row));
    return new Released(
      new Set(
        texts.flatMap((text) =>
          [...text.matchAll(moment)].filter(([at]) => at.length > 10).map(([at]) => Date.parse(at)),
        ),
      ),
    );
  }

  #idOf = (id: string) => {
    const name = this.#names.get(id) ?? `#${this.#names.size + 1}`;
    this.#names.set(id, name);
    return name;
  };

  /** Nearer than twenty minutes is now, else whole hours; of days, those nearest to this one are today. */
  #momentOf = (text: string) => {
    const at = Date.parse(/^.{10}[T ]\d\d:\d\d$/.test(text) ? `${text}Z` : text);
    const fromNow = at - Date.now();
    if (this.known.has(at)) return "then";
    if (Number.isNaN(at) || Math.abs(fromNow) > farMs) return text;
    if (text.length <= 10) return Math.abs(fromNow) < 48 * hourMs ? "today" : text;
    const hours = Math.round(fromNow / hourMs);
    return Math.abs(fromNow) < hourMs / 3 ? "now" : `now${hours < 0 ? "" : "+"}${hours}h`;
  };

  #endings(text: string) {
    const ends = new Map([...this.#names].map(([id, name]) => [id.slice(-6), name]));
    return text.replace(ending, (found) => ends.get(found) ?? found);
  }

  #said = (value: unknown) =>
    JSON.stringify(value, shown).replace(moment, this.#momentOf).replace(secret, "…").replace(numbered, "TEST_…");

  /** All of a new row but what is empty, the changes of one that is changed. */
  #rowOf = ({ table, old, new: now }: WrittenRow) => {
    const isTold = ([key, value]: [string, unknown]) =>
      !untold.has(key) && (old ? JSON.stringify(value) !== JSON.stringify(old[key]) : value !== null);
    const told = Object.entries(now ?? {}).filter(isTold);
    if (old && now && told.length === 0) return [];
    const id = (now ?? old)?.id;
    return [`${old ? (now ? "~" : "-") : "+"} ${table} ${this.#said({ id, ...Object.fromEntries(told) })}`];
  };

  /** What a call answered, and a line for each row that it wrote. */
  lines(answer: unknown, rows: WrittenRow[]): string[] {
    // Rows of one statement come in any order: they are ordered by what is said of them, apart from ids.
    const blank = (line: string) => line.replace(uuid, "#").replace(ending, "#");
    const ordered = rows.flatMap(this.#rowOf).toSorted((one, other) => (blank(one) < blank(other) ? -1 : 1));
    return [`  ${this.#said(answer ?? null)}`, ...ordered].map((line) => this.#endings(line.replace(uuid, this.#idOf)));
  }
}
