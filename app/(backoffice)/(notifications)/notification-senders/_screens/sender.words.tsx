import type { inferRouterOutputs } from "@trpc/server";
import type { Line } from "@/components/ui/plot.rules";
import { At, None, Status } from "@/components/ui/value";
import type { AppRouter } from "@/server/root";
import { Rich } from "@/texts/rich";
import { t } from "@/texts/t";

export type Overview = inferRouterOutputs<AppRouter>["notificationSenders"]["overview"];
export type Sender = Overview["senders"][number];

const about: Record<Sender["sender"], { label: string; colour: string }> = {
  "in-app": { label: "In-app", colour: "var(--pd-muted)" },
  fcm: { label: "Android (FCM)", colour: "var(--pd-ok)" },
  apns: { label: "iPhone (APNs)", colour: "var(--pd-accent-line)" },
  "web-push": { label: "Browsers (Web Push)", colour: "var(--pd-warn)" },
  smtp: { label: "E-mail (SMTP)", colour: "var(--pd-info)" },
};

/** What a sender is called. */
export const nameOf = (sender: Sender["sender"]) => t(about[sender].label);

export const countOf = ({ accepted, gone, refused, failed }: Sender["day"]) => accepted + gone + refused + failed;
/** Per cent of what was sent that the provider did not take; a device without a token is no error of it. */
export const errorRate = (day: Sender["day"]) =>
  countOf(day) > 0 ? Math.round(((day.refused + day.failed) / countOf(day)) * 1000) / 10 : null;

/** A value of each sender that sent anything, hour by hour. */
export const linesOf = (senders: Sender[], value: (hour: Sender["day"]) => number | null): Line[] =>
  senders
    .filter(({ day }) => countOf(day) > 0)
    .map(({ sender, byHour }) => ({
      label: nameOf(sender),
      colour: about[sender].colour,
      values: byHour.map((hour) => (hour ? value(hour) : null)),
    }));

/** Whether a sender may be asked at the moment. */
export function BreakerState({ of: { isOn, breaker } }: { of: Sender }) {
  if (!isOn || !breaker) return <None />;
  const { pausedUntil, failures } = breaker;
  if (pausedUntil)
    return (
      <Status tone="bad">
        <Rich text="Paused until <when/>" parts={{ when: () => <At at={pausedUntil} /> }} />
      </Status>
    );
  if (failures === 0) return <Status tone="ok">{t("Sending")}</Status>;
  return (
    <Status tone="warn">
      {t("{count, plural, one {# failure in a row} other {# failures in a row}}", { count: failures })}
    </Status>
  );
}
