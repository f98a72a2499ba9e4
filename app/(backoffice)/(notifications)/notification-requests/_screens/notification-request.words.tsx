import { Progress } from "@mantine/core";
import { exactTime, plannedTime } from "@/components/ui/time";
import { At, None, Status, type Tone } from "@/components/ui/value";
import { percentText } from "@/server/kit/value/count.rules";
import { deliveryReasonWords } from "@/server/notification/request/delivery-reason.rules";
import {
  type DeliveryStatus,
  deliveryStatusWords,
  requestStatusWords,
} from "@/server/notification/request/notification-request.rules";
import { Rich } from "@/texts/rich";
import { locale } from "@/texts/speech";
import { t } from "@/texts/t";
import styles from "./send.module.css";

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

/** When it is or was due: by the reader's clock to the minute, as it was chosen. */
export const DueTime = ({ at }: { at: string | null }) =>
  at ? (
    <time dateTime={at} title={exactTime(at)}>
      {plannedTime(at)}
    </time>
  ) : (
    <None />
  );

/** How many people it is for. */
export const recipientsText = (count: number) =>
  t("{count, plural, one {# recipient} other {# recipients}}", { count });

/** How often a screen asks how far what runs has come, ms. */
export const everyMs = 2_000;

export const isRunning = (status: Word) => status === "pending" || status === "processing";

type Counts = Record<DeliveryStatus, number>;
const deliveryStatuses = Object.keys(deliveryStatusWords) as DeliveryStatus[]; // its own keys

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

const reasons: Readonly<Record<string, string>> = deliveryReasonWords;
export const deliveryReasonOptions = optionsOf(deliveryReasonWords);

/** Why a message was skipped or waits, in words; what a provider said stays as it is. */
export function reasonWords(reason: string): string {
  const [, kind, names = ""] = /^(sender_off|no_value): (.*)$/.exec(reason) ?? [];
  if (kind === "sender_off") return t("the sender is off: {names}", { names });
  if (kind === "no_value") return t("no value for {names}", { names });
  return t(reasons[reason] ?? reason);
}

interface Why {
  status: DeliveryStatus;
  reason: string;
  count: number;
}

/** What became of the deliveries, in sentences that add up: "4 of 9 skipped: they do not have this app (4)". */
export function FiguresWords({ counts, reasons: whys }: { counts: Counts; reasons: Why[] }) {
  const { total } = throughOf(counts);
  const lines = deliveryStatuses.filter((status) => counts[status] > 0);
  return (
    <ul className={styles.figures}>
      {lines.map((status) => {
        const of = { count: counts[status], total, status: t(deliveryStatusWords[status]).toLocaleLowerCase(locale()) };
        const why = whys
          .filter((one) => one.status === status)
          .map(({ reason, count }) => `${reasonWords(reason)} (${count})`)
          .join(", ");
        return (
          <li key={status}>
            {why
              ? t("{count} of {total} {status}: {reasons}", { ...of, reasons: why })
              : t("{count} of {total} {status}", of)}
          </li>
        );
      })}
    </ul>
  );
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
      {detail && !until && `: ${detail === "in the inbox" ? t("in the inbox") : reasonWords(detail)}`}
    </>
  );
}

export const storyTone = (event: string) => (event === "failed" ? ("bad" as const) : undefined);
