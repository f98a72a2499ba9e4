import { z } from "zod";
import { Id, Stamps, Text } from "@/server/kit/wire";

const isTimeZone = (zone: string) => {
  try {
    return Boolean(new Intl.DateTimeFormat("en", { timeZone: zone }));
  } catch {
    return false;
  }
};

export const TimeZone = Text(60).refine(isTimeZone, "Give a time zone such as Europe/Paris.");

/** What people, and companies, prefer. */
export const preferenceFields = {
  languageId: Id.nullable(),
  timeZone: z.string(),
  emailNotifications: z.boolean(),
  pushNotifications: z.boolean(),
  weeklyReport: z.boolean(),
  distanceUnit: z.enum(["km", "mi"]),
};

export const Preferences = z
  .object({ id: Id, userId: Id, platformTechKey: z.string(), ...preferenceFields, ...Stamps })
  .meta({ id: "ResponsePreferencesDTO" });

export const PutPreferences = z.object({
  userId: Id,
  platformTechKey: Text(100),
  ...z.object({ ...preferenceFields, timeZone: TimeZone }).partial().shape,
});
export const GetPreferences = z.object({ userId: Id, platformTechKey: Text(100) });
