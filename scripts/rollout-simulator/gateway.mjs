// @ts-check

/** @typedef {{ index: number, startAddress: number, length: number, crc32: string }} Segment */
/**
 * @typedef {{ offerId: string, rolloutId: string, uuid: string, firmwareVersion: string, sizeBytes: number, sha256: string,
 *   segments: Segment[], signature?: string }} Offer
 */
/** @typedef {{ offerId: string, state: "downloading" | "installed" | "failed", errorCode?: string, at: string }} Report */
/** @typedef {{ accepted: number, stale: number[], withdrawn: number[], rejected: { index: number, reason: string }[] }} Taken */

const door = "/api/v1/backoffice/internals";
/** What one request may hold of anything. */
export const mostAtOnce = 1000;

/** @template T @param {T[]} items @returns {T[][]} */
export const batchesOf = (items) =>
  Array.from({ length: Math.ceil(items.length / mostAtOnce) }, (_, n) =>
    items.slice(n * mostAtOnce, (n + 1) * mostAtOnce),
  );

/** The door through which a gateway speaks for devices, with its key. */
export class Gateway {
  /** @param {string} url without a slash at the end @param {string} key */
  constructor(url, key) {
    this.url = url;
    this.headers = { "x-api-key": key };
  }

  /** @param {string} path @param {RequestInit} [init] */
  async ask(path, init = {}) {
    const headers = { ...this.headers, ...(init.body ? { "content-type": "application/json" } : {}) };
    const answer = await fetch(`${this.url}${door}${path}`, { ...init, headers });
    if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`);
    return answer;
  }

  /** @param {string} path @param {object} body */
  async post(path, body) {
    const answer = await this.ask(path, { method: "POST", body: JSON.stringify(body) });
    return answer.json();
  }

  /** @param {string[]} persSerialNumbers @returns {Promise<{ persSerialNumber: string, offer: Offer | null }[]>} */
  async offers(persSerialNumbers) {
    const { items } = /** @type {any} */ (await this.post("/firmware-offers", { persSerialNumbers }));
    return items;
  }

  /** @param {Report[]} items @returns {Promise<Taken>} */
  async report(items) {
    return /** @type {any} */ (await this.post("/firmware-reports", { items }));
  }

  /** @param {object[]} messages */
  async say(messages) {
    const { rejected } = /** @type {any} */ (await this.post("/iot-messages", { messages }));
    if (rejected.length > 0) throw new Error(`a message was not taken: ${JSON.stringify(rejected[0])}`);
  }

  /** @param {string} uuid */
  async image(uuid) {
    return Buffer.from(await (await this.ask(`/firmware-versions/${uuid}/image`)).arrayBuffer());
  }

  /** @param {string} uuid @param {number} index */
  async segment(uuid, index) {
    return Buffer.from(await (await this.ask(`/firmware-versions/${uuid}/segments/${index}`)).arrayBuffer());
  }
}
