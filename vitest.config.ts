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
  LOG_LEVEL: "silent",
  DATA_DIR: join(tmpdir(), "persdesk-test-data"),
};

export default defineConfig({
  test: {
    maxWorkers: 2,
    projects: [
      {
        resolve: { alias },
        test: {
          name: "unit",
          env,
          include: ["{app,components,db,env,scripts,seed,server}/**/*.test.{ts,tsx}"],
          globalSetup: here("db/testing/global-setup.ts"),
          setupFiles: here("db/testing/worker-env.ts"),
          testTimeout: 15_000,
          hookTimeout: 30_000,
        },
      },
      {
        resolve: { alias },
        test: {
          name: "e2e",
          env,
          include: ["e2e/**/*.test.ts"],
          globalSetup: here("db/testing/global-setup.ts"),
          setupFiles: here("db/testing/worker-env.ts"),
          fileParallelism: false,
          maxConcurrency: 2,
          // A browser on a busy machine may click before a page listens; what fails twice is a fault.
          retry: 1,
          testTimeout: 60_000,
          hookTimeout: 120_000,
        },
      },
    ],
  },
});
