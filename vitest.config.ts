import { resolve } from "node:path";
import { defineConfig, type UserWorkspaceConfig } from "vitest/config";
import { randomSecrets } from "./scripts/demo.mjs";
import LongestFirst from "./scripts/test-order.mjs";
import { type StageName, stageNames, stages, testPlan } from "./scripts/test-plan.mjs";

const here = (path: string) => resolve(import.meta.dirname, path);
const alias = {
  "@": here("."),
  // All icons as one file: as modules they are six thousand, which takes four seconds of each worker.
  "@tabler/icons-react": here("node_modules/@tabler/icons-react/dist/cjs/tabler-icons-react.cjs"),
};

// What a process of ours needs to start; each worker sets DATA_DIR and DATABASE_URL (env/testing/data-dir.ts,
// db/testing/worker-env.ts).
const env = {
  ...randomSecrets(),
  INTERNAL_API_KEY: randomSecrets().NEXTAUTH_SECRET,
  APP_URL: "http://localhost",
  LOG_LEVEL: "silent",
  // As in the demo: the lists of portals and platform techs may come from outside.
  NOTIFICATION_MASTER: "external",
};

const common = {
  env,
  // As patienceMs of db/testing/scale.ts, for vi.waitFor.
  expect: { poll: { timeout: 60_000 } },
  // The one line of a failure says what was found, not only how much.
  chaiConfig: { truncateThreshold: 300 },
  globalSetup: here("db/testing/global-setup.ts"),
  setupFiles: [here("env/testing/data-dir.ts"), here("db/testing/worker-env.ts"), here("env/testing/restore.ts")],
  // The files of a worker share their modules: loading the server again for each would be a third of the time.
  isolate: false,
};

// On a busy machine twenty callers of one row take longer than people would wait: no test is refused for that alone.
const patient = { ...env, DATABASE_LOCK_TIMEOUT_MS: "20000", DATABASE_ACQUIRE_TIMEOUT_MS: "20000" };

const { filesOf } = testPlan();
/** Those that are alone in their process too, since they replace modules or change what all share. */
const isIsolated = (file: string) => file.startsWith("server/");
const isOrdered = !process.argv.some((argument) => argument.startsWith("--sequence"));

/** A stage of scripts/test-plan.mjs. */
const project = (name: StageName, more: NonNullable<UserWorkspaceConfig["test"]>) => ({
  resolve: { alias },
  test: {
    name,
    ...common,
    include: filesOf(name),
    maxWorkers: stages[name].workers,
    // One stage after the other: vitest wants it where stages differ in their workers.
    sequence: { groupOrder: stageNames.indexOf(name) },
    ...more,
  },
});

const alone = { testTimeout: 120_000, hookTimeout: 120_000 };

export default defineConfig({
  test: {
    // Who asks for another order by lot, such as scripts/repeat.mjs, gets vitest's own.
    ...(isOrdered && { sequence: { sequencer: LongestFirst } }),
    // Each stage is a run of its own: what one has transformed the next need not. Kept here, for copies of the project share
    // node_modules, and a run in one of them would empty a cache there.
    experimental: { fsModuleCache: true, fsModuleCachePath: here(".vitest") },
    projects: [
      project("unit", {
        env: { ...env, DATABASE_URL: "postgres://nobody@localhost:1/none" },
        setupFiles: [here("env/testing/data-dir.ts"), here("texts/node.ts"), here("env/testing/restore.ts")],
        testTimeout: 120_000,
        hookTimeout: 120_000,
      }),
      project("database", { env: patient, testTimeout: 90_000, hookTimeout: 120_000 }),
      project("slow", { env: patient, testTimeout: 240_000, hookTimeout: 240_000 }),
      // In pairs: a browser waits for a server most of the time, and a server for a browser.
      project("e2e", { maxConcurrency: 2, testTimeout: 300_000, hookTimeout: 300_000 }),
      // In the long run these have the machine for themselves; those that do not replace modules share a server.
      project("alone", { ...alone, include: filesOf("alone").filter((file) => !isIsolated(file)) }),
      project("alone", {
        ...alone,
        name: "alone-isolated",
        isolate: true,
        include: filesOf("alone").filter(isIsolated),
      }),
    ],
  },
});
