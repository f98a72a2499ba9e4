import { Text } from "./wire";

const isTimeZone = (zone: string) => {
  try {
    return Boolean(new Intl.DateTimeFormat("en", { timeZone: zone }));
  } catch {
    return false;
  }
};

/** An IANA name of a clock, such as Europe/Paris. */
export const TimeZone = Text(60)
  .refine(isTimeZone, "Give a time zone such as Europe/Paris.")
  .meta({ pattern: "^[A-Za-z0-9_+:/-]+$", description: "Name of a clock in the IANA database, such as Europe/Paris." });
