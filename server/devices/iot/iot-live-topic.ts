import { notFound } from "@/server/kit/call/errors";
import type { LiveTopic } from "@/server/kit/call/live-topic";
import { Id } from "@/server/kit/call/wire";
import { follow } from "./iot-live.service";

/**
 * `GET /api/live/pers/{id}`: the messages of one PERS, `event: message` with the message as JSON and its id, so that a
 * browser that lost the connection continues where it was.
 */
export const persTopic: LiveTopic = {
  path: "/api/live/pers/",
  admission: { permission: "pers.read" },
  async follow(ctx, rest, after, say) {
    const persId = Id.safeParse(rest).data;
    if (!persId) throw notFound();
    return follow(ctx, persId, Id.safeParse(after).data, (messages) => {
      for (const message of messages) say({ id: message.id, event: "message", data: message });
    });
  },
};
