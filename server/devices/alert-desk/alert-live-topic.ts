import { notFound, toAppError } from "@/server/kit/call/errors";
import type { LiveTopic } from "@/server/kit/call/live-topic";
import { Id } from "@/server/kit/call/wire";
import { alertDeskService } from "./alert-desk.service";
import { visitAlert } from "./alert-presence.service";

/** Whether it is there for the caller; what the database cannot say now is no refusal. */
export const isThere = (read: Promise<unknown>) =>
  read.then(
    () => true,
    (error: unknown) => toAppError(error).status >= 500,
  );

/** `GET /api/live/alert-desk/{id}`: which other staff have this alert open, `event: people` with `[{id, name}]`. */
export const alertTopic: LiveTopic = {
  path: "/api/live/alert-desk/",
  admission: { permission: "pers-alert.read" },
  async follow(ctx, rest, _after, say) {
    const persAlertId = Id.safeParse(rest).data;
    if (!persAlertId) throw notFound();
    await alertDeskService.get(ctx, persAlertId);
    return visitAlert(ctx, {
      persAlertId,
      mayLook: () => isThere(alertDeskService.get(ctx, persAlertId)),
      say: (people) => say({ event: "people", data: people }),
      over: () => say({ event: "over", data: null }),
    });
  },
};
