import { setTimeout as sleep } from "node:timers/promises";
import { env } from "@/env/env";
import { nameRecoveryKeys } from "@/server/identity/second-factor/second-factor-key.service";
import { systemCtx } from "@/server/kit/call/context";
import { missingKeyUses } from "@/server/operations/key/key.service";
import { listed } from "@/server/operations/key/key-words";

const pauseMs = 500;

/**
 * Ends this process where its lists of keys lack one that rows name, which would stop working one by one without a word
 * (ADR 95). Resolves once the database has said that there is none; until it answers, and is migrated, it is asked again.
 */
export async function refuseMissingKeys(): Promise<void> {
  if (env.PERSDESK_DEMO) return;
  for (;;) {
    const all = await missingKeyUses(systemCtx("start")).catch(() => undefined);
    const missing = all?.filter(({ keyId }) => !env.KEYS_LOST.includes(keyId));
    if (missing?.length === 0) {
      await nameRecoveryKeys(systemCtx("start")).catch(() => undefined); // the next start does it
      return;
    }
    if (missing) {
      const keys = new Set(missing.map(({ list, keyId }) => `${list} lacks the key ${keyId}`));
      for (const key of keys) {
        const needs = listed(missing.filter(({ list, keyId }) => `${list} lacks the key ${keyId}` === key));
        console.error(`persdesk: ${key}, which these need: ${needs}`);
      }
      console.error("persdesk: put it back behind the others; where it is gone for good, KEYS_LOST names it");
      process.exit(1);
    }
    await sleep(pauseMs);
  }
}
