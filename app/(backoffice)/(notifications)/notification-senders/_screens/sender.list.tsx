"use client";

import { Answer } from "@/components/kit/answer";
import { ScreenHeader } from "@/components/kit/page-header";
import { trpc } from "@/components/kit/trpc";
import { PlainTable } from "@/components/ui/plain-table";
import { LinePlot } from "@/components/ui/plot";
import { rangeOf } from "@/components/ui/plot.rules";
import { minuteOf } from "@/components/ui/time";
import { LinkTo, None, OnOff } from "@/components/ui/value";
import { formatted } from "@/server/kit/value/count.rules";
import { t } from "@/texts/t";
import { notificationDeliveries } from "../../notification-deliveries/notification-delivery.resource";
import { senders } from "../sender.resource";
import styles from "./sender.module.css";
import { BreakerState, countOf, errorRate, linesOf, nameOf, type Overview, type Sender } from "./sender.words";
import { TestSend } from "./test-send.button";

const everyMs = 5_000;
const failed = notificationDeliveries.list({ status: "failed" });

const milliseconds = (value: number | null) => (value === null ? <None /> : `${formatted(value)} ms`);

const Row = ({ of }: { of: Sender }) => {
  const { sender, isOn, day } = of;
  const rate = errorRate(day);
  return (
    <tr>
      <td>{nameOf(sender)}</td>
      <td>
        <OnOff isOn={isOn} />
      </td>
      <td>
        <BreakerState of={of} />
      </td>
      <td>{formatted(countOf(day))}</td>
      <td>{rate === null ? <None /> : `${formatted(rate)} %`}</td>
      <td>{formatted(day.gone)}</td>
      <td>{milliseconds(day.averageMs)}</td>
      <td>{milliseconds(day.slowestMs)}</td>
      <td>
        <TestSend of={of} />
      </td>
    </tr>
  );
};

function Plots({ overview: { hours, senders } }: { overview: Overview }) {
  const errors = linesOf(senders, errorRate);
  const latency = linesOf(senders, ({ averageMs }) => averageMs);
  if (errors.length === 0) return <p className={styles.quiet}>{t("Nothing was sent within the last 24 hours.")}</p>;
  const points = hours.map((hour) => ({ name: minuteOf(hour), href: failed }));
  return (
    <>
      <h2>{t("Errors, last 24 hours")}</h2>
      <LinePlot
        title="Part of the messages that the provider did not take, hour by hour"
        unit="Hour"
        points={points}
        lines={errors}
        range={{ bottom: 0, top: 100, unit: " %" }}
      />
      <h2>{t("Average answer, last 24 hours")}</h2>
      <LinePlot
        title="How long a provider took to answer, on average, hour by hour"
        unit="Hour"
        points={points}
        lines={latency}
        range={{ ...rangeOf(latency), unit: " ms" }}
      />
    </>
  );
}

/** The ways out of the product: which are on, how they do, and a message to oneself to try one. */
export const SenderList = () => (
  <>
    <ScreenHeader of={senders} />
    <div className={styles.page}>
      <Answer of={trpc.notificationSenders.overview.useQuery(undefined, { refetchInterval: everyMs })}>
        {(overview) => (
          <>
            <p className={styles.quiet}>
              {t(
                "{count, plural, =0 {No worker is at work: nothing is sent.} one {# worker is at work.} other {# workers are at work.}}",
                { count: overview.workers },
              )}{" "}
              {t("A sender is on once its credentials are set; its breaker pauses it while its provider fails.")}
            </p>
            <PlainTable
              className={styles.senders}
              heads={[
                "Sender",
                "State",
                "Breaker",
                "Sent",
                "Errors",
                "Tokens gone",
                "Average answer",
                "Slowest answer",
                "Test",
              ]}
            >
              {overview.senders.map((sender) => (
                <Row key={sender.sender} of={sender} />
              ))}
            </PlainTable>
            <p>
              <LinkTo href={failed}>{t("Deliveries that failed")}</LinkTo>
            </p>
            <Plots overview={overview} />
          </>
        )}
      </Answer>
    </div>
  </>
);
