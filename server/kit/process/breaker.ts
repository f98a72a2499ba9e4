const mostFailures = 5;
const firstPauseMs = 5_000;
const longestPauseMs = 5 * 60_000;

/**
 * Stops asking a provider that fails as a whole: after five failures in a row it is left alone, for longer each time, up
 * to five minutes; then one message tries it, and the rest follow where that one gets through.
 */
export class Breaker {
  #failures = 0;
  #pauses = 0;
  #until = 0;
  #isProbing = false;

  /** The moment until which nothing is sent; 0 where something may be. A caller that gets 0 reports the result. */
  pausedUntil(now = Date.now()): number {
    if (this.#failures < mostFailures) return 0;
    if (now < this.#until) return this.#until;
    if (this.#isProbing) return now + 1_000;
    this.#isProbing = true;
    return 0;
  }

  /** How it stands, for who looks on: failures in a row, and until when nothing is sent; 0 where something may be. */
  get state(): { failures: number; until: number } {
    return { failures: this.#failures, until: this.#failures < mostFailures ? 0 : this.#until };
  }

  succeeded() {
    this.#failures = 0;
    this.#pauses = 0;
  }

  /** @param afterMs where the provider says when */
  failed(afterMs = 0, now = Date.now()) {
    this.#failures++;
    this.#isProbing = false;
    if (this.#failures < mostFailures || now < this.#until) return;
    const pause = Math.max(afterMs, Math.min(longestPauseMs, firstPauseMs * 2 ** this.#pauses));
    this.#pauses++;
    this.#until = now + pause;
  }
}
