// @ts-check
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { build } from "esbuild";
import { bundle } from "../../scripts/build.mjs";
import { base, database, emptyDatabase } from "./database.mjs";
import { median } from "./say.mjs";

// Our schema and base data in a database of its own, and the API as one bundle.

const dir = mkdtempSync(join(tmpdir(), "persdesk-bench-import-"));
export const databaseUrl = await emptyDatabase("imports");
export const env = {
  ...base,
  DATABASE_URL: databaseUrl,
  DATA_DIR: dir,
  NODE_ENV: /** @type {const} */ ("test"),
  ROLLOUT_APPROVAL_ABOVE: "100000000", // one person alone starts any rollout here
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
      export { systemCtx } from "@/server/kit/call/context";
      export { categoryId, seedBase, languageId } from "@/seed/base";
      export { fixedId } from "@/server/kit/record/fixed-id";
      export { goOnPreparing } from "@/server/devices/firmware-rollout/rollout-prepare.service";
      export { watchRollouts } from "@/server/devices/firmware-rollout/rollout-watch.service";
      export { goOnWithBulkChange } from "@/server/overview/bulk-change/bulk-change.service";
      export { permissionCodes } from "@/server/permissions";
      export * as tables from "@/db/schema";
      export { withoutIndexes } from "@/seed/bulk";
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
await prepareDatabase(databaseUrl);
export const ours = await import(pathToFileURL(api).href);
await ours.seedBase(ours.database());

export async function end() {
  await ours.closeDatabase();
  if (!database.adopted) await database.stop();
  rmSync(dir, { recursive: true, force: true });
}

export async function timed(/** @type {() => Promise<unknown>} */ work) {
  const begun = performance.now();
  await work();
  return performance.now() - begun;
}

/** The median of so many requests in ms, after three that are not counted. */
export const p50Of = (/** @type {number} */ requests) => async (/** @type {() => Promise<unknown>} */ ask) => {
  const found = [];
  for (let n = 0; n < requests + 3; n++) {
    const took = await timed(ask);
    if (n >= 3) found.push(took);
  }
  return median(found);
};
