// @ts-check
import { parseArgs } from "node:util";

/**
 * The sizes of a bench. `--rows 500` sets one; `--tiny` makes all of them small, for the run of seconds by which `npm test`
 * sees that no bench rots.
 * @template {string} Name
 * @param {Record<Name, [usual: number, tiny: number]>} known
 * @returns {Record<Name, number>}
 */
export function sizes(known) {
  const names = /** @type {Name[]} */ (Object.keys(known));
  const numbers = Object.fromEntries(names.map((name) => [name, /** @type {const} */ ({ type: "string" })]));
  const { values } = parseArgs({ options: { ...numbers, tiny: { type: "boolean" } } });
  const sizeOf = (/** @type {Name} */ name) => {
    const given = values[name];
    if (given === undefined) return known[name][values.tiny ? 1 : 0];
    const size = Number(given);
    if (!Number.isInteger(size) || size < 1) throw new Error(`--${name} must be a whole number from 1 on`);
    return size;
  };
  return /** @type {Record<Name, number>} */ (Object.fromEntries(names.map((name) => [name, sizeOf(name)])));
}
