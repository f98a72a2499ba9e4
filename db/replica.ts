import { setTimeout as sleep } from "node:timers/promises";
import { type SQL, sql } from "drizzle-orm";
import { env } from "@/env/env";
import { alsoClosed, connect, type Database, openLongPool, withLong } from "./client";
import { openPool, patienceOfSettings } from "./pool";

/** A replica of more than so many milliseconds late is not used. */
export const mostLateMs = 5_000;
/** How far back positions are remembered, so that it can be said how late a replica is; beyond that it is said without a number. */
const rememberedMs = 15 * 60_000;
/** How often the two are compared, and how long an answer may take. */
const lookMs = 500;
const answerMs = 2_000;

/** The replica, for reads whose answer may be some seconds old. */
export interface Replica {
  db: Database;
  /** its transactions run beside the pool of the requests, as those of `longDatabase` */
  long: Database;
}

/** Where the primary's log was, at a moment before it was asked. */
interface Mark {
  at: number;
  position: bigint;
}

/** `told` hears of each change: whether the replica is used from now on. */
type Told = (isUsed: boolean) => void;

const ofPrimary = sql`select (pg_current_wal_lsn() - '0/0')::text as position`;
/** A server that follows nobody, such as a replica that was promoted, answers null. */
const ofReplica = sql`
  select case when pg_is_in_recovery() then (pg_last_wal_replay_lsn() - '0/0')::text end as position`;

/** The value, or an error when it takes longer. */
async function inTime<T>(work: Promise<T>): Promise<T> {
  const ended = new AbortController();
  const late = sleep(answerMs, undefined, { signal: ended.signal, ref: false }).then(() => {
    throw new Error("the server does not answer");
  });
  late.catch(() => undefined); // nobody waits for it once the answer is there
  return Promise.race([work, late]).finally(() => ended.abort());
}

/** A connection that nothing else uses, so that a busy pool does not look like a server that is away. */
class Asker {
  private pool: ReturnType<typeof openPool> | undefined;
  constructor(private readonly url: string) {}

  async position(question: SQL): Promise<bigint | undefined> {
    this.pool ??= openPool(this.url, 1, { ...patienceOfSettings(), acquireMs: answerMs, statementMs: answerMs });
    try {
      const [row] = await inTime(this.pool.db.execute<{ position: string | null }>(question));
      return row?.position ? BigInt(row.position) : undefined;
    } catch (error) {
      void this.close(0);
      throw error;
    }
  }

  async close(seconds?: number) {
    const { pool } = this;
    this.pool = undefined;
    await pool?.close(seconds);
  }
}

/**
 * Compares a replica with the primary by the position in the log that each has come to. Neither the clocks of the servers nor
 * a primary at rest matter: the replica holds all that was committed up to the last moment whose position it has reached.
 */
class Follower {
  private marks: Mark[] = [];
  /** the replica holds what was committed before, by this process's own clock */
  private holdsUntil = Number.NEGATIVE_INFINITY;
  private readonly primary = new Asker(env.DATABASE_URL);
  private readonly replica: Asker;
  private pools: { db: ReturnType<typeof connect>; long: ReturnType<typeof openPool>; replica: Replica } | undefined;
  private wasUsed = false;
  private isClosed = false;

  constructor(
    private readonly url: string,
    private readonly told: Told,
  ) {
    this.replica = new Asker(url);
    void this.follow();
  }

  /** Milliseconds of what the replica may lack. */
  late = () => performance.now() - this.holdsUntil;

  /** The replica while it is fresh. */
  fresh(): Replica | undefined {
    if (this.isClosed || this.late() > mostLateMs) return undefined;
    this.pools ??= this.open();
    return this.pools.replica;
  }

  /** It was found to be away: it is not used again before the next comparison that finds it. */
  lose() {
    this.holdsUntil = Number.NEGATIVE_INFINITY;
    const gone = this.pools;
    this.pools = undefined;
    // At once, so that what waits for an answer that does not come is asked of the primary instead.
    void gone?.db.close(0);
    void gone?.long.close(0);
    this.tell();
  }

  async close() {
    this.isClosed = true;
    const { primary, replica, pools } = this;
    await Promise.all([primary.close(), replica.close(), pools?.db.close(), pools?.long.close()]);
  }

  private open() {
    const db = connect(this.url, env.DATABASE_POOL);
    const long = openLongPool(this.url);
    return { db, long, replica: { db: db.db, long: withLong(db.db, long) } };
  }

  private async follow() {
    while (!this.isClosed) {
      await this.look().catch(() => this.lose());
      this.tell();
      await sleep(lookMs, undefined, { ref: false });
    }
  }

  private async look() {
    const at = performance.now();
    // A primary that does not answer says nothing about the replica, which gets older by it.
    const position = await this.primary.position(ofPrimary).catch(() => undefined);
    if (position !== undefined) this.marks.push({ at, position });
    const reached = await this.replica.position(ofReplica);
    const held = reached === undefined ? -1 : this.marks.findLastIndex((mark) => mark.position <= reached);
    const mark = this.marks[held];
    this.holdsUntil = mark?.at ?? Number.NEGATIVE_INFINITY;
    this.marks = this.marks.slice(Math.max(0, held)).filter((one) => at - one.at <= rememberedMs);
  }

  private tell() {
    const isUsed = this.late() <= mostLateMs;
    if (isUsed !== this.wasUsed) this.told(isUsed);
    this.wasUsed = isUsed;
  }
}

// The server and Next each load this module in one process.
const held = globalThis as { persdeskFollower?: Follower };

function follower(told: Told) {
  if (!env.DATABASE_READ_URL) return undefined;
  if (!held.persdeskFollower) {
    const made = new Follower(env.DATABASE_READ_URL, told);
    held.persdeskFollower = made;
    const close = async () => {
      alsoClosed().delete(close);
      held.persdeskFollower = undefined;
      await made.close();
    };
    alsoClosed().add(close);
  }
  return held.persdeskFollower;
}

/** The replica of DATABASE_READ_URL; undefined where there is none, and while it is late or away. The first call begins to follow it. */
export const freshReplica = (told: Told): Replica | undefined => follower(told)?.fresh();

/** What was found away is not asked before it has been found again. */
export const loseReplica = () => held.persdeskFollower?.lose();

/** How many seconds of changes the replica may lack; undefined where nobody follows one. */
export const replicaLateness = () => held.persdeskFollower && held.persdeskFollower.late() / 1000;
