import { Random } from "@/seed/random";
import { scaled } from "./scale";

// One draw a day: what fails can be run again, on any machine, and other parts have their turn tomorrow.
const seed = Number(process.env.WALK_SEED) || Math.floor(Date.now() / 86_400_000);
const random = new Random(seed);
let isTold = false;

/** So many of a list, in its order and other ones at each call; all of it where everything is tried. WALK_SEED repeats a day's. */
export function sample<T>(list: readonly T[], count: number): T[] {
  if (!isTold) console.log(`What is tried of the whole is drawn with WALK_SEED=${seed}.`);
  isTold = true;
  return list
    .map((item, place) => ({ item, place, lot: random.next() }))
    .sort((a, b) => a.lot - b.lot)
    .slice(0, scaled(count, list.length))
    .sort((a, b) => a.place - b.place)
    .map(({ item }) => item);
}
