import { listeningSql } from "@/db/client";
import { logError } from "./log";

/**
 * Followers of things that a notification channel of PostgreSQL names, in this process: who follows a thing looks at it
 * once, and again whenever its name comes through the channel.
 * @param channel carries names with commas between them
 */
export function wakers(channel: string) {
  const watchers = new Map<string, Set<() => void>>();
  let listening: { on: ReturnType<typeof listeningSql>; begun: Promise<unknown> } | undefined;

  const wake = (names: Iterable<string>) => {
    for (const name of names) for (const look of watchers.get(name) ?? []) look();
  };

  return {
    /** The one listening connection of this process. After a reconnect everybody looks, because something may have been lost. */
    listen() {
      const on = listeningSql();
      // A pool that was opened again listens to nothing yet.
      if (listening?.on !== on) {
        const begun = on
          .listen(
            channel,
            (text) => wake(text.split(",")),
            () => wake(watchers.keys()),
          )
          .catch((error: unknown) => {
            listening = undefined;
            throw error;
          });
        listening = { on, begun };
      }
      return listening.begun;
    },

    /**
     * Calls `look` now and whenever the name is told, never twice at once: told while it looks, it looks once more.
     * @param look is told whether the follower has gone meanwhile
     * @returns a function that ends it
     */
    follow(name: string, look: (hasEnded: () => boolean) => Promise<void>): () => void {
      let [ended, busy, again] = [false, false, false];
      const wakeUp = async () => {
        again = true;
        if (busy) return;
        busy = true;
        try {
          while (again && !ended) {
            again = false;
            await look(() => ended);
          }
        } catch (error) {
          logError(error, { live: channel });
        } finally {
          busy = false;
        }
      };
      const wakeThis = () => void wakeUp();
      const looks = watchers.get(name) ?? new Set();
      watchers.set(name, looks.add(wakeThis));
      wakeThis();
      return () => {
        ended = true;
        looks.delete(wakeThis);
        if (looks.size === 0) watchers.delete(name);
      };
    },

    /** How many things are followed in this process. */
    followed: () => watchers.size,
  };
}
