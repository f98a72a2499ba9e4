import { appendFileSync, mkdirSync } from "node:fs";
import { Random } from "@/seed/random";
import { scaled } from "./scale";

/** One draw a day: what fails can be run again, on any machine (WALK_SEED), and other parts have their turn tomorrow. */
export const walkSeed = Number(process.env.WALK_SEED) || Math.floor(Date.now() / 86_400_000);
/** Of each list by itself, so that a file that is run alone draws what it drew among others. */
const draws = new Map<string, Random>();
function drawOf(what: string): Random {
  const draw =
    draws.get(what) ?? new Random(walkSeed + ([...what].reduce((sum, sign) => sum * 31 + sign.charCodeAt(0), 7) % 1e9));
  draws.set(what, draw);
  return draw;
}

/**
 * So many of a list, in its order and other ones at each call; all of it where everything is tried.
 * @param what names the whole, for the report at the end of `npm test`
 */
export function sample<T>(list: readonly T[], count: number, what: string): T[] {
  const draw = drawOf(what);
  const tried = list
    .map((item, place) => ({ item, place, lot: draw.next() }))
    .sort((a, b) => a.lot - b.lot)
    .slice(0, scaled(count, list.length))
    .sort((a, b) => a.place - b.place)
    .map(({ item }) => item);
  noteSampled(what, tried.length, list.length);
  return tried;
}

declare global {
  /** In a run that counts: what runs from now on is of this part of a walk. */
  var $part: ((name: string) => void) | undefined;
}
/** The routers or procedures that a walk over all looks at, where it looks at some only (WALK_OF, as a run of faults says). */
const walkOf = new Set((process.env.WALK_OF ?? "").split(",").filter(Boolean));
export const isPart = walkOf.size > 0;
export const isWalked = (procedure: string) =>
  walkOf.size === 0 || walkOf.has(procedure) || walkOf.has(procedure.split(".")[0] ?? "");
/** Says what a walk asks from now on: nothing of its own where it only makes ready. */
export const walking = (procedure: string | undefined) => globalThis.$part?.(procedure ?? "");

/** Notes for the report that only so many of a whole are tried today. */
export function noteSampled(what: string, tried: number, whole: number): void {
  if (tried >= whole) return;
  mkdirSync("reports", { recursive: true });
  appendFileSync("reports/sampled.jsonl", `${JSON.stringify({ what, tried, whole, seed: walkSeed })}\n`);
}
