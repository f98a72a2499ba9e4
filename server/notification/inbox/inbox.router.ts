import { get, post } from "@/server/kit/call/meta";
import { router, signedIn } from "@/server/kit/call/procedure";
import { Nothing } from "@/server/kit/call/wire";
import { pageOf } from "@/server/kit/list/list.schema";
import { listProcedures } from "@/server/kit/list/list-procedures";
import {
  AdminInAppNotification,
  CountUnread,
  GetRichText,
  InAppNotification,
  ListInApp,
  ListInAppForAdmin,
  ListPushForAdmin,
  PushNotification,
  RichText,
  SetInAppStatus,
  SetPushStatus,
  Unread,
} from "./inbox.schema";
import { inAppForAdminService, pushForAdminService, inboxService as service } from "./inbox.service";
import { tellInboxes } from "./inbox-live.service";

const may = { read: "notification.read" } as const;
const auth = "either" as const;
const inApp = { section: "N In-app notifications", auth } as const;
const push = { section: "N Push notifications", auth } as const;
const unaudited = { unaudited: "Who has read what, and when, stands in the notification itself." };

/** The in-app messages of a person, for staff. */
export const inAppNotificationRouter = router(
  listProcedures({
    may,
    rest: get("/admin/notification-in-app/{email}", inApp),
    input: ListInAppForAdmin,
    item: AdminInAppNotification,
    dto: "ListNotificationsForAdminDTO",
    service: inAppForAdminService,
    parent: "email",
  }),
);

/** The pushes of a person, for staff. */
export const pushNotificationRouter = router(
  listProcedures({
    may,
    rest: get("/admin/notification-push/{email}", push),
    input: ListPushForAdmin,
    item: PushNotification,
    dto: "ListNotificationsPushForAdminDTO",
    service: pushForAdminService,
    parent: "email",
  }),
);

/** A person's own notifications: for the bearer of that address, for staff with the right and for keys of that scope. */
export const inboxRouter = router({
  list: signedIn(get("/notification-in-app", inApp))
    .input(ListInApp)
    .output(pageOf(InAppNotification).meta({ id: "ResponseNotificationInAppDTO" }))
    .query(({ ctx, input }) => service.list(ctx, input)),
  count: signedIn(get("/notification-in-app/count", inApp))
    .input(CountUnread)
    .output(Unread)
    .query(({ ctx, input }) => service.count(ctx, input)),
  setStatus: signedIn(post("/notification-in-app/status", inApp), unaudited)
    .input(SetInAppStatus)
    .output(Nothing)
    .mutation(async ({ ctx, input }) => {
      await service.setStatus(ctx, input);
      await tellInboxes(ctx, [input]); // other windows of that person
    }),
  setPushStatus: signedIn(post("/notification-push/status", { ...push, alsoAnswers: [404] }), unaudited)
    .input(SetPushStatus)
    .output(Nothing)
    .mutation(async ({ ctx, input }) => {
      await service.setPushStatus(ctx, input);
    }),
  richText: signedIn(
    get("/notification-request/rich-text/{id:notificationRequestId}", { section: "N Notification request", auth }),
  )
    .input(GetRichText)
    .output(RichText)
    .query(({ ctx, input }) => service.richText(ctx, input)),
});
