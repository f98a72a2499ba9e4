import { z } from "zod";
import { Instant } from "@/server/kit/call/wire";

export const SenderName = z.enum(["in-app", "fcm", "apns", "web-push", "smtp"]);

/** What a sender was answered, within an hour or a day; milliseconds of an answer, null where there was none. */
const answered = {
  accepted: z.int(),
  gone: z.int().meta({ description: "the token of the device is none any more" }),
  refused: z.int().meta({ description: "never taken" }),
  failed: z.int().meta({ description: "the provider was busy or away" }),
  averageMs: z.int().nullable(),
  slowestMs: z.int().nullable(),
};

/** The senders, whether they are on, and how they did within the last 24 hours. */
export const SenderOverview = z.object({
  hours: z.array(Instant).meta({ description: "the beginnings of the last 24 hours, the current one last" }),
  workers: z.int().meta({ description: "workers that said something within the last half minute" }),
  senders: z.array(
    z.object({
      sender: SenderName,
      isOn: z.boolean(),
      /** of the workers that are at work, the one that fares worst; null where the sender has no breaker or nobody works */
      breaker: z.object({ failures: z.int(), pausedUntil: Instant.nullable() }).nullable(),
      day: z.object(answered),
      /** one for each of the hours; null where nothing was sent */
      byHour: z.array(z.object(answered).nullable()),
      /** apps whose pushes reach a device of the caller, so that a test can be sent to them */
      ownApps: z.array(z.string()),
    }),
  ),
});
