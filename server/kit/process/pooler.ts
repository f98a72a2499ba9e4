import { setTimeout as sleep } from "node:timers/promises";
import { limitsOfSettings } from "@/db/pool";
import { settleRole } from "@/db/pooler";
import { env } from "@/env/env";
import { logError } from "./log";

const pauseMs = 2_000;

/** Gives the role behind PgBouncer its settings before it is worked with (ADR 73). Where the databases are away, tries again. */
export async function settlePooler(): Promise<void> {
  const { DATABASE_DIRECT_URL: direct, DATABASE_URL: pooled } = env;
  if (!direct) return;
  for (;;) {
    try {
      return await settleRole({ direct, pooled, limits: limitsOfSettings() });
    } catch (error) {
      logError(error, { pooler: "the role behind it could not be given its settings" });
      await sleep(pauseMs);
    }
  }
}
