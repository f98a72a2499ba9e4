import { z } from "zod";
import { Id, Stamps, Text } from "@/server/kit/wire";

const isTimeZone = (zone: string) => {
  try {
    return Boolean(new Intl.DateTimeFormat("en", { timeZone: zone }));
  } catch {
    return false;
  }
};

const fields = {
  languageId: Id.nullable(),
  timeZone: z.string(),
  emailNotifications: z.boolean(),
  pushNotifications: z.boolean(),
  weeklyReport: z.boolean(),
  distanceUnit: z.enum(["km", "mi"]),
};

export const Preferences = z
  .object({ id: Id, userId: Id, platformTechKey: z.string(), ...fields, ...Stamps })
  .meta({ id: "ResponsePreferencesDTO" });

const timeZone = Text(60).refine(isTimeZone, "Give a time zone such as Europe/Paris.");
export const PutPreferences = z.object({
  userId: Id,
  platformTechKey: Text(100),
  ...z.object({ ...fields, timeZone }).partial().shape,
});
export const GetPreferences = z.object({ userId: Id, platformTechKey: Text(100) });
