import { setTimeout as sleep } from "node:timers/promises";
import type { Ctx } from "@/server/kit/context";
import { log } from "@/server/kit/log";
import { type Settled, settle } from "./delivery-claim.service";

const patienceMs = 60_000;
const pauseMs = 500;

/**
 * Writes outcomes as they come: all that came while one statement ran go into the next. Whoever adds one waits until it
 * is stored, so that a worker that dies has sent no more than it had in flight without saying so. A database that is away
 * for a moment is waited for, because what was sent must not be sent again.
 */
export class Settler {
  #waiting: { settled: Settled; done: () => void; failed: (error: unknown) => void }[] = [];
  #isWriting = false;
  constructor(private readonly ctx: () => Ctx) {}

  add(settled: Settled): Promise<void> {
    return new Promise((done, failed) => {
      this.#waiting.push({ settled, done, failed });
      void this.#write();
    });
  }

  async #write() {
    if (this.#isWriting) return;
    this.#isWriting = true;
    while (this.#waiting.length) {
      const batch = this.#waiting.splice(0);
      try {
        await this.#stored(batch.map(({ settled }) => settled));
        for (const { done } of batch) done();
      } catch (error) {
        for (const { failed } of batch) failed(error);
      }
    }
    this.#isWriting = false;
  }

  async #stored(outcomes: Settled[]) {
    const begun = Date.now();
    for (;;)
      try {
        return await settle(this.ctx(), outcomes);
      } catch (error) {
        if (Date.now() - begun > patienceMs) throw error;
        log.warn({ err: error, outcomes: outcomes.length }, "outcomes of deliveries are not stored yet, trying again");
        await sleep(pauseMs);
      }
  }
}
