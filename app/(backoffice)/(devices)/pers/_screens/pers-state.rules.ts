import { relativeTime } from "@/components/ui/time";
import { readingOf } from "@/server/devices/iot/iot-payload.rules";
import { formatted, measured } from "@/server/kit/value/count.rules";
import { t } from "@/texts/t";

const silentMs = 86_400_000;

/** Whether nothing was heard for a day, as the list's filter means it. @param now ms */
export const isSilent = (lastMessageAt: string, now: number) => now - Date.parse(lastMessageAt) > silentMs;

interface LastSaid {
  lastMessageAt: string | null;
  batteryLevel: number | null;
  signal: number | null;
}

/** What happened to a device that is quiet, in one sentence; undefined for one that was heard within a day. @param now ms */
export function silenceOf({ lastMessageAt, batteryLevel, signal }: LastSaid, now: number): string | undefined {
  if (lastMessageAt === null) return t("This device has not sent any messages yet.");
  if (!isSilent(lastMessageAt, now)) return undefined;
  const when = relativeTime(lastMessageAt, now);
  const [percent, strength] = [measured(batteryLevel ?? 0, "%", 1), readingOf("signal", signal)];
  if (batteryLevel !== null && signal !== null)
    return t("Last message {when}, battery {battery}, signal {strength}.", { when, battery: percent, strength });
  if (batteryLevel !== null) return t("Last message {when}, battery {battery}.", { when, battery: percent });
  if (signal !== null) return t("Last message {when}, signal {strength}.", { when, strength });
  return t("Last message {when}.", { when });
}

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
