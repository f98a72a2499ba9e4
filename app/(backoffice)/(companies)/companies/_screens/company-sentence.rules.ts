import type { Tone } from "@/components/kit/sheet/sentence";
import { formatted } from "@/server/kit/value/count.rules";
import { t } from "@/texts/t";

interface Company {
  category: string;
  status: "pending" | "active" | "disabled";
  isVerified: boolean;
  peopleCount: number;
  vehiclesCount: number;
  persCount: number;
}

/** A number as far as it is counted. */
const upTo = (count: number, most: number) =>
  count > most ? t("more than {count}", { count: formatted(most) }) : formatted(count);

/**
 * What a company is, how much it has, and what needs somebody, as the clauses of a sentence.
 * @param openAlerts devices with an open alert, and `mostAlerting` up to how many they are counted; likewise `mostLinks`
 */
export function companyClauses(
  company: Company,
  openAlerts: number,
  { mostLinks, mostAlerting }: { mostLinks: number; mostAlerting: number },
): string[] {
  const { category, peopleCount, vehiclesCount, persCount } = company;
  return [
    t("{category} with {people, plural, one {# person} other {# people}}", { category, people: peopleCount }),
    t("{vehicles} vehicles and {devices} PERS devices", {
      vehicles: upTo(vehiclesCount, mostLinks),
      devices: upTo(persCount, mostLinks),
    }),
    ...(openAlerts >= mostAlerting
      ? [t("{count} devices or more with an open alert", { count: mostAlerting })]
      : openAlerts > 0
        ? [t("{count, plural, one {# device} other {# devices}} with an open alert", { count: openAlerts })]
        : []),
  ];
}

/** Nobody's companies are quiet, those that wait for staff and those with alerts are not. */
export function companyTone({ status, isVerified }: Company, openAlerts: number): Tone {
  if (status === "disabled") return "quiet";
  return openAlerts > 0 || !isVerified ? "warn" : "ok";
}
