import { createInterface } from "node:readline/promises";
import { parseArgs } from "node:util";
import { closeDatabase } from "@/db/client";
import { endEverySession } from "@/server/identity/session/every-session.service";
import { systemCtx } from "@/server/kit/call/context";
import { dropWaiting, filesBesideRows, waitingOutside } from "@/server/operations/recovery/recovery.service";
import { reapplyErasures } from "@/server/overview/privacy/erasure.service";

// `npm run db:after-recovery -- [--drop | --send]`: what a database that was taken back to a moment needs before anybody uses
// it. scripts/database.mjs has paused its workers. Each step may be done again.

const say = (line: string) => console.log(`persdesk: ${line}`);
const counted = (n: number, one: string, many: string) => `${n} ${n === 1 ? one : many}`;

type Answer = "drop" | "send" | undefined;

/** What the arguments say of what waits. */
function wanted(): Answer {
  const options = { drop: { type: "boolean" }, send: { type: "boolean" } } as const;
  const { drop, send } = parseArgs({ args: process.argv.slice(2), options }).values;
  if (drop && send) throw new Error("Give --drop or --send, not both.");
  if (drop) return "drop";
  return send ? "send" : undefined;
}

/** What the operator says of it, where one is there to be asked. */
async function answer(): Promise<Answer> {
  if (!process.stdin.isTTY) return undefined;
  const asking = createInterface({ input: process.stdin, output: process.stdout });
  const said = await asking.question("drop it, send it, or leave it for now? [drop/send/leave] ");
  asking.close();
  return said === "drop" || said === "send" ? said : undefined;
}

async function outbox(ctx: ReturnType<typeof systemCtx>, given: Answer) {
  const waiting = await waitingOutside(ctx);
  say(
    `${counted(waiting.length, "message waits", "messages wait")} and may have been sent after the moment that was gone back to`,
  );
  for (const { kind, id, what, since } of waiting) console.log(`  ${kind.padEnd(8)} ${since}  ${id}  ${what}`);
  const what = waiting.length > 0 ? (given ?? (await answer())) : undefined;
  if (what === "drop") say(`${await dropWaiting(ctx)} dropped`);
  if (what === "send") say("they are sent when workers send again");
  if (waiting.length > 0 && !what) say("they wait: call this again with --drop or --send before npm run db:resume");
}

try {
  const given = wanted();
  const ctx = systemCtx("db:after-recovery");
  say(`${counted(await endEverySession(ctx), "session", "sessions")} ended`);
  const again = await reapplyErasures(ctx);
  say(`${counted(again, "person", "people")} erased again`);
  await outbox(ctx, given);
  const { missing, surplus } = await filesBesideRows(ctx);
  say(`${counted(missing.length, "file", "files")} that rows name ${missing.length === 1 ? "is" : "are"} missing`);
  for (const line of missing) console.log(`  ${line}`);
  say(`${counted(surplus.length, "file", "files")} that no row names`);
  for (const line of surplus) console.log(`  ${line}`);
  say("workers send nothing yet. When all is well: npm run db:resume");
} catch (error) {
  console.error(`persdesk: ${error instanceof Error ? error.message : String(error)}`);
  process.exitCode = 1;
} finally {
  await closeDatabase();
}
