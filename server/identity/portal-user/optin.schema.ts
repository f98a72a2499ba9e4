import { z } from "zod";
import { TimeZone } from "@/server/kit/call/time-zone.schema";
import { Id, Stamps, Text } from "@/server/kit/call/wire";

/** What people, and companies, prefer. */
export const preferenceFields = {
  languageId: Id.nullable(),
  timeZone: z.string(),
  emailNotifications: z.boolean(),
  pushNotifications: z.boolean(),
  weeklyReport: z.boolean(),
  distanceUnit: z.enum(["km", "mi"]),
};

export const LocalTime = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, "Give a time such as 22:00.");

/** What people prefer besides; in the quiet hours of their zone nothing is sent that can wait. */
const personalFields = {
  ...preferenceFields,
  inAppNotifications: z.boolean(),
  quietFrom: z.string().nullable(),
  quietTo: z.string().nullable(),
};

export const Preferences = z
  .object({ id: Id, userId: Id, platformTechKey: z.string(), ...personalFields, ...Stamps })
  .meta({ id: "ResponsePreferencesDTO" });

export const PutPreferences = z.object({
  userId: Id,
  platformTechKey: Text(100),
  ...z
    .object({
      ...personalFields,
      timeZone: TimeZone,
      quietFrom: LocalTime.nullable(),
      quietTo: LocalTime.nullable(),
    })
    .partial().shape,
});
export const GetPreferences = z.object({ userId: Id, platformTechKey: Text(100) });
