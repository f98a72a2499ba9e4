import { inArray } from "drizzle-orm";
import type { Database } from "@/db/client";
import {
  notificationDeliveries,
  notificationRequests,
  notificationTemplateContents,
  notificationTemplates,
  notificationTemplateTechs,
  platformPageTechs,
  users,
} from "@/db/schema";
import { fixedId } from "@/server/kit/record/fixed-id";
import { languageId, languageRows } from "./base";
import { templateStories } from "./notification-story";
import { yearStories } from "./notification-year";
import type { Random } from "./random";
import { day, iso } from "./time";

const app = { id: fixedId("platform-tech", "RIDER_APP"), key: "RIDER_APP" };

/** Templates with their texts and pages, and what was sent of them to some riders. */
export async function seedNotifications(db: Database, random: Random, now: number, emails: string[]) {
  const at = now - 400 * day;
  const row = (when = at) => ({ id: random.id(when), createdAt: iso(when), updatedAt: iso(when) });
  const people = await db
    .select({ email: users.email, firstName: users.firstName })
    .from(users)
    .where(inArray(users.email, emails));
  // The year that is told was before the vehicles of today.
  const own = new Map(
    people.map(({ email, firstName }): [string, Record<string, string>] => [
      email,
      { "recipient.firstName": firstName, "recipient.vehicle": "your vehicle" },
    ]),
  );
  const stories = [
    ...templateStories.map((story, index) => ({ ...story, daysAgo: index + 1 })),
    ...yearStories.map((story, index) => ({ ...story, daysAgo: 12 + index * 20 })),
  ];
  for (const { key, label, isPublic, isUrgent = false, page, words, daysAgo } of stories) {
    const template = row();
    const place = row();
    await db
      .insert(notificationTemplates)
      .values({ ...template, keyNotificationTemplate: key, labelNotificationTemplate: label, isPublic, isUrgent });
    await db.insert(platformPageTechs).values({
      ...place,
      keyPlatformPageTech: page.key,
      labelPlatformPage: page.label,
      platformTechId: app.id,
      tokensLabelList: page.tokens,
      descLink: page.link,
      isActivated: true,
    });
    const of = { noticationTemplateId: template.id };
    await db
      .insert(notificationTemplateTechs)
      .values({ ...row(), ...of, platformPageTechId: place.id, platformTechId: app.id });
    await db.insert(notificationTemplateContents).values(
      languageRows.map(({ code }) => {
        const [notificationTitle, notificationContent] = words[code];
        return { ...row(), ...of, languageId: languageId(code), notificationTitle, notificationContent };
      }),
    );
    const sent = now - daysAgo * day;
    const request = row(sent);
    const [notificationTitle, notificationContent] = words.en;
    const tokens: Record<string, string> = { level: "12", place: "Velo Lyon" };
    await db.insert(notificationRequests).values({
      ...request,
      keyNotificationTemplate: key,
      notificationTitle,
      notificationContent,
      keyPlatformTechs: [app.key],
      typeNotificationList: [1],
      tokens,
      isUrgent,
      status: "done",
      recipients: emails.length,
      endedAt: iso(sent + 2_000),
    });
    const filled = (text: string, email: string) =>
      text.replace(/\{\{([\w.]+)\}\}/g, (_, name: string) => tokens[name] ?? own.get(email)?.[name] ?? "");
    if (emails.length)
      await db.insert(notificationDeliveries).values(
        emails.map((email, n) => ({
          ...row(sent),
          requestId: request.id,
          email,
          keyPlatformTech: app.key,
          type: 1 as const,
          languageId: languageId("en"),
          contentLanguageId: languageId("en"),
          isUrgent,
          status: n % 3 ? ("delivered" as const) : ("opened" as const),
          tries: 1,
          dueAt: iso(sent),
          title: filled(notificationTitle, email),
          content: filled(notificationContent, email),
          sentAt: iso(sent + 1_000),
          deliveredAt: iso(sent + 1_000),
          openedAt: n % 3 ? null : iso(sent + 60_000),
          inAppStatus: n % 3 ? 1 : 2,
          readAt: n % 3 ? null : iso(sent + 60_000),
          story: [{ at: iso(sent + 1_000), event: "delivered", detail: "in the inbox" }],
        })),
      );
  }
}
