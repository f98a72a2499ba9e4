import { and, desc, eq, gte, sql } from "drizzle-orm";
import { preparedSql } from "@/db/client";
import { iotMessages } from "@/db/schema/iot-message";
import type { Ctx, KnownCtx } from "@/server/kit/context";
import { logError } from "@/server/kit/log";
import { persService } from "../pers/pers.service";
import { liveChannel } from "./iot-ingest.service";
import { timeOfId } from "./iot-message.rules";

/** How long a batch may take from assigning ids to its commit; a look for new messages goes back that far. */
const overlapMs = 15_000;
const mostAtOnce = 200;

const watchers = new Map<string, Set<() => void>>();
let listening: Promise<unknown> | undefined;

const wake = (persIds: Iterable<string>) => {
  for (const persId of persIds) for (const look of watchers.get(persId) ?? []) look();
};

/**
 * The one listening connection of this process. After a reconnect everybody looks for messages, because notifications
 * may have been lost.
 */
function listen() {
  listening ??= preparedSql()
    .listen(
      liveChannel,
      (text) => wake(text.split(",")),
      () => wake(watchers.keys()),
    )
    .catch((error: unknown) => {
      listening = undefined;
      throw error;
    });
  return listening;
}

function watch(persId: string, look: () => void) {
  const looks = watchers.get(persId) ?? new Set();
  watchers.set(persId, looks.add(look));
  return () => {
    looks.delete(look);
    if (looks.size === 0) watchers.delete(persId);
  };
}

type Message = typeof iotMessages.$inferSelect;

const ofPers = (ctx: Ctx, serial: string, from: number, most: number) =>
  ctx.db
    .select()
    .from(iotMessages)
    .where(
      and(eq(iotMessages.persSerialNumber, serial), gte(iotMessages.receivedAt, sql`${new Date(from).toISOString()}`)),
    )
    .orderBy(desc(iotMessages.receivedAt), desc(iotMessages.id))
    .limit(most);

/**
 * Follows one PERS: calls `tell` with its messages as they come in, oldest first, each once; of a burst the newest 200.
 * @param after the id of the last message the caller has; from now on where not said
 * @returns a function that ends it
 * @throws AppError 404 for a PERS that does not exist
 */
export async function follow(
  ctx: KnownCtx,
  persId: string,
  after: string | undefined,
  tell: (messages: Message[]) => void,
): Promise<() => void> {
  const { nuSerialPersNumber: serial } = await persService.get(ctx, persId);
  await listen();
  const floor = after ?? (await ofPers(ctx, serial, 0, 1))[0]?.id ?? "";
  let last = timeOfId(floor) ?? Date.now();
  // Ids are given before a batch commits, so a late message may be older than one that was sent already: look back, and
  // send each once.
  let told = new Set<string>();
  let ended = false;
  let busy = false;
  let again = false;

  async function look() {
    const rows = await ofPers(ctx, serial, last - overlapMs, mostAtOnce);
    const fresh = rows.filter(({ id }) => id > floor && !told.has(id)).reverse();
    last = Math.max(last, ...fresh.map(({ id }) => timeOfId(id) ?? 0));
    told = new Set(rows.map(({ id }) => id));
    if (fresh.length && !ended) tell(fresh);
  }

  /** Where it is called while it looks, it looks once more afterwards. */
  async function wakeUp() {
    again = true;
    if (busy) return;
    busy = true;
    try {
      while (again && !ended) {
        again = false;
        await look();
      }
    } catch (error) {
      logError(error, { live: persId });
    } finally {
      busy = false;
    }
  }

  const stop = watch(persId, () => void wakeUp());
  void wakeUp();
  return () => {
    ended = true;
    stop();
  };
}

/** How many streams are open in this process. */
export const followed = () => watchers.size;
