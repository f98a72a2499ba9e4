// @ts-check
import net from "node:net";
import { setTimeout as sleep } from "node:timers/promises";

/** @typedef {import("../env/database-hosts.mjs").Place} Place */
/** @typedef {import("../env/database-hosts.mjs").Wanted} Wanted */
/** @typedef {{ standby: boolean, readOnly: boolean }} State */
/** @typedef {{ isOpen: () => boolean, destroy: () => void }} Held a connection that somebody has open */

/** How long a host may take to say what it is, and to take a connection. */
const answerMs = 2_000;
/** How often the host in use is asked. */
const lookMs = 1_000;
/** How much longer than others the host used last may take, so that of two that fit nobody changes to and fro. */
const preferMs = 500;

/** @type {Record<Wanted, (state: State) => boolean>} */
const fits = {
  any: () => true,
  "read-write": ({ readOnly }) => !readOnly,
  "read-only": ({ readOnly }) => readOnly,
  primary: ({ standby }) => !standby,
  standby: ({ standby }) => standby,
  "prefer-standby": ({ standby }) => standby,
};

const fault = (/** @type {string} */ code, /** @type {string} */ message) =>
  Object.assign(new Error(message), { code });

/** @template T @param {Promise<T>} work @returns {Promise<T>} the value, or an error when it takes longer */
async function inTime(work) {
  const ended = new AbortController();
  const late = sleep(answerMs, undefined, { signal: ended.signal }).then(() => {
    throw fault("CONNECT_TIMEOUT", "no answer");
  });
  late.catch(() => undefined); // nobody waits for it once the answer is there
  return Promise.race([work, late]).finally(() => ended.abort());
}

const nameOf = (/** @type {Place} */ { host, port }) => `${host}:${port}`;

/** @returns {Promise<State>} */
async function stateOf(/** @type {import("postgres").Sql} */ sql) {
  const asked = sql`select pg_is_in_recovery() as standby, current_setting('transaction_read_only') = 'on' as "readOnly"`;
  const [row] = await inTime(asked);
  return /** @type {State} */ (row);
}

/**
 * Finds the host of an address that is what it asks for. While connections are open, the host that they lead to is asked each
 * second: where it has become another thing, or is silent and another host fits, its connections are cut, so that nobody waits
 * for a machine that is gone.
 */
export class Hosts {
  /** @type {Place | undefined} */
  #current;
  #confirmedAt = Number.NEGATIVE_INFINITY;
  /** @type {Promise<Place> | undefined} */
  #search;
  /** @type {Map<Held, Place>} */
  #held = new Map();
  #isWatched = false;

  /**
   * @param {Place[]} places
   * @param {Wanted} wanted
   * @param {(place: Place) => import("postgres").Sql} open a client of one host, with one connection
   */
  constructor(places, wanted, open) {
    this.places = places;
    this.wanted = wanted;
    this.open = open;
  }

  /**
   * The host to connect to.
   * @returns {Promise<Place>}
   * @throws Error `NO_HOST` where none fits, with what each of them is
   */
  async place() {
    const isSure = performance.now() - this.#confirmedAt < lookMs;
    return this.#current && isSure ? this.#current : this.#find();
  }

  /** A connection failed: the host is looked for again before the next one. */
  doubt() {
    this.#confirmedAt = Number.NEGATIVE_INFINITY;
  }

  /** @returns {Promise<net.Socket & Place>} a socket that is connected */
  async dial() {
    try {
      return await this.#connect(await this.place());
    } catch {
      this.doubt();
      return this.#connect(await this.place());
    }
  }

  /** Remembers a connection, so that it is cut when its host is left. */
  hold(/** @type {Place} */ place, /** @type {Held} */ held) {
    this.#held.set(held, place);
    void this.#watch();
  }

  async #connect(/** @type {Place} */ place) {
    const socket = net.connect(place);
    socket.on("error", () => undefined); // its user hears it by a listener of its own
    try {
      await inTime(
        new Promise((done, failed) => {
          socket.once("connect", done).once("error", failed);
        }),
      );
    } catch (error) {
      socket.destroy();
      throw error;
    }
    this.hold(place, {
      isOpen: () => !socket.destroyed,
      destroy: () => socket.destroy(fault("NO_HOST", `${nameOf(place)} is left for another host`)),
    });
    return Object.assign(socket, place);
  }

  #find() {
    this.#search ??= this.#choose().finally(() => {
      this.#search = undefined;
    });
    return this.#search;
  }

  async #choose() {
    const before = this.#current;
    const found = await this.#first(fits[this.wanted]).catch((error) => {
      if (this.wanted === "prefer-standby") return this.#first(fits.any);
      throw error;
    });
    this.#current = found;
    this.#confirmedAt = performance.now();
    if (before && before !== found && this.wanted !== "any") this.#leave((place) => place !== found);
    return found;
  }

  /** The first host to say that it fits. */
  async #first(/** @type {(state: State) => boolean} */ isFit) {
    const ask = async (/** @type {Place} */ place) => {
      const sql = this.open(place);
      try {
        const state = await stateOf(sql);
        if (!isFit(state)) throw new Error(state.standby ? "a standby" : state.readOnly ? "read-only" : "a primary");
        return place;
      } finally {
        void sql.end({ timeout: 0 });
      }
    };
    const last = this.#current;
    const preferred = last && ask(last);
    const isOver = preferred && Promise.race([preferred.catch(() => undefined), sleep(preferMs)]);
    const others = this.places.filter((place) => place !== last);
    const order = last ? [last, ...others] : others;
    const asked = others.map(async (place) => {
      const found = await ask(place);
      await isOver;
      return found;
    });
    try {
      return await Promise.any(preferred ? [preferred, ...asked] : asked);
    } catch (error) {
      const { errors } = /** @type {AggregateError} */ (error);
      const said = order.map((place, at) => `${nameOf(place)}: ${errors[at].message || errors[at].code}`);
      throw fault("NO_HOST", `no host is "${this.wanted}" (${said.join("; ")})`);
    }
  }

  #leave(/** @type {(place: Place) => boolean} */ isLeft) {
    for (const [held, place] of this.#held)
      if (isLeft(place)) {
        this.#held.delete(held);
        held.destroy();
      }
  }

  #isUsed() {
    for (const held of this.#held.keys()) if (!held.isOpen()) this.#held.delete(held);
    return this.#held.size > 0;
  }

  async #watch() {
    if (this.#isWatched) return;
    this.#isWatched = true;
    /** @type {{ place: Place, sql: import("postgres").Sql } | undefined} */
    let line;
    const hangUp = () => {
      void line?.sql.end({ timeout: 0 });
      line = undefined;
    };
    for (let silent = 0; this.#isUsed(); await sleep(lookMs, undefined, { ref: false })) {
      const place = this.#current;
      if (line && line.place !== place) hangUp();
      try {
        if (!place) throw new Error("none is known");
        line ??= { place, sql: this.open(place) };
        if (!fits[this.wanted](await stateOf(line.sql)) && this.wanted !== "prefer-standby") throw new Error("changed");
        if (place === this.#current) this.#confirmedAt = performance.now();
        silent = 0;
      } catch {
        hangUp();
        silent += 1;
        this.doubt();
        const found = await this.#find().catch(() => undefined);
        // By its name the same host, but for the second time only new connections get an answer: it is another machine.
        if (found && (found !== place || silent > 1)) this.#leave((one) => one !== found || silent > 1);
      }
    }
    hangUp();
    this.#isWatched = false;
  }
}
