import { appendFileSync } from "node:fs";
import { relative } from "node:path";
import { afterAll, beforeAll, expect } from "vitest";

// Writes down which statements a test file runs, for the run that counts them: as it is loaded, and in its tests.

declare global {
  var $ran: (path: string, place: number) => void;
}
const to = process.env.MUTATION_COUNTS;
let ran = new Set<string>();
globalThis.$ran = (path, place) => {
  ran.add(`${path}:${place}`);
};
if (to) {
  let loaded = ran;
  beforeAll(() => {
    loaded = ran;
    ran = new Set();
  });
  afterAll(() => {
    const file = relative(process.cwd(), expect.getState().testPath ?? "");
    appendFileSync(to, `${JSON.stringify({ file, loaded: [...loaded], ran: [...ran] })}\n`);
  });
}
