// @ts-check
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { build } from "esbuild";
import { bundle } from "../scripts/build.mjs";
import { randomSecrets } from "../scripts/demo.mjs";
import { startPostgres } from "../scripts/postgres.mjs";

// A PostgreSQL of its own with fsync on, our schema and base data in it, and the API as one bundle, for the two benches
// of imports.

const dir = mkdtempSync(join(tmpdir(), "persdesk-bench-import-"));
const cluster = await startPostgres({ dir: join(dir, "postgres") });
export const databaseUrl = cluster.url;
export const env = {
  ...randomSecrets(),
  DATABASE_URL: cluster.url,
  DATA_DIR: dir,
  LOG_LEVEL: "error",
  NODE_ENV: /** @type {const} */ ("test"),
  APP_URL: "http://localhost",
  RATE_LIMITS: "off",
};
Object.assign(process.env, env);

/** Where the bundle is. */
export const api = resolve("dist/bench-import-api.mjs");
await bundle(["migrate", "sheet-thread"]);
await build({
  stdin: {
    contents: `export { appRouter } from "@/server/root";
      export { answerApi } from "@/server/api";
      export { toRequest, sendReply } from "@/server/doors/node-http";
      export { database, closeDatabase } from "@/db/client";
      export { systemCtx } from "@/server/kit/context";
      export { seedBase, languageId } from "@/seed/base";
      export { fixedId } from "@/seed/fixed-id";
      export { permissionCodes } from "@/server/permissions";
      export { credentialsOf, makePerson } from "@/server/testing/callers";`,
    resolveDir: ".",
  },
  outfile: api,
  bundle: true,
  packages: "external",
  platform: "node",
  format: "esm",
  logLevel: "warning",
});
const { prepareDatabase } = await import(pathToFileURL(resolve("dist/migrate.js")).href);
await prepareDatabase(cluster.url);
export const ours = await import(pathToFileURL(api).href);
await ours.seedBase(ours.database());

export async function end() {
  await ours.closeDatabase();
  await cluster.stop();
  rmSync(dir, { recursive: true, force: true });
}

export const quantile = (/** @type {number[]} */ values, /** @type {number} */ share) =>
  values.toSorted((a, b) => a - b)[Math.floor((values.length - 1) * share)] ?? 0;

export async function timed(/** @type {() => Promise<unknown>} */ work) {
  const begun = performance.now();
  await work();
  return performance.now() - begun;
}

export const ms = (/** @type {number} */ value) => value.toFixed(0);
