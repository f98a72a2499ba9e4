// @ts-check
import { createHash, createPublicKey, verify } from "node:crypto";
import { crc32 } from "node:zlib";
import { batchesOf } from "./gateway.mjs";

// Devices as small programs: they say what they run, ask for firmware, fetch and check it, say what became of it, and come to
// grief as chance has decided for each of them before.

const minute = 60_000;
const hour = 60 * minute;

/**
 * What the version does to a device: nothing bad; it fails and says so; it is heard of no more while it installs; it says that it
 * went well and starts the earlier version again; it says so and is silent from then on.
 * @typedef {"fine" | "fails" | "stuck" | "reverts" | "mute"} Fate
 */
/** @typedef {import("./gateway.mjs").Offer} Offer */
/** @typedef {import("./gateway.mjs").Report} Report */
/**
 * @typedef {{ serial: string, run: number, fate: Fate, runs: string | undefined, before: string | undefined, talksAt: number,
 *   phase: "idle" | "offered" | "loading" | "gone", offer?: Offer, beginsAt: number, endsAt: number, isBroken: boolean }} Device
 */

/** Devices are heard of every few hours, a little sooner or later. */
export const gap = 5 * hour;
/** Of those that speak, so many are away for longer until they come back. */
const away = 0.01;
const longestAway = 24 * hour;
/** Of those that are offered it, so many take their time. */
const slow = 0.2;
/** Reports that are sent twice, for their answer was lost. */
const twice = 0.02;
const downloadsAtOnce = 16;

/**
 * What becomes of a device.
 * @param {() => number} random
 * @param {{ bad: number, mute: number, fail: number }} shares of the devices
 * @returns {Fate}
 */
export function fateOf(random, { bad, mute, fail }) {
  const drawn = random();
  if (drawn < fail) return "fails";
  if (drawn < fail + mute) return "mute";
  if (drawn >= fail + mute + bad) return "fine";
  const kind = random();
  if (kind < 0.5) return "fails";
  return kind < 0.75 ? "stuck" : "reverts";
}

/** Whether the bytes are what the offer said, by a digest of all or by the sum of each piece. */
async function isGood(
  /** @type {import("./gateway.mjs").Gateway} */ gateway,
  /** @type {Offer} */ offer,
  /** @type {boolean} */ isByPiece,
  /** @type {string | undefined} */ publicKey,
) {
  const pieces = [];
  if (isByPiece)
    for (const { index, crc32: sum, length } of offer.segments) {
      const piece = await gateway.segment(offer.uuid, index);
      if (piece.length !== length || crc32(piece) !== Number.parseInt(sum, 16)) return false;
      pieces.push(piece);
    }
  else pieces.push(await gateway.image(offer.uuid));
  const image = Buffer.concat(pieces);
  if (image.length !== offer.sizeBytes) return false;
  if (createHash("sha256").update(image).digest("hex") !== offer.sha256) return false;
  if (!offer.signature || !publicKey) return true;
  return verify(null, image, createPublicKey(publicKey), Buffer.from(offer.signature, "base64"));
}

/** Devices behind one gateway. */
export class Devices {
  /**
   * @param {import("./gateway.mjs").Gateway} gateway
   * @param {Device[]} all
   * @param {() => number} random
   * @param {() => number} now
   * @param {{ pace?: number, publicKey?: string }} [how] `pace` is how long everything takes, 1 for as long as devices do;
   *   without the key, in PEM, signatures are not looked at
   */
  constructor(gateway, all, random, now, { pace = 1, publicKey } = {}) {
    this.gateway = gateway;
    this.all = all;
    this.random = random;
    this.now = now;
    this.pace = pace;
    this.publicKey = publicKey;
    this.said = 0;
    this.badDigests = 0;
    this.installed = 0;
  }

  /** A device that nothing has happened to yet. @returns {Device} */
  static fresh(/** @type {Pick<Device, "serial" | "run" | "fate" | "runs">} */ device, /** @type {number} */ talksAt) {
    return {
      ...device,
      before: device.runs,
      talksAt,
      phase: "idle",
      beginsAt: 0,
      endsAt: 0,
      isBroken: false,
    };
  }

  /** How many of a run are offered it or at work on it. */
  inFlight(/** @type {number} */ run) {
    return this.all.filter((one) => one.run === run && (one.phase === "offered" || one.phase === "loading")).length;
  }

  /** Devices of these runs are not looked after any more. */
  quiet(/** @type {Set<number>} */ runs) {
    for (const device of this.all) if (runs.has(device.run)) device.phase = "gone";
  }

  broken(/** @type {number} */ run) {
    return this.all.filter((one) => one.run === run && one.isBroken).length;
  }

