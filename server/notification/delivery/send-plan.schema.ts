import { z } from "zod";
import { ShownEmail } from "@/server/kit/call/email.schema";
import { Text, Upload } from "@/server/kit/call/wire";
import { NotificationTypeNumber } from "@/server/kit/value/notification-type.schema";

/** The apps that a message can be sent to, with their ways. */
export const SendApps = z.object({
  items: z.array(
    z.object({ key: z.string(), label: z.string(), typeNotificationList: z.array(NotificationTypeNumber) }),
  ),
});

/** What would become of a request as it is: who gets it by which way, who later or not at all, and why. */
export const SendPlan = z.object({
  people: z.int(),
  /** the first of them */
  sample: z.array(z.string()),
  /** addresses that are left out; the first 500 of them */
  rejected: z.array(z.object({ email: z.string(), reason: z.enum(["invalid_address", "duplicate"]) })),
  rejectedCount: z.int(),
  /** tokens that the message uses, and that somebody has no value for */
  missingTokens: z.array(z.string()),
  /** of each of those, everybody without a value, and who of them has several values of their own */
  missing: z.array(z.object({ token: z.string(), emails: z.array(z.string()), ambiguous: z.array(z.string()) })),
  /** what some of them would read, in their language, by its code; `isShown` where the caller may read their own values */
  messages: z.array(
    z.object({ email: z.string(), title: z.string(), content: z.string(), language: z.string(), isShown: z.boolean() }),
  ),
  ways: z.array(
    z.object({
      keyPlatformTech: z.string(),
      type: NotificationTypeNumber,
      now: z.int(),
      /** those who get it later, or not at all, by reason, with the first addresses of each */
      later: z.array(z.object({ reason: z.string(), count: z.int(), emails: z.array(ShownEmail) })),
      skipped: z.array(z.object({ reason: z.string(), count: z.int(), emails: z.array(ShownEmail) })),
    }),
  ),
});

export const ReadTable = z.object({ fileName: Text(300), file: Upload });

/** The rows of a table of recipients, the line of its titles first. */
export const RecipientTable = z.object({ rows: z.array(z.array(z.string())) });
