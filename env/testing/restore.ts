import { rmSync } from "node:fs";
import { afterAll } from "vitest";
import { env } from "@/env/env";

// Runs with each test file, after data-dir.ts and worker-env.ts: what a file changes of the settings or leaves in its folder,
// the next file of its worker does not meet.
const settings = Object.entries(env);
const variables = Object.entries(process.env);

const restore = (target: object, before: [string, unknown][]) => {
  for (const name of Object.keys(target))
    if (!before.some(([known]) => known === name)) Reflect.deleteProperty(target, name);
  for (const [name, value] of before) if (Reflect.get(target, name) !== value) Reflect.set(target, name, value);
};

afterAll(() => {
  restore(env, settings);
  restore(process.env, variables);
  rmSync(env.DATA_DIR, { recursive: true, force: true });
});
