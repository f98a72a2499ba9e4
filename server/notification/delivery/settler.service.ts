import { setTimeout as sleep } from "node:timers/promises";
import type { Ctx } from "@/server/kit/call/context";
import { log } from "@/server/kit/process/log";
import { type Settled, settle } from "./delivery-claim.service";

const patienceMs = 60_000;
const pauseMs = 500;

/** Statements that run side by side: one would be a queue that every place stands in. */
const mostWriters = 3;

/**
 * Writes outcomes as they come: all that came while every writer was busy go into the next statement. Whoever adds one
 * waits until it is stored, so that of a worker that dies only what was in flight can be sent twice. A
 * database that is away for a moment is waited for, because what was sent must not be sent again.
 */
export class Settler {
  #waiting: { settled: Settled; done: () => void; failed: (error: unknown) => void }[] = [];
  #writers = 0;
  constructor(private readonly ctx: () => Ctx) {}

  add(settled: Settled): Promise<void> {
    return new Promise((done, failed) => {
      this.#waiting.push({ settled, done, failed });
      void this.#write();
    });
  }

  async #write() {
    if (this.#writers >= mostWriters) return;
    this.#writers++;
    while (this.#waiting.length) {
      const batch = this.#waiting.splice(0);
      try {
        await this.#stored(batch.map(({ settled }) => settled));
        for (const { done } of batch) done();
      } catch (error) {
        for (const { failed } of batch) failed(error);
      }
    }
    this.#writers--;
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
