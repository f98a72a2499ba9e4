// @ts-check
import { fork } from "node:child_process";
import { chmodSync, mkdtempSync, rmSync } from "node:fs";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { crc32 } from "node:zlib";
import { build } from "esbuild";
import { connect } from "../../db/connect.mjs";
import { bundle } from "../build.mjs";
import { randomSecrets } from "../demo.mjs";
import { startPostgres } from "../postgres.mjs";
import { quickFolder } from "../quick-folder.mjs";

// An installation for one simulation: a database that is thrown away, and a server whose clock can be pressed forward. The
// clock is a schema of this database, in front of PostgreSQL's own functions; nothing of the product knows of it.

const key = "simulator-key-long-enough-for-a-server-0123456789";

const clockFunctions = ["now", "clock_timestamp", "statement_timestamp", "transaction_timestamp"]
  .map(
    (name) => `create function simulator.${name}() returns timestamptz language sql stable as
      $$ select pg_catalog.${name}() + (select ahead from simulator.clock) $$;`,
  )
  .join("\n");
const clock = `create schema simulator;
  create table simulator.clock (ahead interval not null);
  insert into simulator.clock values ('0');
  ${clockFunctions}`;

const parts = `
  export { answerApi } from "@/server/api";
  export { toRequest, sendReply } from "@/server/doors/node-http";
  export { sessionSettings } from "@/db/session";
  export { Clock } from "@/server/kit/process/clock";
  export { systemCtx } from "@/server/kit/call/context";
  export { appRouter } from "@/server/root";
  export { goOnPreparing } from "@/server/devices/firmware-rollout/rollout-prepare.service";
  export { watchRollouts } from "@/server/devices/firmware-rollout/rollout-watch.service";`;

/** Starts it: empty but for what every database has. */
export async function startInstallation() {
  const folder = mkdtempSync(join(quickFolder(), "persdesk-simulator-"));
  chmodSync(folder, 0o755); // PostgreSQL's own user passes through it
  const program = resolve("dist/rollout-simulator.mjs");
  await bundle(["migrate"]);
  await build({
    stdin: { contents: parts, resolveDir: "." },
    outfile: program,
    bundle: true,
    packages: "external",
    platform: "node",
    format: "esm",
    logLevel: "warning",
  });
  const database = await startPostgres({ dir: join(folder, "postgres"), throwaway: true });
  const { prepareDatabase } = await import(pathToFileURL(resolve("dist/migrate.js")).href);
  await prepareDatabase(database.url);
  const sql = connect(database.url, { max: 2, onnotice: () => undefined });
  await sql.unsafe(clock);

  const server = fork("scripts/rollout-simulator/server.mjs", [program], {
    env: {
      ...process.env,
      ...randomSecrets(),
      NODE_ENV: "test",
      APP_URL: "http://localhost",
      DATABASE_URL: database.url,
      DATA_DIR: folder,
      INTERNAL_API_KEY: key,
      LOG_LEVEL: "error",
      RATE_LIMITS: "off",
      ROLLOUT_APPROVAL_ABOVE: "100000000",
    },
  });
  const gone = new Promise((_, failed) => {
    server.once("exit", (code) => failed(new Error(`the simulated server ended by itself (exit code ${code})`)));
  });
  gone.catch(() => undefined); // at the end it is meant to
  const answer = () => {
    const said = new Promise((done, failed) => {
      server.once("message", (/** @type {{ result?: unknown, error?: string }} */ { result, error }) =>
        error ? failed(new Error(error)) : done(result),
      );
    });
    return Promise.race([said, gone]);
  };
  /** Has the server do something; one at a time. */
  const told = (/** @type {string} */ task, /** @type {unknown} */ given) => {
    server.send({ task, given });
    return answer();
  };
  const url = String(await answer());

  let ahead = 0;
  return {
    url,
    key,
    sql,
    /** What everybody takes the time to be, in milliseconds. */
    now: () => Date.now() + ahead,
    async press(/** @type {number} */ ms) {
      ahead += ms;
      await sql`update simulator.clock set ahead = ${ahead}::float8 * interval '1 millisecond'`;
      await told("follow", undefined);
    },
    /** What a worker does every minute. */
    watch: () => told("watch", undefined),
    /** @returns {Promise<string>} its id */
    start: async (/** @type {object} */ draft) => String(await told("start", draft)),

    /**
     * A model with two versions, and devices that run the first of them.
     * @param {string} name
     * @param {string[]} serials
     * @param {Buffer} image of the second version, whose two halves are its segments
     * @returns the id of the second version
     */
    async makeFleet(name, serials, image) {
      const [model, category] = [crypto.randomUUID(), crypto.randomUUID()];
      await sql`insert into backoffice.model_pers (id, label, created_at, updated_at) values (${model}, ${name}, now(), now())`;
      await sql`insert into backoffice.firmware_categories (id, label, created_at, updated_at) values (${category}, ${name}, now(), now())`;
      const [before, target] = [crypto.randomUUID(), crypto.randomUUID()];
      for (const [id, version] of [
        [before, "1.0.0"],
        [target, "2.0.0"],
      ])
        await sql`
          with made as (
            insert into backoffice.firmware_versions (id, firmware_version, category_id, update_id, firmware_type, uuid, is_activated,
              created_at, updated_at)
            values (${id ?? ""}, ${version ?? ""}, ${category}, 'MAIN', 1, gen_random_uuid(), true, now(), now()) returning id)
          insert into backoffice.firmware_compatibilities (id, firmware_version_id, model_pers_id, created_at, updated_at)
          select gen_random_uuid(), id, ${model}, now(), now() from made`;
      const half = Math.ceil(image.length / 2);
      for (const [index, data] of [image.subarray(0, half), image.subarray(half)].entries())
        await sql`
          insert into backoffice.firmware_segments (id, firmware_version_id, index, start_address, length, crc32, data, created_at)
          values (gen_random_uuid(), ${target}, ${index}, ${index * half}, ${data.length},
            ${crc32(data).toString(16).padStart(8, "0")}, ${data}, now())`;
      await sql`
        insert into backoffice.pers (id, nu_serial_pers_number, model_pers_id, firmware_version_id, status, created_at, updated_at)
        select gen_random_uuid(), serial, ${model}, ${before}, 'active', now(), now() from unnest(${serials}::text[]) serial`;
      await sql`analyze backoffice.pers`;
      return { model, target };
    },

    async stop() {
      server.removeAllListeners("exit");
      server.disconnect();
      await sql.end();
      await database.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
/** @typedef {Awaited<ReturnType<typeof startInstallation>>} Installation */
