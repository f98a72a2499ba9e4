import { Progress } from "@mantine/core";
import { At, None, Status, type Tone } from "@/components/ui/value";
import { percentText } from "@/server/kit/value/count.rules";
import {
  type DeliveryStatus,
  deliveryStatusWords,
  requestStatusWords,
} from "@/server/notification/request/notification-request.rules";
import { Rich } from "@/texts/rich";
import { t } from "@/texts/t";

type Word = keyof typeof requestStatusWords;
const tones: Record<Word, Tone> = {
  scheduled: "info",
  pending: "info",
  processing: "info",
  done: "ok",
  partial: "warn",
  failed: "bad",
  cancelled: "quiet",
};

/** How far a request came. */
export const RequestStatus = ({ status }: { status: Word }) => (
  <Status tone={tones[status]}>{t(requestStatusWords[status])}</Status>
);

/** How many people it is for. */
export const recipientsText = (count: number) =>
  t("{count, plural, one {# recipient} other {# recipients}}", { count });

/** How often a screen asks how far what runs has come, ms. */
export const everyMs = 2_000;

export const isRunning = (status: Word) => status === "pending" || status === "processing";

type Counts = Record<DeliveryStatus, number>;

/** How many have ended in any way, and of how many. */
export function throughOf({ pending, ...others }: Counts) {
  const ended = Object.values(others).reduce((sum, count) => sum + count, 0);
  return { ended, total: ended + pending };
}

/** How much of a request is through, as a bar. */
export function RequestProgress({ counts }: { counts: Counts }) {
  const { ended, total } = throughOf(counts);
  return <Progress value={total > 0 ? (ended / total) * 100 : 0} aria-label={t("Progress")} />;
}

/** A rate from 0 to 1 in words; a dash where nothing was sent. */
export const rateText = (rate: number | null) => (rate === null ? <None /> : percentText(rate));

const deliveryTones: Record<DeliveryStatus, Tone> = {
  pending: "info",
  sent: "ok",
  delivered: "ok",
  opened: "ok",
  failed: "bad",
  skipped: "quiet",
};

/** How far a delivery came. */
export const DeliveryState = ({ status }: { status: DeliveryStatus }) => (
  <Status tone={deliveryTones[status]}>{t(deliveryStatusWords[status])}</Status>
);

const optionsOf = (words: Record<string, string>) => Object.entries(words).map(([value, label]) => ({ value, label }));
export const requestStatusOptions = optionsOf(requestStatusWords);
export const deliveryStatusOptions = optionsOf(deliveryStatusWords);

const reasons: Record<string, string> = {
  opted_out: "opted out",
  company_off: "switched off by their company",
  no_device: "no device in this app",
  unknown_person: "no active account",
  quiet_hours: "quiet hours",
  hourly_cap: "too many in an hour",
  expired: "expired",
  cancelled: "cancelled",
};

/** Why a message was skipped or waits, in words; what a provider said stays as it is. */
export function reasonWords(reason: string): string {
  const off = /^sender_off: (.*)$/.exec(reason);
  if (off) return t("the sender is off: {names}", { names: off[1] ?? "" });
  return t(reasons[reason] ?? reason);
}

const events: Record<string, string> = {
  asked: "Requested",
  queued: "Handed to the mail server",
  sent: "Sent",
  delivered: "Delivered",
  opened: "Opened",
  tried: "Tried, and will be tried again",
  paused: "Waits for the provider",
  deferred: "Deferred",
  skipped: "Skipped",
  failed: "Failed",
  "sent again": "Put back to be sent again",
};

/** A line of a delivery's story; what a provider answered stays as it is. */
export function StoryWords({ event, detail }: { event: string; detail?: string }) {
  const [, reason, until] = /^(\w+) until (\S+)$/.exec(detail ?? "") ?? [];
  return (
    <>
      {t(events[event] ?? event)}
      {reason && until && (
        <>
          {": "}
          <Rich
            text="{reason}, until <when/>"
            values={{ reason: reasonWords(reason) }}
            parts={{ when: () => <At at={until} /> }}
          />
        </>
      )}
      {detail && !until && `: ${reasonWords(detail)}`}
    </>
  );
}

export const storyTone = (event: string) => (event === "failed" ? ("bad" as const) : undefined);
