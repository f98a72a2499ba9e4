import { rmSync } from "node:fs";
import { userInfo } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { claim } from "@/scripts/claim.mjs";
import { startPostgres } from "@/scripts/postgres.mjs";
import { quickFolder } from "@/scripts/quick-folder.mjs";

const dir = join(quickFolder(), `persdesk-test-${userInfo().username}`);

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
 * @returns its address, as a role that may create databases
 */
export function testCluster(): Promise<string> {
  const given = process.env.TEST_DATABASE_URL;
  if (given) return Promise.resolve(given);
  return alone(async () => {
    const start = () => startPostgres({ dir, throwaway: true });
    // It runs without fsync: after a power cut its files may be broken, and are made anew.
    const server = await start().catch(() => {
      rmSync(dir, { recursive: true, force: true });
      return start();
    });
    return server.url;
  });
}
