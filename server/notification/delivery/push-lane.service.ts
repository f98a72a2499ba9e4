import { setTimeout as sleep } from "node:timers/promises";
import type { KnownCtx } from "@/server/kit/call/context";
import type { Senders } from "../sender/senders";
import { sortedOut } from "./delivery-batch.service";
import { claimDue, type Delivery, endRequests, settleAll } from "./delivery-claim.service";
import { interrupt } from "./delivery-interrupted.service";
import { devicesOf, type Push, sendPush } from "./push-delivery.service";
import { Settler } from "./settler.service";

const idleMs = 250;

/**
 * The lane of pushes: a fixed number of them is in flight, and the next batch is claimed meanwhile, so that no place stays
 * empty. Twice that number is claimed, and an urgent message goes before what waits.
 */
export class PushLane {
  readonly #settler: Settler;
  /** claimed, and the outcome not stored yet */
  readonly #claimed = new Map<string, Delivery>();
  /** requests of which something was sent since they were last looked at */
  readonly #touched = new Set<string>();
  #waiting: Push[] = [];
  #inFlight = 0;
  #count = 0;
  #isDry = false;
  #faults: unknown[] = [];
  #wake = () => {};

  constructor(
    private readonly ctx: KnownCtx,
    private readonly senders: Senders,
    private readonly isStopping: () => boolean,
  ) {
    this.#settler = new Settler(() => ctx);
  }

  /**
   * One round: sends until nothing is due or the worker stops, and lets what is in flight finish.
   * @returns how many were claimed
   * @throws what kept it from going on, once nothing is in flight any more
   */
  async run(): Promise<number> {
    while (this.#mayClaim() || this.#claimed.size > 0)
      try {
        if (this.#mayClaim() && this.#hasRoom()) await this.#claim();
        if (this.#claimed.size === 0 && this.#isDry) break;
        if (this.#isDry || !this.#mayClaim() || !this.#hasRoom()) await this.#change();
        await this.#endRequests();
      } catch (error) {
        this.#faults.push(error);
      }
    if (this.#faults.length) throw this.#faults[0];
    await this.#endRequests();
    return this.#count;
  }

  #mayClaim = () => this.#faults.length === 0 && !this.isStopping();
  #room = () => this.senders.inFlight * 2 - this.#claimed.size;
  #hasRoom = () => this.#room() * 2 >= this.senders.inFlight;

  async #claim() {
    const rows = await claimDue(this.ctx, 2, this.#room());
    this.#isDry = rows.length === 0;
    if (this.#isDry) return;
    const before = [...this.#claimed.values()];
    for (const row of rows) this.#claimed.set(row.id, row);
    this.#count += rows.length;
    try {
      const { unsent, ready } = await sortedOut(this.ctx, rows, before);
      await settleAll(this.ctx, unsent);
      for (const { id } of unsent) this.#forget(id);
      const emails = ready.map(({ delivery }) => delivery.email);
      const devices = await devicesOf(this.ctx, emails);
      for (const { delivery, words, request } of ready) {
        const own = devices.get(`${delivery.email} ${delivery.keyPlatformTech}`) ?? [];
        this.#waiting.push({ delivery, words, expiresAt: request.expiresAt, devices: own });
      }
    } catch (error) {
      for (const { id } of rows) this.#forget(id);
      interrupt(rows, error);
      throw error;
    }
    this.#waiting.sort((a, b) => Number(b.delivery.isUrgent) - Number(a.delivery.isUrgent));
    this.#next();
  }

  #next() {
    while (this.#inFlight < this.senders.inFlight) {
      const push = this.#waiting.shift();
      if (!push) return;
      this.#inFlight++;
      void this.#send(push);
    }
  }

  /** A place is free once the outcome is stored. */
  async #send(push: Push) {
    try {
      await this.#settler.add(await sendPush(push, this.senders));
    } catch (error) {
      this.#faults.push(error);
    }
    this.#inFlight--;
    this.#forget(push.delivery.id);
    this.#next();
    if (this.#claimed.size === 0 || (!this.#isDry && this.#hasRoom())) this.#wake();
  }

  #forget(id: string) {
    const delivery = this.#claimed.get(id);
    this.#claimed.delete(id);
    if (delivery) this.#touched.add(delivery.requestId);
  }

  /** Waits until there is something to do, and looks after a while in any case. */
  async #change() {
    const awake = new AbortController();
    this.#wake = () => awake.abort();
    await sleep(idleMs, undefined, { signal: awake.signal }).catch(() => undefined);
    this.#wake = () => {};
  }

  /** Requests with a claimed delivery have not ended. */
  async #endRequests() {
    const busy = new Set([...this.#claimed.values()].map(({ requestId }) => requestId));
    const ids = [...this.#touched].filter((id) => !busy.has(id));
    if (ids.length === 0) return;
    for (const id of ids) this.#touched.delete(id);
    await endRequests(this.ctx, ids);
  }
}
