import { Text } from "./wire";

const isTimeZone = (zone: string) => {
  try {
    return Boolean(new Intl.DateTimeFormat("en", { timeZone: zone }));
  } catch {
    return false;
  }
};

/** An IANA name of a clock, such as Europe/Paris. */
export const TimeZone = Text(60).refine(isTimeZone, "Give a time zone such as Europe/Paris.");
