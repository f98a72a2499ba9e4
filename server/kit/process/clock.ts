import { setTimeout as sleep } from "node:timers/promises";
import { sql } from "drizzle-orm";
import { alsoClosed, database } from "@/db/client";
import { log } from "./log";

/** A clock that is off by less, in milliseconds, is left as it is. */
const toleratedMs = 2_000;
/** An answer that takes longer says too little about the time. */
const answerMs = 1_000;
/** How often the two clocks are compared; where the machine's was set meanwhile, at the next look. */
const compareMs = 60_000;
const lookMs = 1_000;
const firstLookMs = 100;

/**
 * Compares the machine's clock with the database's. Where it is off, this process's `Date` is corrected as a whole, so that
 * tokens, ids and what is stored go by one time on all nodes, in libraries too (ADR 78). Timers and `performance.now()` do not
 * change.
 */
export class Clock {
  private readonly machine = Date;
  private readonly ownNow = Date.now;
  private correction = 0;
  private comparedAt = Number.NEGATIVE_INFINITY;
  private started = 0;
  /** Milliseconds that the machine's clock was ahead of the database's when they were compared last. */
  ahead = 0;

  /**
   * Compares the two where that is due, or the machine's was set since.
   * @returns false for an answer that came too late to say anything
   * @throws what the database says where it is away
   */
  async compare(): Promise<boolean> {
    const begun = performance.now();
    const started = this.ownNow() - begun;
    const wasSet = Math.abs(started - this.started) > toleratedMs / 2;
    if (!wasSet && begun - this.comparedAt < compareMs) return true;
    const [row] = await database().execute<{ at: number }>(
      sql`select (extract(epoch from clock_timestamp()) * 1000)::float8 as at`,
    );
    const took = performance.now() - begun;
    if (!row || took > answerMs) return false;
    this.comparedAt = begun;
    this.started = started;
    this.ahead = started + begun + took / 2 - row.at;
    this.correct(Math.abs(this.ahead) > toleratedMs ? -Math.round(this.ahead) : 0);
    return true;
  }

  /** Puts the machine's own `Date` back. */
  end() {
    this.correction = 0;
    this.use(this.machine, this.ownNow);
  }

  private correct(needed: number) {
    // The one in force is good enough: a time that moves by milliseconds to and fro helps nobody.
    const isNear = Math.abs(needed - this.correction) <= toleratedMs;
    if (isNear && Boolean(needed) === Boolean(this.correction)) return;
    const secondsAhead = Math.round(this.ahead / 1000);
    if (needed)
      log.warn({ secondsAhead }, "this machine's clock differs from the database's, whose time is used instead");
    else log.info("this machine's clock is right again");
    if (!needed) return this.end();
    this.correction = needed;
    const now = () => this.ownNow() + this.correction;
    const corrected = new Proxy(this.machine, {
      construct: (machine, given, made) => Reflect.construct(machine, given.length === 0 ? [now()] : given, made),
      apply: () => new this.machine(now()).toString(),
    });
    this.use(corrected, now);
  }

  private use(date: DateConstructor, now: () => number) {
    this.machine.now = now;
    Object.defineProperty(this.machine.prototype, "constructor", { value: date });
    globalThis.Date = date;
  }
}

/** The clock of this process. */
export const clock = new Clock();

/**
 * Keeps this process on the database's clock until the database is closed. Resolves once they have been compared; a database
 * that is away is asked again.
 */
export async function followClock(): Promise<void> {
  let isFollowed = true;
  alsoClosed().add(async () => {
    isFollowed = false;
  });
  const look = () => clock.compare().catch(() => false);
  while (!(await look())) await sleep(firstLookMs);
  const goOn = async () => {
    while (isFollowed) {
      await sleep(lookMs, undefined, { ref: false });
      await look();
    }
  };
  void goOn();
}
