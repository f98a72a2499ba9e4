import { setTimeout as sleep } from "node:timers/promises";
import type { KnownCtx } from "@/server/kit/call/context";
import type { Senders } from "../sender/senders";
import { sortedOut } from "./delivery-batch.service";
import { claimDue, type Delivery, endRequests, settleAll } from "./delivery-claim.service";
import { devicesOf, type Push, sendPush } from "./push-delivery.service";
import { Settler } from "./settler.service";

const idleMs = 250;

/**
 * The pushes of a worker, so many on their way at the same time: the next are taken up while others are still out, so
 * that no place stands empty. What is in hand is twice what is on its way, and an urgent message goes before what waits.
 */
export class PushLane {
  readonly #settler: Settler;
  /** taken up, and its outcome not stored yet */
  readonly #inHand = new Map<string, Delivery>();
  /** requests of which something was sent since they were last looked at */
  readonly #touched = new Set<string>();
  #waiting: Push[] = [];
  #onTheirWay = 0;
  #taken = 0;
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
   * Sends until nothing is due or the worker stops, and lets what is on its way finish.
   * @returns how many were taken up
   * @throws what kept it from going on, once nothing is on its way any more
   */
  async run(): Promise<number> {
    while (this.#mayTake() || this.#inHand.size > 0)
      try {
        if (this.#mayTake() && this.#hasRoom()) await this.#takeUp();
        if (this.#inHand.size === 0 && this.#isDry) break;
        if (this.#isDry || !this.#mayTake() || !this.#hasRoom()) await this.#change();
        await this.#endRequests();
      } catch (error) {
        this.#faults.push(error);
      }
    if (this.#faults.length) throw this.#faults[0];
    await this.#endRequests();
    return this.#taken;
  }

  #mayTake = () => this.#faults.length === 0 && !this.isStopping();
  #room = () => this.senders.inFlight * 2 - this.#inHand.size;
  #hasRoom = () => this.#room() * 2 >= this.senders.inFlight;

  async #takeUp() {
    const rows = await claimDue(this.ctx, 2, this.#room());
    this.#isDry = rows.length === 0;
    if (this.#isDry) return;
    const before = [...this.#inHand.values()];
    for (const row of rows) this.#inHand.set(row.id, row);
    this.#taken += rows.length;
    try {
      const { over, ready } = await sortedOut(this.ctx, rows, before);
      await settleAll(this.ctx, over);
      for (const { id } of over) this.#letGo(id);
      const emails = ready.map(({ delivery }) => delivery.email);
      const devices = await devicesOf(this.ctx, emails);
      for (const { delivery, words, request } of ready) {
        const own = devices.get(`${delivery.email} ${delivery.keyPlatformTech}`) ?? [];
        this.#waiting.push({ delivery, words, expiresAt: request.expiresAt, devices: own });
      }
    } catch (error) {
      for (const { id } of rows) this.#letGo(id);
      throw error;
    }
    this.#waiting.sort((a, b) => Number(b.delivery.isUrgent) - Number(a.delivery.isUrgent));
    this.#next();
  }

  #next() {
    while (this.#onTheirWay < this.senders.inFlight) {
      const push = this.#waiting.shift();
      if (!push) return;
      this.#onTheirWay++;
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
    this.#onTheirWay--;
    this.#letGo(push.delivery.id);
    this.#next();
    if (this.#inHand.size === 0 || (!this.#isDry && this.#hasRoom())) this.#wake();
  }

  #letGo(id: string) {
    const delivery = this.#inHand.get(id);
    this.#inHand.delete(id);
    if (delivery) this.#touched.add(delivery.requestId);
  }

  /** Waits until there is something to do, and looks after a while in any case. */
  async #change() {
    const awake = new AbortController();
    this.#wake = () => awake.abort();
    await sleep(idleMs, undefined, { signal: awake.signal }).catch(() => undefined);
    this.#wake = () => {};
  }

  /** Those of which something is in hand have not ended. */
  async #endRequests() {
    const busy = new Set([...this.#inHand.values()].map(({ requestId }) => requestId));
    const ids = [...this.#touched].filter((id) => !busy.has(id));
    if (ids.length === 0) return;
    for (const id of ids) this.#touched.delete(id);
    await endRequests(this.ctx, ids);
  }
}
