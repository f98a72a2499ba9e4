import { and, desc, eq, gte, sql } from "drizzle-orm";
import { iotMessages } from "@/db/schema/iot-message";
import type { Ctx, KnownCtx } from "@/server/kit/call/context";
import { wakers } from "@/server/kit/process/wake";
import { persService } from "../pers/pers.service";
import { liveChannel } from "./iot-ingest.service";
import { timeOfId } from "./iot-message.rules";

/** How long a batch may take from assigning ids to its commit; a look for new messages goes back that far. */
const overlapMs = 15_000;
const mostAtOnce = 200;

const live = wakers(liveChannel);

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
  await live.listen();
  const floor = after ?? (await ofPers(ctx, serial, 0, 1))[0]?.id ?? "";
  let last = timeOfId(floor) ?? Date.now();
  // Ids are given before a batch commits, so a late message may be older than one that was sent already: look back, and
  // send each once.
  let told = new Set<string>();

  return live.follow(persId, async (hasEnded) => {
    const rows = await ofPers(ctx, serial, last - overlapMs, mostAtOnce);
    const fresh = rows.filter(({ id }) => id > floor && !told.has(id)).reverse();
    last = Math.max(last, ...fresh.map(({ id }) => timeOfId(id) ?? 0));
    told = new Set(rows.map(({ id }) => id));
    if (fresh.length && !hasEnded()) tell(fresh);
  });
}

/** How many streams are open in this process. */
export const { followed } = live;
