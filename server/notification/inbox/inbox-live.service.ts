import { sql } from "drizzle-orm";
import type { Ctx, KnownCtx } from "@/server/kit/call/context";
import { wakers } from "@/server/kit/process/wake";
import { sha256 } from "@/server/kit/secret/hash";
import { inboxService } from "./inbox.service";

const channel = "notification_inbox";
// A notification of PostgreSQL holds 8,000 bytes.
const mostAtOnce = 200;

/** A name for an inbox that tells nobody whose it is. */
const nameOf = (email: string, keyPlatformTech: string) => sha256(`${email} ${keyPlatformTech}`).slice(0, 24);

/** Tells every process that something changed in these inboxes, once the caller's transaction is committed. */
export async function tellInboxes(ctx: Ctx, inboxes: { email: string; keyPlatformTech: string }[]): Promise<void> {
  const names = [...new Set(inboxes.map(({ email, keyPlatformTech }) => nameOf(email, keyPlatformTech)))];
  for (let start = 0; start < names.length; start += mostAtOnce)
    await ctx.db.execute(sql`select pg_notify(${channel}, ${names.slice(start, start + mostAtOnce).join(",")})`);
}

const live = wakers(channel);

/**
 * Follows a person's own inbox in one app: calls `tell` with the number of unread messages and the newest message, at once
 * and whenever something changes.
 * @returns a function that ends it
 */
export async function followInbox(
  ctx: KnownCtx,
  of: { email: string; keyPlatformTech: string },
  tell: (inbox: { count: number; newest: unknown }) => void,
): Promise<() => void> {
  await live.listen();
  return live.follow(nameOf(of.email, of.keyPlatformTech), async (hasEnded) => {
    const [{ count }, { items }] = await Promise.all([
      inboxService.count(ctx, of),
      inboxService.list(ctx, { ...of, limit: 1 }),
    ]);
    if (!hasEnded()) tell({ count, newest: items[0] ?? null });
  });
}
