import { closeDatabase } from "@/db/client";
import { env } from "@/env/env";
import { systemCtx } from "@/server/kit/call/context";
import type { KeyList } from "@/server/kit/secret/key-use";
import { keyIdsOf, keyUses, moveKeys } from "@/server/operations/key/key.service";
import { listed } from "@/server/operations/key/key-words";

// `npm run keys:status`: what needs which key, and whether the last of each list can be taken away (exit 0) or not (1).
// `npm run keys:move`: seals with the newest keys what older ones sealed. No key is ever shown, only its id.

/** @returns whether nothing needs a key that is missing, nor, where there are several, the oldest */
async function status(): Promise<boolean> {
  const uses = await keyUses(systemCtx("keys:status"));
  let isFree = true;
  for (const [list, ids] of Object.entries(keyIdsOf()) as [KeyList, string[]][]) {
    console.log(list);
    const ofList = uses.filter((use) => use.list === list);
    const missing = ofList.map(({ keyId }) => keyId).filter((id) => !ids.includes(id));
    for (const id of new Set([...ids, ...missing])) {
      const needs = listed(ofList.filter(({ keyId }) => keyId === id));
      const isLost = env.KEYS_LOST.includes(id);
      const role = id === ids[0] ? "newest" : ids.includes(id) ? "older" : isLost ? "lost" : "MISSING";
      console.log(`  ${id}  ${role}: ${needs || "nothing needs it"}`);
      const isDoubtful = role === "MISSING" || (ids.length > 1 && id === ids.at(-1));
      if (isDoubtful && needs) isFree = false;
    }
  }
  if (isFree) console.log("persdesk: nothing needs the last key of a list that has several: it can be taken away");
  else console.log("persdesk: the last key of a list is needed, or one that is missing");
  return isFree;
}

async function move() {
  const moved = await moveKeys(systemCtx("keys:move"));
  const { authenticators, recoveryCodes, webhooks, contactLogs, importParts, bulkChangeParts } = moved;
  console.log(`persdesk: sealed with the newest keys: ${authenticators.moved} authenticators, ${webhooks} webhooks,`);
  console.log(
    `persdesk: ${contactLogs} contact logs, ${importParts} parts of imports, ${bulkChangeParts} of bulk changes; ${recoveryCodes} recovery codes named their key`,
  );
  if (authenticators.lost > 0)
    console.log(`persdesk: ${authenticators.lost} authenticators are opened by no key: reset them on the screens`);
}

try {
  const wanted = process.argv[3];
  if (wanted === "move") await move();
  else process.exitCode = (await status()) ? 0 : 1;
} catch (error) {
  const { message, cause } = error as Error;
  console.error(`persdesk: ${cause instanceof Error ? cause.message : message}`);
  process.exitCode = 1;
} finally {
  await closeDatabase();
}
