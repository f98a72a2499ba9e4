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

/** What becomes of a message for one person. */
type Fate = "opened" | "delivered" | "no_app" | "opted_out" | "no_device" | "expired" | "failed";

/** How often each happens; it differs from message to message. */
const fatesOf = (random: Random): [Fate, number][] => [
  ["opened", random.int(2, 9)],
  ["delivered", random.int(2, 6)],
  ["opted_out", random.int(0, 2)],
  ["no_app", random.int(0, 2)],
  ["no_device", random.int(0, 2)],
  ["expired", random.int(0, 1)],
  ["failed", random.int(0, 1)],
];

/** The rest of a delivery that ended so: read in the inbox, skipped for a reason, or a push that failed. */
function endOf(fate: Fate, sent: number, texts: { title: string; content: string }) {
  const at = iso(sent + 1_000);
  if (fate === "opened" || fate === "delivered") {
    const readAt = fate === "opened" ? iso(sent + 60_000) : null;
    return {
      ...texts,
      type: 1 as const,
      status: fate,
      tries: 1,
      contentLanguageId: languageId("en"),
      sentAt: at,
      deliveredAt: at,
      openedAt: readAt,
      inAppStatus: readAt ? 2 : 1,
      readAt,
      story: [{ at, event: "delivered", detail: "in the inbox" }],
    };
  }
  if (fate === "failed") {
    const reason = "fcm: the service did not answer";
    return { type: 2 as const, status: fate, tries: 8, reason, story: [{ at, event: "failed", detail: reason }] };
  }
  const type: 1 | 2 = fate === "no_device" ? 2 : 1;
  return { type, status: "skipped" as const, reason: fate, story: [{ at, event: "skipped", detail: fate }] };
}

/** What is sent again in so many days, or was to be sent until somebody cancelled it; by the template's key. */
const movedStories: Record<string, { status: "scheduled" | "cancelled"; inDays: number }> = {
  "winter-care": { status: "scheduled", inDays: 6 },
  "maintenance-night": { status: "scheduled", inDays: 20 },
  survey: { status: "cancelled", inDays: 3 },
};

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
    const to = emails.slice(0, random.int(Math.min(4, emails.length), emails.length));
    const fates = to.map((_, n): Fate => (n === 0 ? "delivered" : random.weighted(fatesOf(random))));
    const asked = { key, notificationTitle, notificationContent, tokens, isUrgent };
    await db.insert(notificationRequests).values({
      ...request,
      ...requestValues(asked),
      status: fates.includes("failed") ? "partial" : "done",
      recipients: to.length,
      endedAt: iso(sent + 2_000),
    });
    const filled = (text: string, email: string) =>
      text.replace(/\{\{([\w.]+)\}\}/g, (_, name: string) => tokens[name] ?? own.get(email)?.[name] ?? "");
    if (to.length)
      await db.insert(notificationDeliveries).values(
        to.map((email, n) => ({
          ...row(sent),
          requestId: request.id,
          email,
          keyPlatformTech: app.key,
          languageId: languageId("en"),
          isUrgent,
          dueAt: iso(sent),
          ...endOf(fates[n] ?? "delivered", sent, {
            title: filled(notificationTitle, email),
            content: filled(notificationContent, email),
          }),
        })),
      );
    const moved = movedStories[key];
    if (moved && to.length) {
      const later = row(now - 2 * day);
      const dueAt = iso(now + moved.inDays * day);
      await db.insert(notificationRequests).values({
        ...later,
        ...requestValues(asked),
        status: moved.status,
        recipients: to.length,
        dtPrepareSent: dueAt,
        endedAt: moved.status === "cancelled" ? iso(now - day) : null,
      });
      await db.insert(notificationDeliveries).values(
        to.map((email) => ({
          ...row(now - 2 * day),
          requestId: later.id,
          email,
          keyPlatformTech: app.key,
          type: 1 as const,
          languageId: languageId("en"),
          isUrgent,
          dueAt,
          ...(moved.status === "cancelled" && {
            status: "skipped" as const,
            reason: "cancelled",
            story: [{ at: iso(now - day), event: "skipped", detail: "cancelled" }],
          }),
        })),
      );
    }
  }
}

interface Asked {
  key: string;
  notificationTitle: string;
  notificationContent: string;
  tokens: Record<string, string>;
  isUrgent: boolean;
}

const requestValues = ({ key, ...asked }: Asked) => ({
  ...asked,
  keyNotificationTemplate: key,
  keyPlatformTechs: [app.key],
  typeNotificationList: [1 as const],
});
