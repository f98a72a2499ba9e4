import type { Tone } from "@/components/kit/sheet/sentence";
import { lastingText, relativeTime } from "@/components/ui/time";
import { measured } from "@/server/kit/value/count.rules";
import { silentAfter, trendOf } from "@/server/overview/situation/situation.rules";
import type { DeviceSituation } from "@/server/overview/situation/situation.schema";
import { t } from "@/texts/t";

const [minute, hour] = [60_000, 3_600_000];
const day = 24 * hour;

/** How often something is heard whose gap is usually so long: "hourly". @param gap ms */
export function oftenText(gap: number): string {
  if (gap < 10 * minute) return t("every few minutes");
  if (gap < 45 * minute) return t("several times an hour");
  if (gap < 1.5 * hour) return t("hourly");
  if (gap < 18 * hour) return t("every {count} hours", { count: Math.round(gap / hour) });
  if (gap < 1.5 * day) return t("daily");
  return t("every {count} days", { count: Math.round(gap / day) });
}

type Heard = Pick<DeviceSituation, "lastMessageAt" | "usualGap">;

/** Whether a device is quiet for longer than is usual for it, or was never heard. @param now ms */
export const isQuiet = ({ lastMessageAt, usualGap }: Heard, now: number) =>
  lastMessageAt === null || now - Date.parse(lastMessageAt) > silentAfter(usualGap);

function heardText(device: Heard, now: number): string {
  const { lastMessageAt, usualGap } = device;
  if (lastMessageAt === null) return t("Never heard");
  const often = usualGap === null ? undefined : oftenText(usualGap);
  if (isQuiet(device, now)) {
    const time = lastingText(now - Date.parse(lastMessageAt));
    return often ? t("Silent {time}, usually heard {often}", { time, often }) : t("Silent {time}", { time });
  }
  const when = relativeTime(lastMessageAt, now);
  return often ? t("Heard {when}, usually {often}", { when, often }) : t("Heard {when}", { when });
}

function batteryText({ batteryLevel, batteryBefore }: Pick<DeviceSituation, "batteryLevel" | "batteryBefore">) {
  if (batteryLevel === null) return undefined;
  const level = measured(batteryLevel, "%", 0);
  const texts = {
    falling: "battery {level} and falling",
    rising: "battery {level} and rising",
    steady: "battery {level}",
  };
  return t(texts[trendOf(batteryLevel, batteryBefore)], { level });
}

function alertText({ alert, openAlerts }: Pick<DeviceSituation, "alert" | "openAlerts">, now: number) {
  if (!alert) return undefined;
  const said = { label: alert.label, time: lastingText(now - Date.parse(alert.since)) };
  if (openAlerts < 2) return t("alert “{label}” {time}", said);
  return t("alert “{label}” {time} and {count, plural, one {# more} other {# more}}", {
    ...said,
    count: openAlerts - 1,
  });
}

/** What matters of a device now, as the clauses of a sentence: whether it is heard, its battery, its gravest alert. @param now ms */
export const deviceClauses = (device: DeviceSituation, now: number): string[] =>
  [heardText(device, now), batteryText(device), alertText(device, now)].filter((text) => text !== undefined);

/** The gravest levels ask for somebody at once. */
const gravestRank = 1;

/** Whether a device needs somebody. @param now ms */
export function toneOf(device: DeviceSituation, now: number): Tone {
  if (device.alert && device.alert.level.rank <= gravestRank) return "bad";
  if (device.lastMessageAt === null) return "quiet";
  return device.alert || isQuiet(device, now) ? "warn" : "ok";
}

type Step = "call" | "maintenance";

/**
 * What is proposed first for a device that is quiet or has an open alert: to call who rides it, else to take it in; nothing
 * where all is well.
 * @param now ms
 */
export function nextStepOf(
  device: DeviceSituation,
  status: string,
  phone: string | null,
  now: number,
): Step | undefined {
  if (status !== "active" || (!device.alert && !isQuiet(device, now))) return undefined;
  return phone ? "call" : "maintenance";
}
