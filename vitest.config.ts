import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { defineConfig } from "vitest/config";
import { randomSecrets } from "./scripts/demo.mjs";

const here = (path: string) => resolve(import.meta.dirname, path);
const alias = { "@": here(".") };

// What a process of ours needs to start; DATABASE_URL is set for each worker by db/testing/worker-env.ts.
const env = {
  ...randomSecrets(),
  INTERNAL_API_KEY: randomSecrets().NEXTAUTH_SECRET,
  APP_URL: "http://localhost",
  LOG_LEVEL: "silent",
  DATA_DIR: join(tmpdir(), "persdesk-test-data"),
};

const common = {
  env,
  globalSetup: here("db/testing/global-setup.ts"),
  setupFiles: here("db/testing/worker-env.ts"),
  // How long a test waits for what comes by itself: on a busy machine it may be late.
  expect: { poll: { timeout: 20_000 } },
  // The one line of a failure says what was found, not only how much.
  chaiConfig: { truncateThreshold: 300 },
};
const rooms = "{app,components,db,env,scripts,seed,server,texts}";

export default defineConfig({
  test: {
    maxWorkers: 2,
    projects: [
      {
        resolve: { alias },
        test: {
          name: "unit",
          ...common,
          include: [`${rooms}/**/*.test.{ts,tsx}`],
          exclude: ["**/*.{slow,alone}.test.ts"],
          // The files of a worker share their modules: loading the server anew for each would be a third of the time.
          isolate: false,
          testTimeout: 30_000,
          hookTimeout: 30_000,
        },
      },
      {
        // Fuzzers, floods, bulk and killed processes: what `npm test` runs and `npm run verify` leaves out.
        resolve: { alias },
        test: {
          name: "slow",
          ...common,
          include: [`${rooms}/**/*.slow.test.ts`],
          isolate: false,
          testTimeout: 90_000,
          hookTimeout: 30_000,
        },
      },
      {
        // In pairs: a browser waits for a server most of the time, and a server for a browser.
        resolve: { alias },
        test: {
          name: "e2e",
          ...common,
          include: ["e2e/**/*.test.ts"],
          exclude: ["**/*.alone.test.ts"],
          maxConcurrency: 2,
          testTimeout: 120_000,
          hookTimeout: 120_000,
        },
      },
      {
        // What measures, floods, kills, replaces modules or takes the machine for itself, one file at a time.
        resolve: { alias },
        test: {
          name: "alone",
          ...common,
          include: ["{e2e,server}/**/*.alone.test.ts"],
          fileParallelism: false,
          testTimeout: 120_000,
          hookTimeout: 120_000,
        },
      },
    ],
  },
});
