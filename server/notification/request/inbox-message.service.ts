import { notificationDeliveries, notificationRequests } from "@/db/schema";
import type { Ctx } from "@/server/kit/call/context";

interface InboxMessage {
  email: string;
  /** of the app in whose bell it is */
  keyPlatformTech: string;
  title: string;
  /** as it is shown: nothing in it is a token */
  content: string;
  /** the whole address of the page that it is about */
  link: string;
  languageId: string | null;
}

/** Puts a message of the product itself, in words already, into somebody's inbox, in the caller's transaction. */
export async function putInInbox(ctx: Ctx, { email, keyPlatformTech, title, content, link, languageId }: InboxMessage) {
  const values = {
    notificationTitle: title,
    notificationContent: "{{text}}",
    tokens: { text: content },
    keyPlatformTechs: [keyPlatformTech],
    typeNotificationList: [1 as const],
    languageId,
    link,
    recipients: 1,
  };
  const [request] = await ctx.db.insert(notificationRequests).values(values).returning();
  if (!request) throw new Error("insert into requests returned nothing");
  const { id: requestId, createdAt: dueAt } = request;
  await ctx.db.insert(notificationDeliveries).values({ requestId, email, keyPlatformTech, type: 1, languageId, dueAt });
}
