// @ts-check
import { randomBytes } from "node:crypto";
import { Devices, fateOf, gap } from "./devices.mjs";
import { Gateway } from "./gateway.mjs";
import { startInstallation } from "./installation.mjs";
import { seeded } from "./random.mjs";

const hour = 3_600_000;
const imageBytes = 8 * 1024;
/** So long devices speak before it starts: what is usual of them is known then. */
const before = 3 * gap;

/**
 * @typedef {object} Plan
 * @property {number} devices of each rollout
 * @property {number} rollouts at once, each to devices of its own
 * @property {number} bad share of devices that the version breaks
 * @property {number} mute share of devices that it silences
 * @property {number} fail share of devices that fail by chance, with any version
 * @property {number} seed
 * @property {number} days how long at the most, of the clock that is pressed forward
 * @property {number} minutes that it is pressed forward by
 */
/**
 * What became of a rollout; `paused` where a gate stopped it, with what was so at that moment.
 * @typedef {object} Outcome
 * @property {string} status
 * @property {{ code: string, hours: number, inFlight: number, broken: number, figures: Record<string, number> }} [paused]
 * @property {number} broken devices in the end
 * @property {number} without how many would have been broken without gates: all that the version breaks
 */

const nothing = async () => undefined;

/** Fleets of devices that speak for a while, so that it is known what is usual of them; then a rollout to each. */
async function begin(
  /** @type {import("./installation.mjs").Installation} */ installation,
  /** @type {Plan} */ plan,
  /** @type {() => number} */ random,
) {
  const { now, url, key } = installation;
  const image = randomBytes(imageBytes);
  const fleets = [];
  /** @type {import("./devices.mjs").Device[]} */
  const all = [];
  for (let run = 0; run < plan.rollouts; run++) {
    const serials = Array.from({ length: plan.devices }, (_, n) => `SIM-${run}-${n}`);
    fleets.push(await installation.makeFleet(`Simulated ${run}`, serials, image));
    for (const serial of serials)
      all.push(Devices.fresh({ serial, run, fate: fateOf(random, plan), runs: "1.0.0" }, now() + random() * gap));
  }
  const devices = new Devices(new Gateway(url, key), all, random, now);
  const step = plan.minutes * 60_000;
  for (let gone = 0; gone < before; gone += step) {
    await installation.press(step);
    await devices.step(nothing);
  }
  const ids = [];
  for (const [run, { model, target }] of fleets.entries()) {
    const draft = { name: `Simulated ${run}`, firmwareVersionId: target, filters: { modelPERSId: model } };
    ids.push(await installation.start(draft));
  }
  return { devices, ids };
}

/**
 * Plays rollouts through, each until it is done, or a gate paused it and nothing of it is under way any more.
 * @param {Plan} plan
 * @param {(line: string) => void} say
 * @returns {Promise<Outcome[]>}
 */
export async function simulate(plan, say) {
  const installation = await startInstallation();
  try {
    const { sql, now } = installation;
    const { devices, ids } = await begin(installation, plan, seeded(plan.seed));
    const begun = now();
    say(`${ids.length} to ${plan.devices} devices started`);
    const standing = () => sql`
      select id, status, pause_reason as why from backoffice.firmware_rollouts where id = any(${ids}::uuid[])`;

    /** @type {Map<number, Outcome["paused"]>} */
    const paused = new Map();
    const seen = async () => {
      for (const { id, status, why } of await standing()) {
        const run = ids.indexOf(id);
        if (status !== "paused" || paused.has(run)) continue;
        const hours = (now() - begun) / hour;
        const { code, figures = {} } = why;
        paused.set(run, { code, hours, inFlight: devices.inFlight(run), broken: devices.broken(run), figures });
      }
    };
    for (let left = ids.length; left > 0 && now() - begun < plan.days * 24 * hour; ) {
      await installation.press(plan.minutes * 60_000);
      await devices.step(seen);
      await installation.watch();
      await seen();
      const ended = (await standing()).filter(({ status }) => status === "done" || status === "paused");
      const over = ended.map(({ id }) => ids.indexOf(id)).filter((run) => devices.inFlight(run) === 0);
      devices.quiet(new Set(over));
      if (ids.length - over.length !== left) say(`${over.length} of ${ids.length} over`);
      left = ids.length - over.length;
    }
    if (devices.badDigests > 0) throw new Error(`${devices.badDigests} images were not what was offered`);
    const rows = await standing();
    return ids.map((id, run) => ({
      status: rows.find((row) => row.id === id)?.status ?? "gone",
      paused: paused.get(run),
      broken: devices.broken(run),
      without: devices.all.filter((one) => one.run === run && one.fate !== "fine").length,
    }));
  } finally {
    await installation.stop();
  }
}
