import { AppError, tooMany } from "@/server/kit/call/errors";

/**
 * How much of requests' bodies this process holds at once: of everybody, and of one address, so that nobody alone can keep
 * all others from sending. A body counts from its first byte until its request is answered.
 */
export class BodyBudget {
  private all = 0;
  private readonly ofCallers = new Map<string, number>();
  constructor(
    private readonly most: number,
    private readonly mostOfCaller: number,
  ) {}

  /** Bytes held now. */
  get held() {
    return this.all;
  }

  /** The share of one request. */
  open(caller: string) {
    let own = 0;
    const change = (bytes: number) => {
      own += bytes;
      this.all += bytes;
      const left = (this.ofCallers.get(caller) ?? 0) + bytes;
      if (left > 0) this.ofCallers.set(caller, left);
      else this.ofCallers.delete(caller);
    };
    return {
      /** Counts a piece that has come. @throws AppError 429 or 503 where it is one too many; it is not counted then */
      add: (bytes: number) => {
        if ((this.ofCallers.get(caller) ?? 0) + bytes > this.mostOfCaller)
          throw tooMany("bodies", "Too much is sent from here at once. Try again shortly.", 5);
        if (this.all + bytes > this.most)
          throw new AppError("unavailable", "Too much is sent at once at the moment. Try again shortly.", {
            retryAfter: 5,
          });
        change(bytes);
      },
      close: () => change(-own),
    };
  }
}

const mib = 1024 ** 2;
export const bodyBudget = new BodyBudget(96 * mib, 32 * mib);