  /** What happens to all of them until now. `seen` is called after each request that could end something. */
  async step(/** @type {() => Promise<void>} */ seen) {
    const now = this.now();
    const due = this.all.filter(({ phase, talksAt }) => phase !== "gone" && talksAt <= now);
    await this.talk(due);
    await this.ask(due.filter(({ phase }) => phase === "idle"));
    await this.begin(this.all.filter(({ phase, beginsAt }) => phase === "offered" && beginsAt <= now));
    await this.end(
      this.all.filter(({ phase, endsAt }) => phase === "loading" && endsAt <= now),
      seen,
    );
    await seen();
  }

  async talk(/** @type {Device[]} */ due) {
    const now = this.now();
    for (const batch of batchesOf(due))
      await this.gateway.say(
        batch.map(({ serial, runs }) => ({
          messageId: `simulated ${process.pid} ${now} ${++this.said}`,
          persSerialNumber: serial,
          iotMessageType: "status",
          payload: { ...(runs && { firmwareVersion: runs }), batteryLevel: 80, speed: 0 },
          sentAt: new Date(now).toISOString(),
        })),
      );
    for (const device of due) {
      const more = this.random() < away ? this.random() * longestAway : 0;
      device.talksAt = now + this.pace * (gap * (0.8 + 0.4 * this.random()) + more);
    }
  }

  async ask(/** @type {Device[]} */ idle) {
    const now = this.now();
    const bySerial = new Map(idle.map((device) => [device.serial, device]));
    for (const batch of batchesOf([...bySerial.keys()]))
      for (const { persSerialNumber, offer } of await this.gateway.offers(batch)) {
        const device = bySerial.get(persSerialNumber);
        if (!device || !offer) continue;
        const beginsAt = now + this.pace * (this.random() < slow ? this.random() * 6 * hour : 0);
        Object.assign(device, { phase: "offered", offer, beginsAt });
      }
  }

  /** Devices begin to fetch what they were offered; one that hears that it is withdrawn leaves it. */
  async begin(/** @type {Device[]} */ devices) {
    for (const batch of batchesOf(devices)) {
      const taken = await this.report(batch, "downloading");
      const left = new Set([...taken.stale, ...taken.withdrawn, ...taken.rejected.map(({ index }) => index)]);
      const going = batch.filter((_, index) => !left.has(index));
      for (const index of left) Object.assign(batch[index] ?? {}, { phase: "idle", offer: undefined });
      const waiting = [...going];
      await Promise.all(
        Array.from({ length: downloadsAtOnce }, async () => {
          for (let device = waiting.pop(); device; device = waiting.pop()) await this.fetch(device);
        }),
      );
    }
  }

  async fetch(/** @type {Device} */ device) {
    const { offer } = device;
    if (!offer) return;
    if (await isGood(this.gateway, offer, this.random() < 0.3, this.publicKey)) {
      Object.assign(device, { phase: "loading", endsAt: this.now() + this.pace * (10 + this.random() * 50) * minute });
      return;
    }
    this.badDigests += 1;
    await this.report([device], "failed", "digest");
    Object.assign(device, { phase: "idle", offer: undefined });
  }

  /** What each has come to, a batch at a time. */
  async end(/** @type {Device[]} */ devices, /** @type {() => Promise<void>} */ seen) {
    const stuck = devices.filter(({ fate }) => fate === "stuck");
    for (const device of stuck) Object.assign(device, { phase: "gone", isBroken: true });
    const failed = devices.filter(({ fate }) => fate === "fails");
    const ended = devices.filter(({ fate }) => fate !== "stuck" && fate !== "fails");
    for (const batch of batchesOf(failed)) {
      for (const device of batch) Object.assign(device, { phase: "idle", isBroken: true });
      await this.report(batch, "failed", "E_FLASH");
      await seen();
    }
    for (const batch of batchesOf(ended)) {
      for (const device of batch) {
        const isSilent = device.fate === "mute";
        Object.assign(device, { phase: isSilent ? "gone" : "idle", isBroken: device.fate !== "fine" });
        device.runs = device.fate === "reverts" ? device.before : device.offer?.firmwareVersion;
      }
      await this.report(batch, "installed");
      this.installed += batch.length;
      await seen();
    }
    for (const device of [...failed, ...ended]) device.offer = undefined;
  }

  /** Reports of devices of their offers; some are sent twice, which changes nothing. */
  async report(
    /** @type {Device[]} */ devices,
    /** @type {Report["state"]} */ state,
    /** @type {string | undefined} */ errorCode = undefined,
  ) {
    const at = new Date(this.now()).toISOString();
    const reports = devices.flatMap(({ offer }) =>
      offer ? [{ offerId: offer.offerId, state, ...(errorCode && { errorCode }), at }] : [],
    );
    const taken = await this.gateway.report(reports);
    const again = reports.filter(() => this.random() < twice);
    if (again.length > 0) await this.gateway.report(again);
    return taken;
  }
}
