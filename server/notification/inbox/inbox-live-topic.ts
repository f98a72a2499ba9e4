import { AppError, notFound } from "@/server/kit/call/errors";
import type { LiveTopic } from "@/server/kit/call/live-topic";
import { followInbox } from "./inbox-live.service";

/**
 * `GET /api/live/inbox/{keyPlatformTech}`: the signed-in person's own inbox in one app, `event: inbox` with
 * `{count, newest, personId}`, at once and after each change. Under switch-to the inbox is that of the person acted as.
 */
export const inboxTopic: LiveTopic = {
  path: "/api/live/inbox/",
  admission: { permission: "signed-in" },
  // Every page that is open has one: asking for each one's rights every second would cost more than the messages.
  checkMs: 10_000,
  async follow(ctx, rest, _after, say) {
    if (!/^[\w.-]{1,100}$/.test(rest)) throw notFound();
    if (ctx.actor.kind !== "user") throw new AppError("forbidden", "Only people have an inbox.");
    const { id: personId } = ctx.actor;
    const of = { email: ctx.actor.email.toLowerCase(), keyPlatformTech: rest };
    return followInbox(ctx, of, (inbox) => say({ event: "inbox", data: { ...inbox, personId } }));
  },
};
