/** Nobody made room in time. Carries a code, as the faults of the driver do. */
class Busy extends Error {
  constructor(
    readonly code: "POOL_BUSY" | "CALLER_BUSY",
    message: string,
  ) {
    super(message);
  }
}

/** No connection of the pool became free in time. */
const poolBusy = () => new Busy("POOL_BUSY", "no connection to the database became free in time");

/** How a process waits for places, over all lines that share this record. */
export interface Waits {
  /** who waits now */
  now: number;
  /** how many ever waited */
  count: number;
  /** how long they did, together */
  seconds: number;
  /** those of them who were refused */
  refused: number;
}

export const noWaits = (): Waits => ({ now: 0, count: 0, seconds: 0, refused: 0 });

/** Lets `places` work at once; the others wait in line, and who waits longer than `ms` is refused. */
export class Turns {
  private readonly waiting = new Set<() => void>();
  constructor(
    private free: number,
    private readonly ms: number,
    private readonly refusal: () => Error = poolBusy,
    private readonly waits: Waits = noWaits(),
  ) {}

  /** Whether somebody waits for a place. */
  get isAwaited() {
    return this.waiting.size > 0;
  }

  /** A free place at once, without a promise; undefined where there is none. */
  takeNow(): (() => void) | undefined {
    if (this.free <= 0) return undefined;
    this.free -= 1;
    return this.held();
  }

  /**
   * Waits for a place.
   * @returns gives it back
   * @throws what `refusal` makes; `POOL_BUSY` where it is not said
   */
  async take(): Promise<() => void> {
    const now = this.takeNow();
    if (now) return now;
    await this.wait();
    return this.held();
  }

  private held() {
    let isHeld = true;
    return () => {
      if (isHeld) this.passOn();
      isHeld = false;
    };
  }

  async run<T>(work: () => Promise<T>): Promise<T> {
    const giveBack = await this.take();
    return work().finally(giveBack);
  }

  private wait() {
    const { waits } = this;
    const begun = performance.now();
    waits.now += 1;
    waits.count += 1;
    const isOver = () => {
      waits.now -= 1;
      waits.seconds += (performance.now() - begun) / 1000;
    };
    return new Promise<void>((resolve, reject) => {
      const timer = setTimeout(() => {
        this.waiting.delete(begin);
        isOver();
        waits.refused += 1;
        reject(this.refusal());
      }, this.ms);
      const begin = () => {
        clearTimeout(timer);
        isOver();
        resolve();
      };
      this.waiting.add(begin);
    });
  }

  private passOn() {
    const [next] = this.waiting;
    if (!next) this.free += 1;
    else {
      this.waiting.delete(next);
      next();
    }
  }
}

/** What a caller already has under way did not end in time. */
const callerBusy = () => new Busy("CALLER_BUSY", "the caller's own work did not end in time");

/** One caller's places. */
interface Line {
  turns: Turns;
  /** of them, and of those who wait */
  users: number;
}

const nothing = () => undefined;

/** The same for each of many callers: of one, `places` work at once, independent of the others. */
export class Shares {
  private readonly lines = new Map<string, Line>();
  /** @param pauseOf how long a place stays empty after work that took so many milliseconds, where the caller's next waits for it */
  constructor(
    private readonly places: number,
    private readonly ms: number,
    private readonly pauseOf: (took: number) => number = () => 0,
  ) {}

  /** How many callers have something under way or waiting. */
  get size() {
    return this.lines.size;
  }

  /** A place among those of each caller at once, without a promise; undefined where there is not one of each. */
  takeNow(callers: readonly string[]): (() => void) | undefined {
    if (callers.length === 0) return nothing;
    const held: (() => void)[] = [];
    const giveBack = () => {
      for (const one of held.splice(0)) one();
    };
    for (const caller of callers) {
      const line = this.enter(caller);
      const passOn = line.turns.takeNow();
      if (!passOn) {
        this.leave(caller, line);
        giveBack();
        return undefined;
      }
      held.unshift(this.placeIn(caller, line, passOn));
    }
    return giveBack;
  }

  /**
   * Waits for a place among those of each caller, one after the other: of a person first, then of their company, so that in
   * the line of the company each person stands once.
   * @returns gives them back
   * @throws `CALLER_BUSY`
   */
  async take(callers: readonly string[]): Promise<() => void> {
    const held: (() => void)[] = [];
    const giveBack = () => {
      for (const one of held.splice(0)) one();
    };
    try {
      for (const caller of callers) held.unshift(await this.takeOne(caller));
      return giveBack;
    } catch (error) {
      giveBack();
      throw error;
    }
  }

  private async takeOne(caller: string): Promise<() => void> {
    const line = this.enter(caller);
    try {
      return this.placeIn(caller, line, await line.turns.take());
    } catch (error) {
      this.leave(caller, line);
      throw error;
    }
  }

  private enter(caller: string): Line {
    const line = this.lines.get(caller) ?? { turns: new Turns(this.places, this.ms, callerBusy), users: 0 };
    this.lines.set(caller, line);
    line.users += 1;
    return line;
  }

  private leave(caller: string, line: Line) {
    line.users -= 1;
    if (line.users === 0) this.lines.delete(caller);
  }

  /** A place that was taken. @returns gives it back, after a pause where the caller's next waits for it */
  private placeIn(caller: string, line: Line, passOn: () => void) {
    const begun = performance.now();
    const end = () => {
      passOn();
      this.leave(caller, line);
    };
    return () => {
      const pause = line.turns.isAwaited ? this.pauseOf(performance.now() - begun) : 0;
      if (pause > 0) setTimeout(end, pause);
      else end();
    };
  }
}
