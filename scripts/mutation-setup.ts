import { appendFileSync } from "node:fs";
import { relative } from "node:path";
import { afterAll, beforeAll, expect } from "vitest";

// Writes down which statements a test file runs, for the run that counts them: as it is loaded, and in its tests.

declare global {
  var $ran: (path: string, place: number) => void;
}
const to = process.env.MUTATION_COUNTS;
let ran = new Set<string>();
/** What each part of a walk over all runs, by its name; nothing of those that have no parts. */
const parts = new Map<string, Set<string>>();
let part: Set<string> | undefined;
globalThis.$ran = (path, place) => {
  const statement = `${path}:${place}`;
  ran.add(statement);
  part?.add(statement);
};
globalThis.$part = (name) => {
  part = name ? (parts.get(name) ?? new Set()) : undefined;
  if (part) parts.set(name, part);
};
if (to) {
  let loaded = ran;
  beforeAll(() => {
    loaded = ran;
    ran = new Set();
  });
  afterAll(() => {
    const file = relative(process.cwd(), expect.getState().testPath ?? "");
    const places = new Map([...ran].map((statement, n) => [statement, n]));
    const numbers = [...parts].map(([name, some]) => [name, [...some].map((one) => places.get(one))]);
    const told = { file, loaded: [...loaded], ran: [...ran], parts: Object.fromEntries(numbers) };
    appendFileSync(to, `${JSON.stringify(told)}\n`);
  });
}
