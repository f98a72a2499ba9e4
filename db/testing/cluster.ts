import { createHash } from "node:crypto";
import { rmSync } from "node:fs";
import { userInfo } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { claim } from "@/scripts/claim.mjs";
import { startPostgres } from "@/scripts/postgres.mjs";
import { quickFolder } from "@/scripts/quick-folder.mjs";
import { onServer, type TestServer } from "./clone";

const dir = join(quickFolder(), `persdesk-tests-${userInfo().username}`);

/** Test runs that begin together take turns at starting the server. */
async function alone<T>(work: () => Promise<T>) {
  for (;;) {
    const claimed = claim(`${dir}.pid`);
    if ("release" in claimed) return work().finally(claimed.release);
    await sleep(100);
  }
}

/**
 * The PostgreSQL that tests make their databases on: TEST_DATABASE_URL (`npm test` starts one and says so there), else
 * one that goes on running (scripts/quick-folder.mjs says where), so that the next run by hand begins at once.
 * @returns its address, as a role that may create databases and roles
 */
function cluster(): Promise<string> {
  const given = process.env.TEST_DATABASE_URL;
  if (given) return Promise.resolve(given);
  return alone(async () => {
    const start = () => startPostgres({ dir, throwaway: true });
    // It runs without fsync: after a power cut its files may be broken, and are made again.
    const server = await start().catch(() => {
      rmSync(dir, { recursive: true, force: true });
      return start();
    });
    return server.admin;
  });
}

const owner = "persdesk_tests";

/** The server that tests make their databases on, with the role that they own them by: as in production, one that may do nothing else. */
export async function testServer(): Promise<TestServer> {
  const admin = await cluster();
  const url = new URL(admin);
  const password = createHash("sha256").update(`${owner} ${url.password}`).digest("hex");
  await onServer(admin, async (sql) => {
    await sql`select pg_advisory_lock(hashtext(${owner}))`;
    const [found] = await sql`select from pg_roles where rolname = ${owner}`;
    if (!found)
      await sql.unsafe(`create role ${owner} login nosuperuser nocreatedb nocreaterole password '${password}'`);
  });
  url.username = owner;
  url.password = password;
  return { admin, owner: url.href };
}
