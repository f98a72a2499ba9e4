import { sql } from "drizzle-orm";
import { preparedSql } from "@/db/client";
import type { Ctx, KnownCtx } from "@/server/kit/context";
import { sha256 } from "@/server/kit/hash";
import { logError } from "@/server/kit/log";
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

const watchers = new Map<string, Set<() => void>>();
let listening: Promise<unknown> | undefined;

const wake = (names: Iterable<string>) => {
  for (const name of names) for (const look of watchers.get(name) ?? []) look();
};

/** The one listening connection of this process; after a reconnect everybody looks, because something may have been lost. */
function listen() {
  listening ??= preparedSql()
    .listen(
      channel,
      (text) => wake(text.split(",")),
      () => wake(watchers.keys()),
    )
    .catch((error: unknown) => {
      listening = undefined;
      throw error;
    });
  return listening;
}

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
  await listen();
  let [ended, busy, again] = [false, false, false];

  async function look() {
    const [{ count }, { items }] = await Promise.all([
      inboxService.count(ctx, of),
      inboxService.list(ctx, { ...of, limit: 1 }),
    ]);
    if (!ended) tell({ count, newest: items[0] ?? null });
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
      logError(error, { live: "inbox" });
    } finally {
      busy = false;
    }
  }

  const name = nameOf(of.email, of.keyPlatformTech);
  const wakeThis = () => void wakeUp();
  const looks = watchers.get(name) ?? new Set();
  watchers.set(name, looks.add(wakeThis));
  wakeThis();
  return () => {
    ended = true;
    looks.delete(wakeThis);
    if (looks.size === 0) watchers.delete(name);
  };
}
