import { t } from "@/texts/t";

export interface Period {
  startDate: string;
  /** null: without an end */
  endDate: string | null;
}

/** An instant to the minute, for people. */
export const minuteOf = (instant: string) => `${instant.slice(0, 16).replace("T", " ")} UTC`;

/** A link that is in the way of a new one, in words. */
export function inTheWay({ company, startDate, endDate }: Period & { company: string }) {
  const from = minuteOf(startDate);
  return endDate
    ? t("{company} has it from {from} until {until}.", { company, from, until: minuteOf(endDate) })
    : t("{company} has it from {from} without an end.", { company, from });
}

/** What is wrong with a period by itself: one that is over when it begins is none. */
export const periodFault = ({ startDate, endDate }: Period) =>
  endDate !== null && endDate <= startDate ? "The end must lie after the start." : undefined;

/** Whether two periods [start, end) have a moment in common, as the database's exclusion constraints see it. */
export const meets = (one: Period, other: Period) =>
  one.startDate !== one.endDate &&
  other.startDate !== other.endDate &&
  (one.endDate === null || other.startDate < one.endDate) &&
  (other.endDate === null || one.startDate < other.endDate);
