import { formatted } from "@/server/kit/value/count.rules";
import { t } from "@/texts/t";

const degreesOf = (value: number) => `${formatted(Math.abs(value), 5)}°`;

const northOrSouth = (latitude: number) => {
  const degrees = degreesOf(latitude);
  return latitude < 0 ? t("{degrees} S", { degrees }) : t("{degrees} N", { degrees });
};

const eastOrWest = (longitude: number) => {
  const degrees = degreesOf(longitude);
  return longitude < 0 ? t("{degrees} W", { degrees }) : t("{degrees} E", { degrees });
};

/** A position for people, to about a metre, and as maps take it when it is copied; undefined where there is none. */
export function positionOf({ latitude, longitude }: { latitude: number | null; longitude: number | null }) {
  if (latitude === null || longitude === null) return undefined;
  return {
    text: `${northOrSouth(latitude)}, ${eastOrWest(longitude)}`,
    copied: `${latitude}, ${longitude}`,
  };
}
