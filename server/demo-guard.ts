import { setTimeout as sleep } from "node:timers/promises";
import { database } from "@/db/client";
import { isDemo } from "@/db/demo-mark";
import { env } from "@/env/env";

const pauseMs = 500;

/**
 * Ends this process where it is a production one and its database the demo's, whose passwords are public. Resolves once
 * the database has said that it is not; until it answers, and is migrated, it is asked again.
 */
export async function refuseDemo(): Promise<void> {
  if (env.PERSDESK_DEMO) return;
  for (;;) {
    const marked = await isDemo(database()).catch(() => undefined);
    if (marked === false) return;
    if (marked) {
      console.error("persdesk: DATABASE_URL names a database with the demo in it, whose passwords are public");
      process.exit(1);
    }
    await sleep(pauseMs);
  }
}
