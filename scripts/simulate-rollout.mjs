// @ts-check
import { existsSync, readFileSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import { parseArgs } from "node:util";
import { checkNode, ensureDependencies } from "./command.mjs";
import { fail, Plain } from "./plain.mjs";

// `npm run simulate:rollout`: a rollout that is played through by devices that are small programs, over HTTP.

const help = `npm run simulate:rollout -- [--devices 20000] [--bad 0.3] [--mute 0.1]

A rollout with the gates that every rollout has from the start, on an installation of its own that is thrown away.
  --devices 2000    devices of each rollout
  --bad 0           share of devices that the version breaks: they fail, go back, or are heard of no more
  --mute 0          share of devices that say that it went well, and are silent from then on
  --fail 0          share of devices that fail by chance
  --rollouts 1      so many at once, each to devices of its own
  --seed 1          another one draws other chances
  --days 60         how long at the most, of a clock that is pressed forward
  --minutes 30      that it is pressed forward by
  --json            prints what became of each as JSON
Or as the devices of an installation that runs, in real time:
  --url http://localhost:3000 --key KEY --serials FILE   one serial number a line
  --runs 1.0.0      what they say that they run; who says a version that does not fit is left out. Else they say none
  --for 10          minutes
  --pace 0.003      how long all takes, of what it takes devices
  --public-key FILE of signatures, in PEM`;

const number = /** @type {const} */ ({ type: "string" });
const known = /** @type {const} */ ({
  devices: number,
  bad: number,
  mute: number,
  fail: number,
  rollouts: number,
  seed: number,
  days: number,
  minutes: number,
  json: { type: "boolean" },
  url: number,
  key: number,
  serials: number,
  runs: number,
  for: number,
  pace: number,
  "public-key": number,
  help: { type: "boolean" },
});

function given() {
  try {
    return parseArgs({ options: known }).values;
  } catch (error) {
    throw new Plain(`${error instanceof Error ? error.message : error}\n\n${help}`);
  }
}

/** A number of these options. */
function read(
  /** @type {ReturnType<typeof given>} */ values,
  /** @type {"devices" | "bad" | "mute" | "fail" | "rollouts" | "seed" | "days" | "minutes" | "for" | "pace"} */ name,
  /** @type {number} */ usual,
  /** @type {{ least?: number, most?: number, whole?: boolean }} */ { least = 0, most = 1e6, whole = false } = {},
) {
  const text = values[name];
  const value = text === undefined ? usual : Number(text);
  const isRight = Number.isFinite(value) && value >= least && value <= most && (!whole || Number.isInteger(value));
  if (!isRight)
    throw new Plain(
      `--${name} must be ${whole ? "a whole number" : "a number"} from ${least} to ${most.toLocaleString("en")}.`,
    );
  return value;
}

const whole = { least: 1, whole: true };
const share = { most: 1 };

function planOf(/** @type {ReturnType<typeof given>} */ values) {
  const plan = {
    devices: read(values, "devices", 2000, whole),
    rollouts: read(values, "rollouts", 1, whole),
    bad: read(values, "bad", 0, share),
    mute: read(values, "mute", 0, share),
    fail: read(values, "fail", 0, share),
    seed: read(values, "seed", 1, { whole: true }),
    days: read(values, "days", 60, { least: 1, most: 1000 }),
    minutes: read(values, "minutes", 30, { least: 1, most: 240 }),
  };
  if (plan.bad + plan.mute + plan.fail > 1) throw new Plain("--bad, --mute and --fail are more than all devices.");
  return plan;
}

const say = (/** @type {string} */ line) => console.error(`simulator: ${line}`);
const row = (/** @type {string} */ what, /** @type {number} */ count) =>
  console.log(`${what.padEnd(44)} ${count.toLocaleString("en").padStart(10)}`);

function print(/** @type {import("./rollout-simulator/simulation.mjs").Outcome[]} */ outcomes) {
  const paused = outcomes.flatMap((one) => (one.paused ? [{ ...one, paused: one.paused }] : []));
  for (const { paused: at } of paused.slice(0, 3))
    console.log(`paused after ${at.hours.toFixed(1)} h by ${at.code}: ${JSON.stringify(at.figures)}`);
  if (paused.length > 3) console.log(`… and ${paused.length - 3} more`);
  const sum = (/** @type {number[]} */ all) => all.reduce((total, one) => total + one, 0);
  row("rollouts", outcomes.length);
  row("paused by a gate", paused.length);
  row("done", outcomes.filter(({ status }) => status === "done").length);
  row("devices broken when they paused", sum(paused.map((one) => one.paused.broken)));
  row("devices in flight then", sum(paused.map((one) => one.paused.inFlight)));
  row("devices broken after they paused", sum(paused.map((one) => one.broken - one.paused.broken)));
  row("devices broken in all", sum(outcomes.map(({ broken }) => broken)));
  row("devices that had been broken without gates", sum(outcomes.map(({ without }) => without)));
}

async function play(/** @type {ReturnType<typeof given>} */ values) {
  const { simulate } = await import("./rollout-simulator/simulation.mjs");
  const outcomes = await simulate(planOf(values), say);
  if (values.json) console.log(JSON.stringify(outcomes));
  else print(outcomes);
}

/** As devices of somebody's installation, which takes its own time. */
async function takePart(/** @type {ReturnType<typeof given>} */ values) {
  const { url = "", key, serials } = values;
  if (!key || !serials) throw new Plain("--url needs --key and --serials.");
  for (const file of [serials, values["public-key"]])
    if (file && !existsSync(file)) throw new Plain(`There is no file ${file}.`);
  const { Devices, fateOf } = await import("./rollout-simulator/devices.mjs");
  const { Gateway } = await import("./rollout-simulator/gateway.mjs");
  const { seeded } = await import("./rollout-simulator/random.mjs");
  const plan = planOf(values);
  const random = seeded(plan.seed);
  const lines = readFileSync(serials, "utf8").split(/\s+/).filter(Boolean);
  const all = lines.map((serial) =>
    Devices.fresh({ serial, run: 0, fate: fateOf(random, plan), runs: values.runs }, Date.now()),
  );
  const publicKey = values["public-key"] && readFileSync(values["public-key"], "utf8");
  const how = { pace: read(values, "pace", 0.003, { most: 1 }), publicKey };
  const devices = new Devices(new Gateway(url.replace(/\/$/, ""), key), all, random, Date.now, how);
  const until = Date.now() + read(values, "for", 10) * 60_000;
  while (Date.now() < until) {
    await devices.step(async () => undefined);
    say(`${devices.inFlight(0)} in flight, ${devices.installed} installed, ${devices.broken(0)} broken`);
    await sleep(Math.min(2000, Math.max(0, until - Date.now())));
  }
  row("installed", devices.installed);
  row("broken", devices.broken(0));
}

try {
  checkNode();
  const values = given();
  if (values.help) console.log(help);
  else {
    await ensureDependencies(say);
    await (values.url ? takePart(values) : play(values));
  }
} catch (error) {
  fail(error);
}
